/**
 * Repairs that ask a provider or handle its event: its answer decides, a missing answer changes nothing, and an
 * unhandled event is handled once.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Difference } from '#features/desk/reconcile/rules.ts';
import { serum, toner } from '../support/orders.ts';
import {
  hour,
  minute,
  moveClocks,
  paidOrder,
  payAtProvider,
  pendingOrder,
  resetBeforeEach,
} from '../support/payments.ts';
import {
  differencesOf,
  lastRowOf,
  makeBalanced,
  onlyDifference,
  repair,
  settledSnapshot,
} from '../support/reconciliation.ts';
import { select, stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
let operator: Person;
resetBeforeEach(shop);
beforeAll(async () => {
  operator = await shop.person('operator');
});
beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await makeBalanced(shop.db);
});

const run = (statement: SQL) => shop.db.write.run(statement);
const look = () => differencesOf(operator, 'stock', 'events', 'orders');
const only = async () => onlyDifference(await look());
const waiting = async () => pendingOrder(await shop.person(), 'stripe');

describe('asking the provider', () => {
  test('about an overdue order places it if it was paid', async () => {
    shop.simulators.stripe.webhooks.manner = 'never';
    const id = await waiting();
    await payAtProvider(shop, 'stripe', id);
    await moveClocks(shop, hour);
    const difference = await only();
    expect(difference).toMatchObject({ rule: 'overdue', about: id, found: 'Payment Pending' });
    const { body } = await repair(operator, difference);
    expect(body).toMatchObject({
      message: 'Stripe: the payment is confirmed, and the order is paid.',
      differences: [],
    });
    expect(await select(shop.db, sql`SELECT status, paid FROM orders WHERE id = ${id}`)).toEqual([
      { status: 'Order Placed', paid: 1 },
    ]);
    expect(await look()).toEqual([]);
  });

  test('about an unpaid order cancels it, and restocks its pieces', async () => {
    // Stripe's sessions expire by themselves at that time.
    const id = await pendingOrder(await shop.person(), 'razorpay');
    expect(await stockOf(shop.db, serum)).toBe(99);
    await moveClocks(shop, 31 * minute);
    expect(await look()).toEqual([]);
    await moveClocks(shop, 36 * minute);
    expect((await repair(operator, await only())).status).toBe(200);
    expect(await select(shop.db, sql`SELECT status FROM orders WHERE id = ${id}`)).toEqual([
      { status: 'Cancelled' },
    ]);
    expect([await stockOf(shop.db, serum), await look()]).toEqual([100, []]);
  });

  test('which does not answer repairs nothing, and the difference stays', async () => {
    const { orderId } = await paidOrder(shop, await shop.person(), 'razorpay');
    await run(sql`UPDATE payments SET payment_id = NULL WHERE order_id = ${orderId}`);
    const difference = await only();
    shop.simulators.razorpay.api.trouble({ how: { status: 500 }, times: Number.POSITIVE_INFINITY });
    const rows = await settledSnapshot(shop.db);
    const { status, body } = await repair(operator, difference);
    expect([status, body.code]).toEqual([503, 'provider_silent']);
    expect(await settledSnapshot(shop.db)).toEqual(rows);
    expect(await only()).toEqual(difference);
  });

  test.each([
    ['unpaid', sql`UPDATE orders SET paid = 0, status = 'Order Placed'`],
    ['waits_paid', sql`UPDATE orders SET paid = 1`],
  ])('which has no payment writes nothing for %s', async (rule, corrupt) => {
    const id = await waiting();
    await run(corrupt);
    if (rule === 'unpaid')
      await run(sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
        VALUES (${randomUUID()}, ${id}, 0, 'shop', 'status', 'Order Placed')`);
    const rows = await settledSnapshot(shop.db);
    const difference = await only();
    expect(difference.rule).toBe(rule);
    const { status, body } = await repair(operator, difference);
    expect([status, body.message]).toEqual([
      200,
      'Stripe does not have exactly this payment (open). Nothing was written.',
    ]);
    expect(body.differences).toEqual([difference]);
    expect(await settledSnapshot(shop.db)).toEqual(rows);
  });
});

describe('an unhandled event', () => {
  /** A payment whose event was stored but not handled. */
  async function forgotten() {
    const id = await pendingOrder(await shop.person(), 'stripe', { [toner]: 1 });
    await payAtProvider(shop, 'stripe', id);
    await shop.simulators.settled();
    const undone = [
      sql`UPDATE orders SET status = 'Payment Pending', paid = 0 WHERE id = ${id}`,
      sql`UPDATE payments SET payment_id = NULL WHERE order_id = ${id}`,
      sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
        VALUES (${randomUUID()}, ${id}, 0, 'shop', 'status', 'Payment Pending')`,
      sql`UPDATE payment_events SET handled_at = NULL, attempts = 20 WHERE type = 'checkout.session.completed'`,
    ];
    for (const statement of undone) await run(statement);
    return id;
  }

  test('is found after some minutes, with its order, and handled', async () => {
    const id = await forgotten();
    expect(await look()).toEqual([]);
    await moveClocks(shop, 6 * minute);
    const rows = await settledSnapshot(shop.db);
    const difference = await only();
    expect(difference).toMatchObject({
      rule: 'event',
      found: '“checkout.session.completed” from Stripe; tried 20 times',
      place: { screen: 'orders', id },
    });
    expect(await settledSnapshot(shop.db)).toEqual(rows);
    expect((await repair(operator, difference)).status).toBe(200);
    expect(await select(shop.db, sql`SELECT status, paid FROM orders WHERE id = ${id}`)).toEqual([
      { status: 'Order Placed', paid: 1 },
    ]);
    expect(await look()).toEqual([]);
    expect(await lastRowOf(shop.db, 'audit')).toMatchObject({ action: 'reconciled', about: difference.name });
    const after = await settledSnapshot(shop.db);
    expect((await repair(operator, difference)).body.code).toBe('changed');
    expect(await settledSnapshot(shop.db)).toEqual(after);
  });

  test('with an unknown id is a 404', async () => {
    expect(
      (await repair(operator, { rule: 'event', about: 'stripe:x', seen: 'open' } as Difference)).status,
    ).toBe(404);
  });
});
