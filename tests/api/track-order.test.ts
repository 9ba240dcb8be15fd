/** Tracking an order by its number and a contact, without signing in (docs/behaviour.md, "Order tracking"). */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { attempts } from '#db/schema/index.ts';
import { newEmail } from '../support/accounts.ts';
import { newClient, tally, times } from '../support/client.ts';
import { hour, setClock } from '../support/clock.ts';
import { guestOrder, newGuest, outcome } from '../support/guests.ts';
import { addressOf, placed } from '../support/orders.ts';
import { countRows, select } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({
  proxy: true,
  flood: 10_000,
  writes: 10_000,
  vars: { TRACK_TRIES_PER_HOUR: '8', TRACK_TRIES_PER_ORDER: '5', TRACK_TRIES_PER_CONTACT: '8' },
});

const track = (json: object, client = shop.client()) =>
  client.post<Record<string, unknown> & { code?: string }>('/api/order/track', json);

test('shows status, courier and steps, and nothing about the person', async () => {
  const guest = await newGuest(shop, { phone: '9811122233' });
  const { orderId, reference } = await guestOrder(guest);
  await operator.post('/api/order/move', { orderId, status: 'Packing' });
  const tracking = { orderId, trackingId: '\u202aa 1\u202c', courierPartner: 'DTDC' };
  await operator.post('/api/order/update-tracking', tracking);
  await shop.db.write.delete(attempts);
  const answers = [];
  for (const [typed, contact] of [
    [reference, guest.email],
    [` ${reference.toLowerCase()} `, ` ${guest.email.toUpperCase()}`],
    [reference.slice(4), addressOf(guest).phone.replace('+91 ', '')],
    [reference.replace('-', ' '), addressOf(guest).phone.replace(/ /g, '')],
    [reference, '9811122233'],
    [`\u2068${reference.replace('-', '–')}\u2069`, '\u202a+91\u00a098111\u00a022233\u202c'],
    [reference, '९८१११२२२३३'],
    [`#${reference}`, '+91 09811122233'],
    [reference, ` ${guest.email.replace('@', '＠')}\u200b`],
  ])
    answers.push(await track({ reference: typed, contact }));
  const [time, day] = [expect.stringMatching(/Z$/), expect.stringMatching(/^\d{4}-\d\d-\d\d$/)];
  const shown = {
    success: true,
    reference,
    status: 'Shipped',
    undelivered: false,
    confirmUntil: null,
    placedAt: time,
    promisedFrom: day,
    promisedTo: day,
    courier: 'DTDC',
    trackingId: 'A1',
    trackingUrl: expect.stringMatching(/^https:/),
    steps: [
      ...['Order Placed', 'Packing', 'Shipped'].map((status) => ({ status, done: true, at: time })),
      ...['Out for Delivery', 'Delivered'].map((status) => ({ status, done: false, at: null })),
    ],
  };
  for (const { status, body } of answers) expect([status, body]).toEqual([200, shown]);
  for (const { text } of answers)
    for (const word of ['Asha', 'MG Road', guest.email]) expect(text).not.toContain(word);
  // Right tries are not counted.
  expect(await countRows(shop.db, 'attempts', sql`count > 0`)).toBe(0);
});

test('an order that came back undelivered was never delivered', async () => {
  const { orderId, reference } = await guestOrder(await newGuest(shop, { phone: '9811122233' }));
  const tracking = { orderId, trackingId: '100000001', courierPartner: 'DTDC' };
  await operator.post('/api/order/update-tracking', tracking);
  // A move that was undone is no step.
  await operator.post('/api/order/move', { orderId, status: 'Out for Delivery' });
  await operator.post('/api/order/undo', { orderId });
  const reason = { reason: 'It came back.', undelivered: 'absent', restock: true };
  await operator.post('/api/order/move', { orderId, status: 'Returned', ...reason });
  const { body } = await track({ reference, contact: '9811122233' });
  expect(body).toMatchObject({ status: 'Returned', undelivered: true });
  const steps = body.steps as { status: string; done: boolean }[];
  const done = steps.flatMap((step) => (step.done ? step.status : []));
  expect(done).toEqual(['Order Placed', 'Packing', 'Shipped']);
});

