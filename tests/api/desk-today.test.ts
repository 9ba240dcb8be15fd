/** Today at the desk: counts of waiting work, sales by Indian day, and flags, which are resolved once. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { flags, orderEvents, orders, outbox, products, tickets } from '#db/schema/index.ts';
import { raiseFlag } from '#functions/flags/flag.ts';
import { dayOf, endOfDay } from '#lib/dates.ts';
import { tally, times } from '../support/client.ts';
import { day } from '../support/clock.ts';
import { orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { select, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
const operator = useOperator(shop);

type Flag = { _id: string; title: string; about: string; orderId: string | null; reference: string | null };
type Today = {
  toPack: number;
  awaitingPayment: number;
  refundsDue: number;
  openTickets: number;
  lowStock: { _id: string; name: string; stock: number }[];
  sales: { day: string; orders: number; amount: number }[];
  promises: { due: number; kept: number };
  flags: Flag[];
};
const glance = async () => (await operator.get<Today>('/api/desk/today')).body;

beforeEach(async () => {
  await refillStock(shop.db);
  await shop.db.write.batch([
    shop.db.write.delete(orders),
    shop.db.write.delete(flags),
    shop.db.write.delete(tickets),
    shop.db.write.delete(outbox),
  ]);
});

/** A placed order of ₹599. @returns its id */
async function placed(over: Partial<typeof orders.$inferInsert> = {}): Promise<string> {
  const person = await shop.person();
  const { body } = await placeOrder(person, await orderOf(person, { [serum]: 1 }));
  if (Object.keys(over).length)
    await shop.db.write.update(orders).set(over).where(eq(orders.id, body.order._id));
  return body.order._id;
}

test('without work and sales: zeros, and thirty days that end today', async () => {
  const { sales, ...rest } = await glance();
  expect(rest).toMatchObject({ toPack: 0, awaitingPayment: 0, refundsDue: 0, openTickets: 0, flags: [] });
  expect(rest.lowStock).toEqual([]);
  expect(sales).toHaveLength(30);
  expect(sales.at(-1)).toEqual({ day: dayOf(Date.now()), orders: 0, amount: 0 });
  expect(new Set(sales.map((one) => one.day)).size).toBe(30);
});

test('waiting work is counted', async () => {
  await placed();
  await placed({ status: 'Packing' });
  await placed({ status: 'Payment Pending' });
  await placed({ status: 'Shipped' });
  await shop
    .client()
    .post('/api/contact/submit', { email: 'a@example.in', subject: 'Help', message: 'Where?' });
  await shop.db.write.update(products).set({ stock: 10 }).where(eq(products.id, toner));
  await shop.db.write.update(products).set({ stock: 0 }).where(eq(products.id, serum));
  const { toPack, awaitingPayment, openTickets, lowStock } = await glance();
  expect({ toPack, awaitingPayment, openTickets }).toEqual({ toPack: 2, awaitingPayment: 1, openTickets: 1 });
  expect(lowStock.map(({ _id, stock }) => [_id, stock])).toEqual([
    [serum, 0],
    [toner, 10],
  ]);
});

test('a day begins and ends at midnight in India', async () => {
  const midnight = endOfDay(Date.now()) - day;
  for (const createdAt of [midnight - 1, midnight, midnight + 1]) await placed({ createdAt });
  const { sales } = await glance();
  expect(sales.slice(-2)).toEqual([
    { day: dayOf(midnight - 1), orders: 1, amount: 599 },
    { day: dayOf(midnight), orders: 2, amount: 1198 },
  ]);
});

test('unpaid, ended, sample and older orders are not sales', async () => {
  await placed({ status: 'Payment Pending' });
  await placed({ status: 'Cancelled' });
  await placed({ status: 'Returned' });
  await placed({ sample: true });
  await placed({ createdAt: endOfDay(Date.now()) - 30 * day - 1 });
  await placed({ createdAt: endOfDay(Date.now()) - 30 * day });
  const { sales } = await glance();
  expect(sales.filter((one) => one.orders)).toEqual([{ ...sales[0], orders: 1, amount: 599 }]);
});

