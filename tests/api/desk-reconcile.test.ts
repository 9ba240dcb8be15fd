/**
 * Reconciliation of orders and events: every kind of damage is found and reported with what to do, comparing writes
 * nothing, and the actions that the report names remove the difference.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Rule } from '#domain/reconciliation/rules.ts';
import { password } from '../support/accounts.ts';
import { minute, setClock } from '../support/clock.ts';
import { alsoCorrupt, cases } from '../support/differences.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { serum, toner } from '../support/orders.ts';
import { payAtProvider, pendingOrder, resetBeforeEach } from '../support/payments.ts';
import {
  differencesOf,
  makeBalanced,
  onlyDifference,
  reconcilePages,
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

/** Makes a healthy order, then damages it. @returns its id */
async function corrupted({ rule, make, corrupt }: (typeof cases)[number]): Promise<string> {
  const id = await make(shop, operator);
  await shop.simulators.settled();
  expect(await look()).toEqual([]);
  await run(corrupt(id));
  const more = alsoCorrupt[rule]?.(id);
  if (more) await run(more);
  return id;
}
const caseOf = (rule: Rule) => cases.find((one) => one.rule === rule) as (typeof cases)[number];

const matching = (text: string | RegExp) => (typeof text === 'string' ? text : expect.stringMatching(text));

test.each(cases)('$how: $rule is found, and nothing is written', async (one) => {
  const about = await corrupted(one);
  const rows = await settledSnapshot(shop.db);
  expect(await only()).toMatchObject({
    rule: one.rule,
    about,
    place: { screen: 'orders', id: about },
    expected: matching(one.expected),
    found: matching(one.found),
    fix: expect.stringMatching(/order|Refunds/),
  });
  expect(await settledSnapshot(shop.db)).toEqual(rows);
});

test('an order with a wrong total cannot even be stored', async () => {
  const id = await caseOf('lines').make(shop, operator);
  await expect(run(sql`UPDATE orders SET total = total + 1 WHERE id = ${id}`)).rejects.toThrow();
});

describe('the action that the report names', () => {
  test('records cash that was collected', async () => {
    const orderId = await corrupted(caseOf('cash_uncounted'));
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
