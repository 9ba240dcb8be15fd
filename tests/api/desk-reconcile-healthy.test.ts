/**
 * A consistent shop has no differences, in all states of its orders. The same holds for the samples of
 * `npm start -- --demo`, even when the stock is smaller than they need.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { refunds as refundRows } from '#db/schema/index.ts';
import type { MoveRequest } from '#functions/orders/move.ts';
import { fillDemo } from '#tools/demo.ts';
import { password } from '../support/accounts.ts';
import { minute, setClock } from '../support/clock.ts';
import { cashTransfer, confirmRefund } from '../support/desk.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { onlineMethods, paidOrder, payAtProvider, pendingOrder } from '../support/payments.ts';
import {
  differencesOf,
  makeBalanced,
  reconcilePages,
  reconcileProviders,
  settledSnapshot,
} from '../support/reconciliation.ts';
import { countRows, select, setStock } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await makeBalanced(shop.db);
});

const ok = (answer: { status: number; text: string }) => {
  if (answer.status !== 200) throw new Error(answer.text);
};
const cash = async () => (await placed(await shop.person(), { [serum]: 2, [toner]: 1 }))._id;
const ship = async (orderId: string) =>
  ok(
    await operator.post('/api/order/update-tracking', { orderId, trackingId: 'A1', courierPartner: 'DTDC' }),
  );
const move = async (orderId: string, to: MoveRequest['to'], over: object = {}) =>
  ok(await operator.post('/api/order/move', { orderId, status: to, ...over }));
const cancel = async (orderId: string) =>
  ok(await operator.post('/api/order/cancel', { orderId, reason: 'Called' }));
const sendBack = async (orderId: string, how: object = {}) => {
  const rows = await shop.db.read.select().from(refundRows).where(eq(refundRows.orderId, orderId));
  for (const { id } of rows.filter(({ status }) => status === 'due'))
    ok(await confirmRefund(shop, operator, id, 'due', how));
};
/** Gives back a part of an order that was handed over. */
const refundPart = async (orderId: string, part: object) => {
  const { seen } = (await operator.get<{ seen: number }>(`/api/desk/orders/${orderId}`)).body;
  ok(await operator.post(`/api/desk/orders/${orderId}/refund`, { seen, ...returned, ...part }));
};
const returned = { reason: 'Leaking' };

/** Cash on delivery, in every state. */
async function cashOrders(): Promise<void> {
  await cash();
  await move(await cash(), 'Packing');
  await cancel(await cash());
  const [, shipped = '', out = '', uncollected = '', collected = '', back = '', gone = ''] =
    await Promise.all(Array.from({ length: 7 }, cash));
  for (const id of [shipped, out, uncollected, collected, back, gone]) await ship(id);
  for (const id of [out, uncollected, collected, back, gone]) await move(id, 'Out for Delivery');
  await move(uncollected, 'Delivered');
  for (const id of [out, collected, back, gone]) await move(id, 'Delivered', { collected: true, password });
  ok(await operator.post('/api/order/undo', { orderId: out }));
  await move(back, 'Returned', { ...returned, restock: true });
  await move(gone, 'Returned', { ...returned, restock: false });
  await sendBack(gone, cashTransfer);
  await refundPart(collected, { lines: [{ position: 0, quantity: 1, returned: false, restock: false }] });
}

/** Paid online, or not, in every state. */
async function onlineOrders(method: (typeof onlineMethods)[number]): Promise<void> {
  const person = () => shop.person();
  await pendingOrder(await person(), method);
  await cancel(await pendingOrder(await person(), method));
  const { orderId: sent } = await paidOrder(shop, await person(), method);
  await cancel(sent);
  await sendBack(sent);
  const { orderId: parts } = await paidOrder(shop, await person(), method, { [serum]: 3, [toner]: 1 });
  ok(await operator.post('/api/order/cancel', { orderId: parts, lines: [{ _id: toner, keep: 0 }] }));
  await ship(parts);
  await refundPart(parts, { lines: [{ position: 0, quantity: 1, returned: true, restock: true }] });
  await sendBack(parts);
  await refundPart(parts, { amount: 5_000 });
  const odd = await pendingOrder(await person(), method);
  await payAtProvider(shop, method, odd, { amount: 100 });
  await shop.simulators.settled();
}

/** Paid, and still to be packed, cancelled without its refund, or returned. */
async function paidOrders(): Promise<void> {
  const paid = async () => (await paidOrder(shop, await shop.person(), 'stripe')).orderId;
  await paid();
  await cancel(await paid());
  for (const restock of [true, false]) {
    const orderId = await paid();
    await ship(orderId);
    await move(orderId, 'Returned', { ...returned, restock });
  }
}

test('orders in every state, paid in every way, cancelled, returned and refunded, have no differences', async () => {
  await Promise.all([cashOrders(), paidOrders(), ...onlineMethods.map(onlineOrders)]);
  await shop.simulators.settled();
  await operator.post(`/api/desk/stock/${serum}`, {
    key: 'a-key-of-sixteen-characters',
    reason: 'damaged',
    pieces: 3,
    seen: 0,
  });
  // Payments of the last minutes are not compared.
  await setClock(shop, 10 * minute);
  const before = await settledSnapshot(shop.db);
  expect(await differencesOf(operator, 'stock', 'events', 'orders')).toEqual([]);
  const asked = await reconcileProviders(operator);
  expect(asked.flatMap(({ differences }) => differences)).toEqual([]);
  expect(asked.flatMap(({ notAsked }) => notAsked)).toEqual([]);
  expect(asked.reduce((sum, { looked }) => sum + looked, 0)).toBe(14);
  expect(await settledSnapshot(shop.db)).toEqual(before);
  const looks = await reconcilePages(operator, 'orders');
  const states = await select(shop.db, sql`SELECT DISTINCT status FROM orders`);
  expect([looks.reduce((sum, { looked }) => sum + looked, 0), states.length]).toEqual([24, 8]);
});

test('the samples balance, also when there is less stock than they need', async () => {
  await shop.db.write.run(sql`DELETE FROM reviews`);
  await shop.db.write.run(sql`DELETE FROM coupons`);
  for (const id of [serum, toner]) await setStock(shop.db, id, 1);
  await makeBalanced(shop.db);
  await fillDemo({ url: shop.stack.databaseUrl });
  expect(await countRows(shop.db, 'orders')).toBe(6);
  expect(await differencesOf(operator, 'stock', 'orders')).toEqual([]);
});

test('the samples are of products that the shop sells, whatever its catalogue', async () => {
  await shop.db.write.run(sql`DELETE FROM reviews`);
  await shop.db.write.run(sql`UPDATE products SET retired = 1 WHERE id IN (${serum}, ${toner})`);
  await fillDemo({ url: shop.stack.databaseUrl });
  expect(await countRows(shop.db, 'orders')).toBe(6);
  for (const table of [sql`order_lines`, sql`reviews`])
    expect(
      await select(shop.db, sql`SELECT product_id FROM ${table} WHERE product_id IN (${serum}, ${toner})`),
    ).toEqual([]);
});
