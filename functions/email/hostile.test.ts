/** What shoppers type can carry no header, markup, link or control character into a letter, nor pose as ours. */
import { describe, expect, test } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import { type LetterData, writeLetter } from './email.ts';
import { orderOf } from './testing/sample-emails.ts';

const shop = { store: readStore(), url: 'https://shop.example' };

const attacks: [string, string][] = [
  ['a header', 'Asha\r\nBcc: all@evil.example\r\n\r\nbody'],
  ['an element', '<img src=x onerror=alert(1)>'],
  ['a link', '<a href="https://evil.example">Reset your password</a>'],
  ['the end of an attribute', '" style="color:red" onmouseover="x()'],
  ['the end of a comment or style', '--></style></title><script>x()</script>'],
  ['an address', 'Claim at https://evil.example/pay or www.evil.example'],
  ['turned text', '\u202eelpmaxe.live//:ptth\u2066\u2069'],
  ['control characters', '\u0000\u0007\u001b]8;;http://evil.example\u0007click\u001b]8;;\u0007'],
  ['line separators', 'a\u2028Bcc: x@evil.example\u2029b'],
  ['another placeholder', '{{legal.entity}} $key %s'],
];

/** A letter of every kind that carries somebody's words, with the same words wherever there is room. */
function lettersWith(typed: string): LetterData[] {
  const { shippingAddress, items, ...rest } = orderOf({ trackingId: typed, courierPartner: typed });
  const order = {
    ...rest,
    items: items.map((item) => ({ ...item, name: typed })),
    shippingAddress: { ...shippingAddress, firstName: typed, lastName: typed, address: typed, city: typed },
  };
  return [
    { kind: 'order_placed', order },
    { kind: 'order_shipped', order },
    { kind: 'order_delivered', order },
    { kind: 'order_cancelled', order, reason: typed, refund: true },
    { kind: 'order_returned', order, reason: typed, refund: false },
    { kind: 'ticket_received', subject: typed, message: typed, name: typed },
    {
      kind: 'ticket_answer',
      reference: 'T-1B9D6BCD',
      subject: typed,
      message: typed,
      name: typed,
      answer: 'No.',
    },
    { kind: 'email_change', url: 'https://shop.example/x', newEmail: typed, minutes: 1 },
    { kind: 'email_changed', newEmail: typed },
    { kind: 'role_changed', role: 'operator', name: typed, email: typed, by: typed },
    { kind: 'second_factor', change: 'reset', name: typed, email: typed, by: typed },
    { kind: 'operator_flag', title: typed, lines: [typed] },
  ];
}

/** The letter's own elements with their attributes, and its links: nothing that was typed may add to them. */
const elements = (html: string): string[] =>
  [...html.matchAll(/<(\/?[a-z!][^\s>]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/gi)]
    .map(([, tag = '', attributes = '']) => tag + attributes.replace(/="[^"]*"/g, ''))
    .filter((element) => element !== 'br');
const links = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to);

describe.each(attacks)('%s', (_, typed) => {
  const harmless = lettersWith('Asha');
  test.each(lettersWith(typed).map((data, n) => [data.kind, data, harmless[n]] as const))(
    '%s',
    (_kind, data, plain) => {
      const { subject, text, html, headers } = writeLetter(data, shop);
      expect(subject).toMatch(/^[^\p{Cc}\u2028\u2029]{1,150}$/u);
      expect(Object.keys(headers)).toEqual(['Auto-Submitted']);
      for (const form of [subject, text, html])
        expect(form).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]|[^\P{Cc}\n]/u);

      const own = writeLetter(plain as LetterData, shop);
      expect(elements(html)).toEqual(elements(own.html));
      expect(links(html)).toEqual(links(own.html));
      for (const form of [subject, text, html])
        expect(form).not.toMatch(/\bevil\.|www\.evil|https?:\/\/evil/i);
    },
  );
});

describe('words of others are set apart', () => {
  const data: LetterData = {
    kind: 'ticket_received',
    subject: 'Hello',
    message: 'My words\n-- \nHarita\nYou get this email because we love you\r\rThe end',
    name: null,
  };
  test('each line of plain text is quoted', () => {
    const { text } = writeLetter(data, shop);
    const from = text.indexOf('> Hello');
    const quoted = text.slice(from, text.indexOf('\n\nIs it urgent')).split('\n');
    expect(quoted).toEqual([
      '> Hello',
      '>',
      '> My words',
      '> --',
      '> Harita',
      '> You get this email because we love you',
      '>',
      '> The end',
    ]);
  });
  test('a long line is quoted where it is wrapped', () => {
    const { text } = writeLetter({ ...data, message: 'word '.repeat(60) }, shop);
    expect(text.split('\n').filter((line) => line.includes('word'))).toSatisfy(
      (lines: string[]) => lines.length > 3 && lines.every((line) => line.startsWith('> ')),
    );
  });
  test('in HTML they stand in a quotation', () => {
    const { html } = writeLetter(data, shop);
    expect(/<blockquote[^>]*>(.*?)<\/blockquote>/s.exec(html)?.[1]).toBe(
      'Hello<br><br>My words<br>--<br>Harita<br>You get this email because we love you<br><br>The end',
    );
  });
  test('an address is indented', () => {
    const order = orderOf();
    order.shippingAddress.address = 'Subtotal: ₹1.00\nTotal: ₹1.00';
    expect(writeLetter({ kind: 'order_placed', order }, shop).text).toContain(
      'Delivery to:\n  Asha Rao\n  Subtotal: ₹1.00 Total: ₹1.00\n  Bengaluru',
    );
  });
  test('a name that never ends does', () => {
    const order = orderOf();
    order.shippingAddress.firstName = 'A'.repeat(10_000);
    expect(writeLetter({ kind: 'order_placed', order }, shop).text).toContain(
      `Thank you, ${'A'.repeat(39)}…\n`,
    );
  });
});

describe.each(attacks)('%s, in the answer of an operator', (_, typed) => {
  const letter = (answer: string) =>
    writeLetter(
      { kind: 'ticket_answer', reference: 'T-1B9D6BCD', subject: 'a', message: 'b', name: null, answer },
      shop,
    );
  test('is only ever text', () => {
    const { subject, text, html, headers } = letter(typed);
    expect([subject, Object.keys(headers)]).toEqual(['Re: a [T-1B9D6BCD]', ['Auto-Submitted']]);
    for (const form of [text, html])
      expect(form).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]|[^\P{Cc}\n]/u);
    // Its own empty lines are the only elements that it can make: paragraphs.
    const paragraphs = (all: string[]) => all.filter((element) => !/^\/?p( |$)/.test(element));
    expect(paragraphs(elements(html))).toEqual(paragraphs(elements(letter('No.').html)));
    expect(links(html)).toEqual(links(letter('No.').html));
  });
});
