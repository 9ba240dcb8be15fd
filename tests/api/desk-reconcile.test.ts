/**
 * Reconciliation of orders and events: the rules' columns are read as they are stored, comparing writes nothing,
 * and the actions that the report names remove the difference. The cases of each rule are beside the rules.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import type { Rule } from '#domain/reconciliation/rules.ts';
import { password } from '../support/accounts.ts';
import { minute, setClock } from '../support/clock.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { paidOrder, payAtProvider, pendingOrder } from '../support/payments.ts';
import {
  differencesOf,
  makeBalanced,
  onlyDifference,
  reconcilePages,
  settledSnapshot,
} from '../support/reconciliation.ts';
import { select, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await makeBalanced(shop.db);
});

const run = (statement: SQL) => shop.db.write.run(statement);
const look = () => differencesOf(operator, 'stock', 'events', 'orders');
const only = async () => onlyDifference(await look());

/** Healthy orders. @returns their ids */
const make = {
  cash: async () => (await placed(await shop.person(), { [serum]: 2 }))._id,
  card: async () => (await paidOrder(shop, await shop.person(), 'stripe')).orderId,
  upi: async () => (await paidOrder(shop, await shop.person(), 'razorpay')).orderId,
  waiting: async () => pendingOrder(await shop.person(), 'stripe'),
  shipped: async () => {
    const orderId = await make.cash();
    await operator.post('/api/order/update-tracking', { orderId, trackingId: 'A1', courierPartner: 'DTDC' });
    return orderId;
  },
  /** Its cash was collected. */
  delivered: async () => {
    const orderId = await make.shipped();
    await operator.post('/api/order/move', { orderId, status: 'Out for Delivery' });
    await operator.post('/api/order/move', { orderId, status: 'Delivered', collected: true, password });
    return orderId;
  },
  /** Cancelled after it was paid. */
  cancelled: async () => {
    const orderId = await make.card();
    await operator.post('/api/order/cancel', { orderId, reason: 'Called' });
    return orderId;
  },
};

const uncount = (id: string) => [sql`UPDATE orders SET paid = 0 WHERE id = ${id}`];