test('promises of thirty days: what arrived by the promised day, of what is due', async () => {
  const today = dayOf(Date.now());
  const yesterday = dayOf(Date.now() - day);
  const tomorrow = dayOf(Date.now() + day);
  const arrived = async (at: number, over: Partial<typeof orders.$inferInsert>) => {
    const orderId = await placed({ status: 'Delivered', ...over });
    const event = { id: randomUUID(), orderId, at, actor: 'operator', kind: 'status' } as const;
    await shop.db.write.insert(orderEvents).values({ ...event, toStatus: 'Delivered' });
  };
  expect((await glance()).promises).toEqual({ due: 0, kept: 0 });
  const lastMoment = endOfDay(Date.now()) - 1;
  await arrived(lastMoment, { promisedTo: today });
  await arrived(lastMoment + 1, { promisedTo: today });
  await arrived(Date.now(), { promisedTo: tomorrow, status: 'Returned' });
  await placed({ promisedTo: yesterday, status: 'Shipped' });
  expect((await glance()).promises).toEqual({ due: 4, kept: 2 });
  // Not due, came back undelivered, cancelled, without a promise, a sample, too old.
  await placed({ promisedTo: today, status: 'Shipped' });
  await placed({ promisedTo: yesterday, status: 'Returned' });
  await placed({ promisedTo: yesterday, status: 'Cancelled' });
  await arrived(Date.now(), { promisedTo: null });
  await arrived(Date.now(), { promisedTo: today, sample: true });
  await arrived(Date.now(), { promisedTo: today, createdAt: Date.now() - 31 * day });
  expect((await glance()).promises).toEqual({ due: 4, kept: 2 });
});

describe('flags', () => {
  const raise = (kind: Parameters<typeof raiseFlag>[1]['kind'], about: string) =>
    shop.db.write.batch([...raiseFlag(shop.db, { kind, about, detail: 'Stripe took ₹1', now: Date.now() })]);
  const resolve = (id: string, by = operator) => by.post(`/api/desk/flags/${id}/resolve`);
  const letters = () => select(shop.db, sql`SELECT DISTINCT cause FROM outbox WHERE cause LIKE 'flag:%'`);

  test('are listed with their order, and gone when they are resolved, which is recorded', async () => {
    const orderId = await placed();
    await raise('payment_mismatch', orderId);
    await raise('mail_failing', 'letter-1');
    const [mismatch, mail] = (await glance()).flags;
    expect(mismatch).toMatchObject({
      title: 'A payment does not match its order',
      about: orderId,
      orderId,
      reference: expect.stringMatching(/^ORD-\d{6}$/),
      detail: 'Stripe took ₹1',
    });
    expect(mail).toMatchObject({ title: 'An email cannot be sent', about: 'letter-1', orderId: null });
    expect((await resolve(mismatch?._id ?? '')).status).toBe(200);
    expect((await glance()).flags).toEqual([mail]);
    const noted = sql`SELECT actor_id, about, detail FROM audit WHERE action = 'flag_resolved'`;
    expect(await select(shop.db, noted)).toEqual([
      { actor_id: operator.id, about: mismatch?.reference, detail: 'payment_mismatch: Stripe took ₹1' },
    ]);
  });

  test('of two operators at once one resolves it, and the other gets a 409', async () => {
    await raise('mail_failing', 'letter-2');
    const id = (await glance()).flags[0]?._id ?? '';
    const others = [operator, await shop.person('operator')];
    const answers = await Promise.all(times(6, () => others).map(([a, b], n) => resolve(id, n % 2 ? a : b)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 5 });
    const noted = sql`SELECT count(*) AS n FROM audit WHERE detail LIKE 'mail_failing%'`;
    expect(await select(shop.db, noted)).toEqual([{ n: 1 }]);
  });

  test.each(['x', randomUUID(), '%20', "' OR 1=1"])('%j is unknown, and changes nothing', async (id) => {
    const rows = await snapshot(shop.db);
    const { status, body } = await resolve(encodeURIComponent(id));
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test.each([
    ['job_failing', 2],
    ['refund_failed', 2],
    ['payment_mismatch', 1],
    ['provider_silent', 1],
  ] as const)('%s, resolved and raised again, is mailed %d times', async (kind, mails) => {
    await raise(kind, 'it');
    await raise(kind, 'it');
    const [flag] = (await glance()).flags;
    await resolve(flag?._id ?? '');
    await raise(kind, 'it');
    expect((await glance()).flags).toHaveLength(mails - 1);
    expect(await letters()).toHaveLength(mails);
  });

  test('a job that runs again resolves its own flag', async () => {
    await raise('job_failing', 'tidy');
    await shop.stack.scheduled();
    expect((await glance()).flags).toEqual([]);
  });
});
