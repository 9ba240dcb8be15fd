/**
 * Reconciliation, where the fix is to ask a provider or to act on what it has told: its word decides, silence
 * changes nothing, and what nobody acted on is acted on once.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Difference } from '#features/desk/reconcile.ts';
import { balance, differencesOf, held, lastOf, mend, single } from '../support/books.ts';
import { serum, toner } from '../support/orders.ts';
import { beginAfresh, hour, minute, paid, payAt, pending, waitUntil } from '../support/paying.ts';
import { select, stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
let operator: Person;
beginAfresh(shop);
beforeAll(async () => {
  operator = await shop.person('operator');
});
beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await balance(shop.db);
});

const run = (statement: SQL) => shop.db.write.run(statement);
const look = () => differencesOf(operator, 'stock', 'events', 'orders');
const only = async () => single(await look());
const waiting = async () => pending(await shop.person(), 'stripe');

describe('asking the provider', () => {
  test('about an order that waits too long places it when it was paid', async () => {
    shop.standIns.stripe.webhooks.manner = 'never';
    const id = await waiting();
    await payAt(shop, 'stripe', id);
    await waitUntil(shop, hour);
    const difference = await only();
    expect(difference).toMatchObject({ rule: 'overdue', about: id, found: 'Payment Pending' });
    const { body } = await mend(operator, difference);
    expect(body).toMatchObject({
      message: 'Stripe: the money is there, and the order is paid.',
      differences: [],
    });
    expect(await select(shop.db, sql`SELECT status, paid FROM orders WHERE id = ${id}`)).toEqual([
      { status: 'Order Placed', paid: 1 },
    ]);
    expect(await look()).toEqual([]);
  });

  test('about one that was not paid ends it, and gives its pieces back', async () => {
    // Its sessions end by themselves where Stripe's do.
    const id = await pending(await shop.person(), 'razorpay');
    expect(await stockOf(shop.db, serum)).toBe(99);
    await waitUntil(shop, 31 * minute);
    expect(await look()).toEqual([]);
    await waitUntil(shop, 36 * minute);
    expect((await mend(operator, await only())).status).toBe(200);
    expect(await select(shop.db, sql`SELECT status FROM orders WHERE id = ${id}`)).toEqual([
      { status: 'Cancelled' },
    ]);
    expect([await stockOf(shop.db, serum), await look()]).toEqual([100, []]);
  });

  test('who does not answer mends nothing, and the difference stays', async () => {
    const { orderId } = await paid(shop, await shop.person(), 'razorpay');
    await run(sql`UPDATE payments SET payment_id = NULL WHERE order_id = ${orderId}`);
    const difference = await only();
    shop.standIns.razorpay.api.trouble({ how: { status: 500 }, times: Number.POSITIVE_INFINITY });
    const rows = await held(shop.db);
    const { status, body } = await mend(operator, difference);
    expect([status, body.code]).toEqual([503, 'provider_silent']);
    expect(await held(shop.db)).toEqual(rows);
    expect(await only()).toEqual(difference);
  });

  test.each([
    ['unpaid', sql`UPDATE orders SET paid = 0, status = 'Order Placed'`],
    ['waits_paid', sql`UPDATE orders SET paid = 1`],
  ])('who does not have the money writes nothing for %s', async (rule, corrupt) => {
    const id = await waiting();
    await run(corrupt);
    if (rule === 'unpaid')
      await run(sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
        VALUES (${randomUUID()}, ${id}, 0, 'shop', 'status', 'Order Placed')`);
    const rows = await held(shop.db);
    const difference = await only();
    expect(difference.rule).toBe(rule);
    const { status, body } = await mend(operator, difference);
    expect([status, body.message]).toEqual([
      200,
      'Stripe does not have just this money (open). Nothing was written.',
    ]);
    expect(body.differences).toEqual([difference]);
    expect(await held(shop.db)).toEqual(rows);
  });
});

describe('a message that nobody acted on', () => {
  /** A payment whose message was stored, and then the shop fell silent. */
  async function forgotten() {
    const id = await pending(await shop.person(), 'stripe', { [toner]: 1 });
    await payAt(shop, 'stripe', id);
    await shop.standIns.settled();
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

  test('is found after some minutes, with its order, and acted on', async () => {
    const id = await forgotten();
    expect(await look()).toEqual([]);
    await waitUntil(shop, 6 * minute);
    const rows = await held(shop.db);
    const difference = await only();
    expect(difference).toMatchObject({
      rule: 'event',
      found: 'Stripe said “checkout.session.completed”; tried 20 times',
      place: { screen: 'orders', id },
    });
    expect(await held(shop.db)).toEqual(rows);
    expect((await mend(operator, difference)).status).toBe(200);
    expect(await select(shop.db, sql`SELECT status, paid FROM orders WHERE id = ${id}`)).toEqual([
      { status: 'Order Placed', paid: 1 },
    ]);
    expect(await look()).toEqual([]);
    expect(await lastOf(shop.db, 'audit')).toMatchObject({ action: 'reconciled', about: difference.name });
    const after = await held(shop.db);
    expect((await mend(operator, difference)).body.code).toBe('changed');
    expect(await held(shop.db)).toEqual(after);
  });

  test('that nobody knows is a 404', async () => {
    expect(
      (await mend(operator, { rule: 'event', about: 'stripe:x', seen: 'open' } as Difference)).status,
    ).toBe(404);
  });
});
