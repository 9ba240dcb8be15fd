/**
 * Today at the desk: counts of waiting work, sales by Indian day, what sells and what comes back, low stock, which is
 * emailed once, and flags, which are resolved once.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import {
  flags,
  orderEvents,
  orders,
  outbox,
  products,
  reductions,
  refunds,
  returns,
  ticketAnswers,
  tickets,
} from '#db/schema/index.ts';
import { store } from '#functions/lib/store.ts';
import { raiseFlag } from '#functions/outbox/flag.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { dayOf, endOfDay } from '#lib/dates.ts';
import { tally, times } from '../support/client.ts';
import { day } from '../support/clock.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true });

const glance = async () =>
  (await operator.get<ResponseOf<typeof api.desk.today.$get>>('/api/desk/today')).body;

beforeEach(async () => {
  await shop.db.write.batch([
    shop.db.write.delete(orders),
    shop.db.write.delete(flags),
    shop.db.write.delete(tickets),
    shop.db.write.delete(outbox),
  ]);
});

/** A placed order of ₹599. @returns its id */
async function placedWith(over: Partial<typeof orders.$inferInsert> = {}): Promise<string> {
  const { _id } = await placed(await shop.person(), { [serum]: 1 });
  if (Object.keys(over).length) await shop.db.write.update(orders).set(over).where(eq(orders.id, _id));
  return _id;
}

test('without work and sales: zeros, and thirty days that end today', async () => {
  const { sales, ...rest } = await glance();
  expect(rest).toMatchObject({ toPack: 0, awaitingPayment: 0, refundsDue: 0, openTickets: 0, flags: [] });
  expect(rest.lowStock).toEqual([]);
  const none = { orders: 0, total: 0 };
  expect(rest).toMatchObject({ compared: { today: none, weekBefore: none }, cashToCollect: none });
  expect(rest).toMatchObject({ oldestToPack: null, longInTransit: { count: 0 }, bestSellers: [] });
  expect(sales).toHaveLength(30);
  expect(sales.at(-1)).toEqual({ day: dayOf(Date.now()), orders: 0, total: 0 });
  expect(new Set(sales.map((one) => one.day)).size).toBe(30);
});

test('waiting work is counted', async () => {
  await placedWith();
  await placedWith({ status: 'Packing' });
  await placedWith({ status: 'Payment Pending' });
  await placedWith({ status: 'Shipped' });
  await shop
    .client()
    .post('/api/contact/submit', { email: 'a@example.in', subject: 'Help', message: 'Where?' });
  await shop.db.write.update(products).set({ stock: 10 }).where(eq(products.id, toner));
  await shop.db.write.update(products).set({ stock: 0 }).where(eq(products.id, serum));
  const { toPack, awaitingPayment, openTickets, lowStock } = await glance();
  expect({ toPack, awaitingPayment, openTickets }).toEqual({ toPack: 2, awaitingPayment: 1, openTickets: 1 });
  expect(lowStock.map(({ id, stock }) => [id, stock])).toEqual([
    [serum, 0],
    [toner, 10],
  ]);
});

test('what waits longer than the texts promise is counted: messages, requests for a return, refunds', async () => {
  const hour = day / 24;
  const { replyHours } = store.care;
  const ticket = { email: 'a@example.in', subject: 'Help', message: 'Where?', issueType: 'order' } as const;
  const row = (over: object) => ({ id: randomUUID(), ...ticket, createdAt: Date.now(), ...over });
  const soon = Date.now() - (replyHours - 1) * hour;
  const late = Date.now() - (replyHours + 1) * hour;
  const answered = row({ createdAt: late });
  await shop.db.write
    .insert(tickets)
    .values([
      row({ createdAt: soon }),
      row({ createdAt: late }),
      row({ createdAt: late, status: 'closed' }),
      answered,
    ]);
  await shop.db.write
    .insert(ticketAnswers)
    .values({ id: randomUUID(), ticketId: answered.id, at: late, actorId: 'x', message: 'Here.' });
  const orderId = await placedWith({ status: 'Delivered', paid: true });
  const asked = (number: number, createdAt: number, status: 'Requested' | 'Approved') =>
    ({ id: randomUUID(), orderId, number, status, method: 'pickup', createdAt }) as const;
  await shop.db.write
    .insert(returns)
    .values([asked(1, soon, 'Requested'), asked(2, late, 'Requested'), asked(3, late, 'Approved')]);
  const due = (daysAgo: number, amount: number) =>
    ({
      id: randomUUID(),
      orderId,
      amount,
      reason: 'adjustment',
      status: 'due',
      createdAt: Date.now() - daysAgo * day,
    }) as const;
  await shop.db.write.insert(refunds).values([due(6, 100), due(60, 200)]);
  expect((await glance()).late).toEqual({ messages: 1, returns: 1, refunds: 1 });
});

