/** Text of shoppers cannot add headers, markup, links or control characters to an email, or look like ours. */
import { describe, expect, test } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import type { EmailData } from './email-data.ts';
import { renderEmail } from './render.ts';
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

/** An email of each kind that contains typed text, with that text in every field. */
function lettersWith(typed: string): EmailData[] {
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
    {
      kind: 'review_request',
      order,
      products: [{ name: typed, url: 'https://shop.example/x' }],
      unsubscribeUrl: 'https://shop.example/unsubscribe?token=x',
    },
    { kind: 'review_hidden', product: typed, reason: 'spam', url: 'https://shop.example/x' },
    { kind: 'review_decided', product: typed, answer: 'No.', url: 'https://shop.example/x' },
  ];
}

/** The elements of an email with their attributes. Typed text must not add any. */
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
      const { subject, text, html, headers } = renderEmail(data, shop);
      expect(subject).toMatch(/^[^\p{Cc}\u2028\u2029]{1,150}$/u);
      const unsubscribe = data.kind === 'review_request' ? ['List-Unsubscribe', 'List-Unsubscribe-Post'] : [];
      expect(Object.keys(headers)).toEqual(['Auto-Submitted', ...unsubscribe]);
      for (const form of [subject, text, html])
        expect(form).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]|[^\P{Cc}\n]/u);

      const own = renderEmail(plain as EmailData, shop);
      expect(headers).toEqual(own.headers);
      expect(elements(html)).toEqual(elements(own.html));
      expect(links(html)).toEqual(links(own.html));
      for (const form of [subject, text, html])
        expect(form).not.toMatch(/\bevil\.|www\.evil|https?:\/\/evil/i);
    },
  );
});

describe('text of others is set apart', () => {
  const data: EmailData = {
    kind: 'ticket_received',
    subject: 'Hello',
    message: 'My words\n-- \nHarita\nYou get this email because we love you\r\rThe end',
    name: null,
  };
  test('plain text quotes each line', () => {
    const { text } = renderEmail(data, shop);
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
  test('wrapped lines are quoted too', () => {
    const { text } = renderEmail({ ...data, message: 'word '.repeat(60) }, shop);
    expect(text.split('\n').filter((line) => line.includes('word'))).toSatisfy(
      (lines: string[]) => lines.length > 3 && lines.every((line) => line.startsWith('> ')),
    );
  });
  test('HTML has it in a blockquote', () => {
    const { html } = renderEmail(data, shop);
    expect(/<blockquote[^>]*>(.*?)<\/blockquote>/s.exec(html)?.[1]).toBe(
      'Hello<br><br>My words<br>--<br>Harita<br>You get this email because we love you<br><br>The end',
    );
  });
  test('an address is indented', () => {
    const order = orderOf();
    order.shippingAddress.address = 'Subtotal: ₹1.00\nTotal: ₹1.00';
    expect(renderEmail({ kind: 'order_placed', order }, shop).text).toContain(
      'Delivery to:\n  Asha Rao\n  Subtotal: ₹1.00 Total: ₹1.00\n  Bengaluru',
    );
  });
  test('a long name is truncated', () => {
    const order = orderOf();
    order.shippingAddress.firstName = 'A'.repeat(10_000);
    expect(renderEmail({ kind: 'order_placed', order }, shop).text).toContain(
      `Thank you, ${'A'.repeat(39)}…\n`,
    );
  });
});

describe.each(attacks)('%s, in the reply of an operator', (_, typed) => {
  const letter = (answer: string) =>
    renderEmail(
      { kind: 'ticket_answer', reference: 'T-1B9D6BCD', subject: 'a', message: 'b', name: null, answer },
      shop,
    );
  test('stays text', () => {
    const { subject, text, html, headers } = letter(typed);
    expect([subject, Object.keys(headers)]).toEqual(['Re: a [T-1B9D6BCD]', ['Auto-Submitted']]);
    for (const form of [text, html])
      expect(form).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]|[^\P{Cc}\n]/u);
    // Empty lines of the reply make paragraphs, and no other elements.
    const paragraphs = (all: string[]) => all.filter((element) => !/^\/?p( |$)/.test(element));
    expect(paragraphs(elements(html))).toEqual(paragraphs(elements(letter('No.').html)));
    expect(links(html)).toEqual(links(letter('No.').html));
  });
});