test('works for an account, by the account’s address too', async ({ newAccount }) => {
  const { reference } = await placed(newAccount, undefined, { email: newEmail() });
  expect((await track({ reference, contact: newAccount.email })).status).toBe(200);
});

test('a wrong contact and an unknown number are the same: body, database calls, and counters', async () => {
  const guest = await newGuest(shop);
  const { reference } = await guestOrder(guest);
  const seen: unknown[] = [];
  for (const asked of [
    { reference, contact: 'nobody@example.in' },
    { reference, contact: '9999999999' },
    { reference: 'ORD-999999', contact: '9999999999' },
  ]) {
    await shop.db.write.delete(attempts);
    shop.proxy.reset();
    const { status, text } = await track(asked);
    seen.push([
      status,
      text,
      shop.proxy.calls.length,
      [...shop.proxy.statements].length,
      await countRows(shop.db, 'attempts'),
    ]);
  }
  expect(seen[0]).toMatchObject([404, expect.stringContaining('not_found'), 1, expect.any(Number), 5]);
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

test('is limited for a phone, from any number of networks: whoever knows it cannot try all numbers', async () => {
  const guest = await newGuest(shop);
  const { reference } = await guestOrder(guest);
  const phone = addressOf(guest).phone;
  // Twenty times what one network may try.
  const guesses = times(165, (n) => track({ reference: `ORD-300${100 + n}`, contact: phone }));
  expect(tally(await Promise.all(guesses))).toEqual({ 404: 160, 429: 5 });
  expect(outcome(await track({ reference, contact: phone }))).toEqual([429, 'too_many']);
  expect((await track({ reference, contact: guest.email })).status).toBe(200);
});

test('is limited for an IPv6 network: 60 tries from as many /64 of a /48', async () => {
  const tries = times(60, (n) =>
    track(
      { reference: `ORD-4000${10 + n}`, contact: `${n}@example.in` },
      newClient(shop.stack.url, undefined, `2001:db8:6:${(n * 300).toString(16)}::1`),
    ),
  );
  expect(tally(await Promise.all(tries))).toEqual({ 404: 8, 429: 52 });
});

test('is limited for a network and for a number, also for unknown numbers, however many come at once', async () => {
  const guest = await newGuest(shop);
  const { reference } = await guestOrder(guest);
  for (const number of [reference, 'ORD-999999']) {
    const one = shop.client();
    const guesses = times(6, (n) => track({ reference: number, contact: `guess${n}@example.in` }, one));
    expect(tally(await Promise.all(guesses))).toEqual({ 404: 5, 429: 1 });
    expect(outcome(await track({ reference: number, contact: guest.email }, one))).toEqual([429, 'too_many']);
  }
  // Nobody locks the owner out from a few networks.
  const strangers = times(12, () => shop.client());
  await Promise.all(
    strangers.flatMap((one) => times(5, (n) => track({ reference, contact: `guess${n}@example.in` }, one))),
  );
  expect((await track({ reference, contact: guest.email })).status).toBe(200);
  // All networks together are limited too: with those above, a hundred tries for a number.
  const rest = times(60, (n) => track({ reference, contact: `more${n}@example.in` }));
  expect(tally(await Promise.all(rest))).toEqual({ 404: 35, 429: 25 });
  const client = shop.client();
  const numbers = times(9, (n) => track({ reference: `ORD-10000${n}`, contact: '9999999999' }, client));
  expect(tally(await Promise.all(numbers))).toEqual({ 404: 8, 429: 1 });
  // A right try of a network above its limit is not given back.
  const sum = async () =>
    (await select<{ n: number }>(shop.db, sql`SELECT sum(count) AS n FROM attempts`))[0]?.n ?? 0;
  const before = await sum();
  expect((await track({ reference, contact: guest.email }, client)).status).toBe(429);
  expect(await sum()).toBe(before + 1);
  // A network above its limit does not use up the limits of other numbers.
  const rows = await countRows(shop.db, 'attempts');
  for (const n of times(5, (n) => n))
    await track({ reference: `ORD-20000${n}`, contact: '9999999999' }, client);
  expect(await countRows(shop.db, 'attempts')).toBe(rows);
  await setClock(shop, 2 * hour);
  expect((await track({ reference, contact: guest.email }, client)).status).toBe(200);
});
