/**
 * POST /api/contact/submit (docs/behaviour.md, "Support"): storing tickets, refusals by field, and the hourly limit of
 * tickets per network.
 */
import { beforeEach, describe, expect } from 'vitest';
import { tickets } from '#db/schema/index.ts';
import { ticketReference } from '#domain/support/reference.ts';
import { issueTypes } from '#domain/support/ticket.ts';
import { newClient, tally, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true, vars: { TICKETS_PER_HOUR: '2' } });
const ticket = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  subject: 'A broken pump',
  message: 'It came without its spring.\nThe box was whole.',
  issueType: 'return',
};
const submit = (json: unknown, client = shop.client()) => client.post('/api/contact/submit', json);

const rows = () => shop.db.read.select().from(tickets);

beforeEach(() => shop.db.write.delete(tickets));

describe('a ticket', () => {
  test('is stored unchanged, and answered with its reference', async () => {
    const { status, body } = await submit(ticket);
    const message = 'Ticket Submitted Successfully!';
    expect([status, body]).toEqual([200, { success: true, message, reference: body.reference }]);
    const stored = await rows();
    expect(body.reference).toBe(ticketReference(stored[0]?.id ?? ''));
    expect(stored).toMatchObject([ticket]);
  });

  test('needs no name; the default type is general', async () => {
    const { email, subject, message } = ticket;
    for (const name of [undefined, '  '])
      expect((await submit({ email, subject, message, name })).status).toBe(200);
    expect(await rows()).toMatchObject(times(2, () => ({ name: null, issueType: 'general' })));
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
    expect((await rows()).map(({ issueType }) => issueType)).toEqual([...issueTypes]);
  });
});

test('reports all wrong fields at once', async () => {
  const { body } = await submit({});
  expect(Object.keys(body.fields).sort()).toEqual(['email', 'message', 'subject']);
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