test('today is compared with the same weekday until the same time of day', async () => {
  const midnight = endOfDay(Date.now()) - day;
  await placedWith({ createdAt: midnight });
  const weekBefore = midnight - 7 * day;
  await placedWith({ createdAt: weekBefore });
  await placedWith({ createdAt: weekBefore - 1 });
  await placedWith({ createdAt: Date.now() - 7 * day });
  // Later than now, a week before, unless it is the last minute of the day.
  await placedWith({ createdAt: Math.min(Date.now() - 7 * day + 60_000, weekBefore + day) });
  await placedWith({ createdAt: weekBefore, status: 'Cancelled' });
  const { compared, until } = await glance();
  expect(compared).toEqual({
    today: { orders: 1, total: 59_900 },
    weekBefore: { orders: 2, total: 119_800 },
  });
  expect(dayOf(until)).toBe(dayOf(weekBefore));
});

test('the oldest order to pack, the cash that couriers owe, and parcels that are late', async () => {
  const shipped = async (daysAgo: number, over: Partial<typeof orders.$inferInsert> = {}) => {
    const orderId = await placedWith({ status: 'Shipped', createdAt: Date.now() - 10 * day, ...over });
    const event = { id: randomUUID(), orderId, actor: 'operator', kind: 'status' } as const;
    await shop.db.write
      .insert(orderEvents)
      .values({ ...event, at: Date.now() - daysAgo * day, toStatus: 'Shipped' });
    return orderId;
  };
  await placedWith({ createdAt: Date.now() - day });
  const oldest = await placedWith({ createdAt: Date.now() - 2 * day, status: 'Packing' });
  const [late, later] = [await shipped(6), await shipped(7, { status: 'Out for Delivery', paid: true })];
  await shipped(4);
  await shipped(4, { status: 'Out for Delivery' });
  await shipped(9, { status: 'Delivered' });
  await shipped(9, { status: 'Returned' });
  await shipped(9, { sample: true });
  await shipped(4, { paymentMethod: 'stripe' });
  const { oldestToPack, cashToCollect, longInTransit } = await glance();
  expect(oldestToPack).toMatchObject({ id: oldest, reference: expect.stringMatching(/^ORD-\d{6}$/) });
  expect(cashToCollect).toEqual({ orders: 4, total: 4 * 59_900 });
  const { body } = await operator.get<{ rows: { total: number }[] }>('/api/desk/orders?paid=collect');
  expect(body.rows.map(({ total }) => total)).toEqual([59_900, 59_900, 59_900, 59_900]);
  expect([longInTransit.count, longInTransit.orders.map(({ id }) => id)]).toEqual([2, [later, late]]);
  expect(longInTransit.orders.map(({ shipped }) => dayOf(shipped))).toEqual([
    dayOf(Date.now() - 7 * day),
    dayOf(Date.now() - 6 * day),
  ]);
});

test('best sellers of thirty days with what came back, whole orders and parts', async () => {
  const delivered = await placedWith({ status: 'Delivered' });
  await placedWith({ status: 'Returned' });
  await placedWith({ status: 'Shipped' });
  await placedWith({ status: 'Cancelled' });
  await placedWith({ createdAt: Date.now() - 31 * day });
  await placed(await shop.person(), { [toner]: 4 });
  await shop.db.write
    .insert(reductions)
    .values({
      id: randomUUID(),
      orderId: delivered,
      at: Date.now(),
      kind: 'returned',
      position: 0,
      productId: serum,
      name: 'Glow Serum',
      quantity: 1,
      amount: 0,
      restocked: false,
    });
  expect((await glance()).bestSellers).toEqual([
    { id: toner, name: 'Rose Toner', sold: 4, amount: 4 * 34_900, arrived: 0, returned: 0 },
    { id: serum, name: 'Glow Serum', sold: 3, amount: 3 * 59_900, arrived: 2, returned: 2 },
  ]);
});

describe('low stock', () => {
  const emails = async () => {
    await shop.stack.scheduled();
    return select<{ products: string }>(
      shop.db,
      sql`SELECT DISTINCT cause, letter ->> 'products' AS products FROM outbox WHERE cause LIKE 'low_stock:%' ORDER BY rowid`,
    );
  };
  const set = (values: Partial<typeof products.$inferInsert>, id = serum) =>
    shop.db.write.update(products).set(values).where(eq(products.id, id));
  const adjust = (json: object) =>
    operator.post(`/api/desk/stock/${serum}`, { key: randomUUID(), seen: 0, ...json });

  test('is emailed once at the product’s threshold, and again after it was refilled', async () => {
    await shop.db.write.update(products).set({ lowNotified: null });
    await set({ stock: 21, lowStock: 20 });
    await set({ stock: 11 }, toner);
    expect(await emails()).toEqual([]);
    await set({ stock: 20 });
    expect((await glance()).lowStock).toMatchObject([{ id: serum, stock: 20 }]);
    const [first, ...others] = await emails();
    expect(JSON.parse(first?.products ?? '')).toEqual([{ id: serum, name: 'Glow Serum', stock: 20 }]);
    expect(others).toEqual([]);
    // A cancelled order, or a sale, is no refill.
    await set({ stock: 21 });
    await set({ stock: 3 });
    expect(await emails()).toHaveLength(1);
    await adjust({ reason: 'received', pieces: 17 });
    expect(await emails()).toHaveLength(1);
    await adjust({ reason: 'received', pieces: 1 });
    expect(await emails()).toHaveLength(1);
    await set({ stock: 20 });
    expect(await emails()).toHaveLength(2);
    await set({ lowStock: 25 });
    expect(await emails()).toHaveLength(3);
    await set({ lowStock: 10 });
  });

  test('is emailed once by runs of the job at the same time', async () => {
    await set({ stock: 0, lowNotified: null });
    await Promise.all(times(5, () => shop.stack.scheduled()));
    expect(await emails()).toHaveLength(1);
  });
});