/** For each column that a rule reads: a healthy order, and the statements that corrupt it. The shop writes no such rows. */
const corruptions: [Rule, keyof typeof make, (id: string) => SQL[]][] = [
  ['status', 'cash', (id) => [sql`UPDATE orders SET status = 'Shipped' WHERE id = ${id}`]],
  ['lines', 'cash', (id) => [sql`UPDATE order_lines SET price = price + 1 WHERE order_id = ${id}`]],
  ['lines', 'cash', (id) => [sql`UPDATE order_lines SET discount = 1 WHERE order_id = ${id}`]],
  ['asked', 'waiting', (id) => [sql`UPDATE payments SET amount = 100 WHERE order_id = ${id}`]],
  ['overdue', 'waiting', (id) => [sql`DELETE FROM payments WHERE order_id = ${id}`]],
  [
    'waits_paid',
    'card',
    (id) => [
      sql`UPDATE orders SET status = 'Payment Pending' WHERE id = ${id}`,
      sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
        VALUES ('w' || ${id}, ${id}, 0, 'shop', 'status', 'Payment Pending')`,
    ],
  ],
  ['unpaid', 'card', uncount],
  ['unproven', 'upi', (id) => [sql`UPDATE payments SET payment_id = NULL WHERE order_id = ${id}`]],
  ['cash_unproven', 'cash', (id) => [sql`UPDATE orders SET paid = 1 WHERE id = ${id}`]],
  ['cash_uncounted', 'delivered', uncount],
  [
    'remittance_differs',
    'delivered',
    (id) => [
      sql`INSERT INTO remittances (id, order_id, amount, utr, at, confirmed_by)
        VALUES ('t' || ${id}, ${id}, 100, 'N1', 1, 'operator')`,
    ],
  ],
  ['refund_missing', 'cancelled', (id) => [sql`DELETE FROM refunds WHERE order_id = ${id}`]],
  ['refund_too_much', 'cancelled', (id) => [sql`UPDATE refunds SET amount = 60000 WHERE order_id = ${id}`]],
  [
    'refund_parts',
    'cancelled',
    (id) => [sql`UPDATE refunds SET reason = 'adjustment' WHERE order_id = ${id}`],
  ],
  [
    'refund_slow',
    'cancelled',
    (id) => [
      sql`UPDATE refunds SET status = 'sent' WHERE order_id = ${id}`,
      sql`INSERT INTO order_events (id, order_id, at, actor, kind)
        VALUES ('r' || ${id}, ${id}, 1, 'operator', 'refund')`,
    ],
  ],
  [
    'credit_missing',
    'shipped',
    (id) => [
      sql`INSERT INTO reductions (id, order_id, at, kind, name, quantity, amount, restocked)
        VALUES ('g' || ${id}, ${id}, 1, 'returned', 'Glow Serum', 1, 100, 0)`,
    ],
  ],
];

test('each corruption of an order is found, once, and nothing is written', async () => {
  const orders = await Promise.all(corruptions.map(([, kind]) => make[kind]()));
  await shop.simulators.settled();
  expect(await look()).toEqual([]);
  const corrupted = corruptions.map(([rule, , corrupt], n) => ({ rule, id: orders[n] ?? '', corrupt }));
  for (const statement of corrupted.flatMap(({ id, corrupt }) => corrupt(id))) await run(statement);
  const rows = await settledSnapshot(shop.db);
  const found = (await look()).map(({ rule, about, place }) => ({ rule, id: about, place }));
  expect(new Set(found)).toEqual(
    new Set(corrupted.map(({ rule, id }) => ({ rule, id, place: { screen: 'orders', id } }))),
  );
  expect(found).toHaveLength(corruptions.length);
  expect(await settledSnapshot(shop.db)).toEqual(rows);
});

test('an order with a wrong total cannot even be stored', async () => {
  const id = await make.cash();
  await expect(run(sql`UPDATE orders SET total = total + 1 WHERE id = ${id}`)).rejects.toThrow();
});

describe('the action that the report names', () => {
  test('records cash that was collected', async () => {
    const orderId = await make.delivered();
    for (const statement of uncount(orderId)) await run(statement);
    expect((await only()).fix).toMatch('“Record cash”');
    await operator.post('/api/order/move', { orderId, status: 'Delivered', collected: true, password });
    expect(await look()).toEqual([]);
  });

  test('cancels an order that waits too long, and restocks its pieces', async () => {
    // Stripe's sessions expire by themselves at that time.
    const orderId = await pendingOrder(await shop.person(), 'razorpay');
    await setClock(shop, 31 * minute);
    expect(await look()).toEqual([]);
    await setClock(shop, 36 * minute);
    expect(await only()).toMatchObject({
      rule: 'overdue',
      fix: expect.stringMatching('cancel it on its page'),
    });
    expect((await operator.post('/api/order/cancel', { orderId, reason: 'Unpaid' })).status).toBe(200);
    expect([await stockOf(shop.db, serum), await look()]).toEqual([100, []]);
  });

  test('is to send an unhandled message again', async () => {
    const { webhooks } = shop.simulators.stripe;
    const id = await pendingOrder(await shop.person(), 'stripe', { [toner]: 1 });
    await payAtProvider(shop, 'stripe', id);
    await shop.simulators.settled();
    for (const undone of [
      sql`UPDATE orders SET status = 'Payment Pending', paid = 0 WHERE id = ${id}`,
      sql`UPDATE payments SET payment_id = NULL WHERE order_id = ${id}`,
      sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
        VALUES (${randomUUID()}, ${id}, 0, 'shop', 'status', 'Payment Pending')`,
      sql`UPDATE payment_events SET handled_at = NULL, attempts = 20 WHERE type = 'checkout.session.completed'`,
    ])
      await run(undone);
    expect(await look()).toEqual([]);
    await setClock(shop, 6 * minute);
    const rows = await settledSnapshot(shop.db);
    expect(await only()).toMatchObject({
      rule: 'event',
      found: '“checkout.session.completed” from Stripe; tried 20 times',
      place: { screen: 'orders', id },
      fix: expect.stringMatching('send the message again'),
    });
    expect(await settledSnapshot(shop.db)).toEqual(rows);
    for (const { id } of [...webhooks.deliveries]) webhooks.resend(id);
    await shop.simulators.settled();
    expect(await look()).toEqual([]);
    expect(await select(shop.db, sql`SELECT status, paid FROM orders WHERE id = ${id}`)).toEqual([
      { status: 'Order Placed', paid: 1 },
    ]);
  });
});

test('orders and messages come in pages, each once, and the first page of orders has their number', async () => {
  await insertManyOrders(shop.db, 1100);
  await run(sql`INSERT INTO payment_events (id, type, about, received_at)
    SELECT 'stripe:' || id, 'x', '{"kind":"other"}', created_at FROM orders LIMIT 120`);
  const pages = await reconcilePages(operator, 'orders');
  expect([pages.map(({ looked }) => looked), pages[0]?.total]).toEqual([[500, 500, 100], 1100]);
  const messages = await reconcilePages(operator, 'events');
  expect(messages.map(({ looked }) => looked)).toEqual([50, 50, 20]);
  const found = [...pages, ...messages].flatMap(({ differences }) => differences);
  expect(new Set(found.map(({ rule, about }) => `${rule} ${about}`)).size).toBe(found.length);
  expect(found.length).toBeGreaterThan(220);
});

test.each(['stock', 'events', 'orders', 'providers'])('%s: an invalid query is refused', async (part) => {
  for (const query of ['after=x', ...(part === 'providers' ? ['period=year'] : [])])
    expect((await operator.get(`/api/desk/reconcile/${part}?${query}`)).status).toBe(422);
});
