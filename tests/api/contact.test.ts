/**
 * POST /api/contact/submit (docs/behaviour.md, "Support"): storing tickets, refusals by field, and the hourly limit of
 * tickets per network.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ticketReference } from '#domain/support/reference.ts';
import { issueTypes } from '#domain/support/ticket.ts';
import { inBatches, newClient, tally, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { countRows, select } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { TICKETS_PER_HOUR: '2' } });
const ticket = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  subject: 'A broken pump',
  message: 'It came without its spring.\nThe box was whole.',
  issueType: 'return',
};
const submit = (json: unknown, client = shop.client()) => client.post('/api/contact/submit', json);

type Row = { name: string | null; email: string; subject: string; issue_type: string; message: string };
const rows = () => select<Row>(shop.db, sql`SELECT name, email, subject, issue_type, message FROM tickets`);

beforeEach(() => shop.db.write.run(sql`DELETE FROM tickets`));

describe('a ticket', () => {
  test('is stored unchanged, and answered with its reference', async () => {
    const { status, body } = await submit(ticket);
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: 'Ticket Submitted Successfully!', reference: body.reference },
    });
    const [stored] = await select<{ id: string }>(shop.db, sql`SELECT id FROM tickets`);
    expect(body.reference).toBe(ticketReference(stored?.id ?? ''));
    const { issueType, ...rest } = ticket;
    expect(await rows()).toEqual([{ ...rest, issue_type: issueType }]);
  });

  test('needs no name; the default type is general', async () => {
    const { email, subject, message } = ticket;
    for (const name of [undefined, '  '])
      expect((await submit({ email, subject, message, name })).status).toBe(200);
    expect(await rows()).toMatchObject(times(2, () => ({ name: null, issue_type: 'general' })));
  });

  test('is trimmed, its email in lower case', async () => {
    const typed = { name: '\u202aAsha\u202c\nRao', email: ' Asha@Example.IN\u200b ' };
    await submit({ ...ticket, ...typed, subject: ' A pump ', message: ' Broken.\n ' });
    expect(await rows()).toMatchObject([
      { name: 'Asha Rao', email: 'asha@example.in', subject: 'A pump', message: 'Broken.' },
    ]);
  });

  test('can be about each of the kinds', async () => {
    for (const issueType of issueTypes) expect((await submit({ ...ticket, issueType })).status).toBe(200);
    expect((await rows()).map(({ issue_type }) => issue_type)).toEqual([...issueTypes]);
  });
});

const filler = (length: number) => 'x'.repeat(length);

describe('is refused by field', () => {
  test('with its message, and nothing is stored', async () => {
    const cases: [what: string, wrong: object, field: string, message: string][] = [
      ['no e-mail', { email: undefined }, 'email', 'Please enter your email address'],
      ['a blank e-mail', { email: ' ' }, 'email', 'Please enter your email address'],
      ['a number for an e-mail', { email: 7 }, 'email', 'Please enter your email address'],
      ['an e-mail that is none', { email: 'asha' }, 'email', 'Please enter a valid email address'],
      ['two e-mails', { email: 'a@b.in,c@d.in' }, 'email', 'Please enter a valid email address'],
      [
        'a line break in the e-mail',
        { email: 'a@b.in\nBcc: c@d.in' },
        'email',
        'Please enter a valid email address',
      ],
      [
        'an e-mail of 300 characters',
        { email: `${filler(290)}@b.in` },
        'email',
        'Please enter a valid email address',
      ],
      ['no subject', { subject: undefined }, 'subject', 'Please enter a subject'],
      ['a blank subject', { subject: '\t' }, 'subject', 'Please enter a subject'],
      ['null for a subject', { subject: null }, 'subject', 'Please enter a subject'],
      [
        'a subject of 121 characters',
        { subject: filler(121) },
        'subject',
        'Please use at most 120 characters',
      ],
      [
        'a line break in the subject',
        { subject: 'a\r\nb' },
        'subject',
        'This contains a character that we cannot print',
      ],
      ['no description', { message: undefined }, 'message', 'Please enter a description'],
      ['a blank description', { message: '\n \n' }, 'message', 'Please enter a description'],
      ['a list for a description', { message: ['a'] }, 'message', 'Please enter a description'],
      [
        'a description of 4,001 characters',
        { message: filler(4001) },
        'message',
        'Please use at most 4000 characters',
      ],
      [
        'a NUL in the description',
        { message: 'a\u0000b' },
        'message',
        'This contains a character that we cannot print',
      ],
      ['an issue that we do not know', { issueType: 'gift' }, 'issueType', 'Please choose what it is about'],
      ['an empty issue', { issueType: '' }, 'issueType', 'Please choose what it is about'],
      ['a name of 81 characters', { name: filler(81) }, 'name', 'Your name can have at most 80 characters'],
      [
        'a control character in the name',
        { name: 'A\u0007B' },
        'name',
        'Your name contains a character that we cannot print',
      ],
    ];
    await inBatches(cases, async ([what, wrong, field, message]) => {
      const { status, body } = await submit({ ...ticket, ...wrong });
      expect([what, status, body.code, body.fields]).toEqual([what, 422, 'invalid', { [field]: message }]);
    });
    expect(await rows()).toEqual([]);
  });

  test('reports all wrong fields at once', async () => {
    const { body } = await submit({});
    expect(Object.keys(body.fields).sort()).toEqual(['email', 'message', 'subject']);
  });
});

describe('TICKETS_PER_HOUR', () => {
  test('limits a network, even for parallel requests; other networks and the next hour are free', async () => {
    const client = shop.client();
    shop.proxy.meet(2);
    const answers = await Promise.all(times(6, (n) => submit({ ...ticket, subject: `Ticket ${n}` }, client)));
    expect(tally(answers)).toEqual({ 200: 2, 429: 4 });
    expect(await countRows(shop.db, 'tickets')).toBe(2);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      success: false,
      code: 'too_many',
      message: 'Too many tickets were sent from your network. Please call us, or try again in an hour.',
    });
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect((await submit(ticket)).status).toBe(200);

    await setClock(shop, 61 * minute);
    expect((await submit(ticket, newClient(shop.stack.url, undefined, client.address))).status).toBe(200);
  });

  test('invalid requests are not counted', async () => {
    const client = shop.client();
    for (const wrong of [{}, { ...ticket, email: 'x' }])
      expect((await submit(wrong, client)).status).toBe(422);
    for (const wanted of [200, 200, 429]) expect((await submit(ticket, client)).status).toBe(wanted);
  });
});