test('a day begins and ends at midnight in India', async () => {
  const midnight = endOfDay(Date.now()) - day;
  for (const createdAt of [midnight - 1, midnight, midnight + 1]) await placedWith({ createdAt });
  const { sales } = await glance();
  expect(sales.slice(-2)).toEqual([
    { day: dayOf(midnight - 1), orders: 1, total: 59_900 },
    { day: dayOf(midnight), orders: 2, total: 119_800 },
  ]);
});

test('unpaid, ended, sample and older orders are not sales', async () => {
  await placedWith({ status: 'Payment Pending' });
  await placedWith({ status: 'Cancelled' });
  await placedWith({ status: 'Returned' });
  await placedWith({ sample: true });
  await placedWith({ createdAt: endOfDay(Date.now()) - 30 * day - 1 });
  await placedWith({ createdAt: endOfDay(Date.now()) - 30 * day });
  const { sales } = await glance();
  expect(sales.filter((one) => one.orders)).toEqual([{ ...sales[0], orders: 1, total: 59_900 }]);
});

test('promises of thirty days: what arrived by the promised day, of what is due', async () => {
  const today = dayOf(Date.now());
  const yesterday = dayOf(Date.now() - day);
  const tomorrow = dayOf(Date.now() + day);
  const arrived = async (at: number, over: Partial<typeof orders.$inferInsert>) => {
    const orderId = await placedWith({ status: 'Delivered', ...over });
    const event = { id: randomUUID(), orderId, at, actor: 'operator', kind: 'status' } as const;
    await shop.db.write.insert(orderEvents).values({ ...event, toStatus: 'Delivered' });
  };
  expect((await glance()).promises).toEqual({ due: 0, kept: 0 });
  const lastMoment = endOfDay(Date.now()) - 1;
  await arrived(lastMoment, { promisedTo: today });
  await arrived(lastMoment + 1, { promisedTo: today });
  await arrived(Date.now(), { promisedTo: tomorrow, status: 'Returned' });
  await placedWith({ promisedTo: yesterday, status: 'Shipped' });
  expect((await glance()).promises).toEqual({ due: 4, kept: 2 });
  // Not due, came back undelivered, cancelled, without a promise, a sample, too old.
  await placedWith({ promisedTo: today, status: 'Shipped' });
  await placedWith({ promisedTo: yesterday, status: 'Returned' });
  await placedWith({ promisedTo: yesterday, status: 'Cancelled' });
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
    const orderId = await placedWith();
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
    expect((await resolve(mismatch?.id ?? '')).status).toBe(200);
    expect((await glance()).flags).toEqual([mail]);
    const noted = sql`SELECT actor_id, about, detail FROM audit WHERE action = 'flag_resolved'`;
    expect(await select(shop.db, noted)).toEqual([
      { actor_id: operator.id, about: mismatch?.reference, detail: 'payment_mismatch: Stripe took ₹1' },
    ]);
  });

  test('of two operators at once one resolves it, and the other gets a 409', async () => {
    await raise('mail_failing', 'letter-2');
    const id = (await glance()).flags[0]?.id ?? '';
    const others = [operator, await shop.person('operator')];
    const answers = await Promise.all(times(6, () => others).map(([a, b], n) => resolve(id, n % 2 ? a : b)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 5 });
    const noted = sql`SELECT count(*) AS n FROM audit WHERE detail LIKE 'mail_failing%'`;
    expect(await select(shop.db, noted)).toEqual([{ n: 1 }]);
  });

  test('an unknown one changes nothing', async () => {
    const rows = await snapshot(shop.db);
    for (const id of ['x', randomUUID(), '%20', "' OR 1=1"]) {
      const { status, body } = await resolve(encodeURIComponent(id));
      expect([id, status, body.code]).toEqual([id, 404, 'not_found']);
    }
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test.for([
    ['job_failing', 2],
    ['refund_failed', 2],
    ['payment_mismatch', 1],
    ['provider_silent', 1],
  ] as const)('%s, resolved and raised again, is mailed %d times', async ([kind, mails]) => {
    await raise(kind, 'it');
    await raise(kind, 'it');
    const [flag] = (await glance()).flags;
    await resolve(flag?.id ?? '');
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
