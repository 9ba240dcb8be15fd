/**
 * The postage of returns (docs/behaviour.md, "Postage of returns"): what a shopper has paid to send a parcel back is refunded
 * once, up to the setting, beside the value of the order and without a credit note.
 */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { orderEvents, orders, refunds } from '#db/schema/index.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { dayOf } from '#lib/dates.ts';
import { readStore } from '#tools/lib/content.ts';
import { password } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { cashTransfer, useOperatorWithPassword } from '../support/desk.ts';
import { ship, stored } from '../support/documents.ts';
import { requestExport, tableOf } from '../support/exports.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { paidOrder, resetBeforeEach } from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { differencesOf } from '../support/reconciliation.ts';
import { deliver } from '../support/reviews.ts';
import { makeKnown } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
const operator = useOperatorWithPassword(shop);
resetBeforeEach(shop);
beforeEach(async () => {
  await refillStock(shop.db);
  await makeKnown(shop.db, [person]);
});

const read = async (orderId: string) => {
  const { body } = await person.post<{ orders: ApiOrder[] }>('/api/order/userorders', {});
  const found = body.orders.find(({ _id }) => _id === orderId);
  if (!found) throw new Error('no such order');
  return found;
};
const lastReturn = async (orderId: string) => {
  const one = (await read(orderId)).returns.at(-1);
  if (!one) throw new Error('no return');
  return one;
};
const move = (returnId: string, seen: string, to: string) =>
  operator.post('/api/desk/returns/move', { returnId, seen, to, answer: 'By post.' });
const postage = (returnId: string, amount: unknown, seen = 'Checked', by: Client = operator) =>
  by.post('/api/desk/returns/postage', { returnId, seen, amount });
const refundsOf = (orderId: string) =>
  shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId));

/** A whole order that came back and was checked. @returns ids */
async function returned(orderId: string, more: object = {}): Promise<string> {
  await ship(operator, orderId);
  await deliver(operator, orderId);
  if (!(await read(orderId)).payment) {
    const collect = { orderId, status: 'Delivered', collected: true, password };
    expect((await operator.post('/api/order/move', collect)).status).toBe(200);
  }
  const lines = [{ _id: serum, quantity: 1, reason: 'not_as_described' }];
  const asked = await person.post('/api/order/returns/request', { orderId, lines, method: 'post', ...more });
  expect([asked.status, asked.body.message]).toEqual([200, expect.anything()]);
  const { _id: returnId } = await lastReturn(orderId);
  await move(returnId, 'Requested', 'Approved');
  const accepted = [{ position: 0, accepted: 1, restock: false }];
  const checked = await operator.post('/api/desk/returns/check', {
    returnId,
    seen: 'Approved',
    lines: accepted,
  });
  expect(checked.status).toBe(200);
  return returnId;
}

test('is refunded beside all of the order, once, up to the setting, and without a credit note', async () => {
  const { orderId } = await paidOrder(shop, person, 'razorpay', { [serum]: 1 });
  const returnId = await returned(orderId);
  const most = readStore().returns.postageMost;
  const tooMuch = await postage(returnId, most + 1);
  expect([tooMuch.status, tooMuch.body.fields.amount]).toEqual([422, expect.stringContaining('At most')]);
  const answers = await Promise.all([1, 2, 3].map(() => postage(returnId, 8_050)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await postage(returnId, 1_000)).body.code).toBe('postage_refunded');
  const all = await refundsOf(orderId);
  expect(all.map(({ reason, amount }) => [reason, amount]).sort()).toEqual([
    ['postage', 8050],
    ['returned', 59_900],
  ]);
  expect(await lastReturn(orderId)).toMatchObject({ amount: 599, postage: 80.5 });
  const [about] = await shop.db.read
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.reason, `₹80.50: Postage of return ${(await lastReturn(orderId)).reference}`));
  expect(about).toMatchObject({ kind: 'refund', actor: 'operator', shown: true });
  // The credit note is that of the goods.
  expect((await stored(shop, orderId)).map(({ data }) => data.total)).toEqual([59_900, 59_900]);
  expect(await differencesOf(operator, 'orders', 'providers')).toEqual([]);
});

test('an operator confirms it with the password, the shopper is told, and the export names it', async () => {
  const { body } = await placeOrder(person, await orderOf(person, { [serum]: 1 }));
  const orderId = body.order._id;
  const returnId = await returned(orderId, { payout: { kind: 'upi', upiId: 'asha@okhdfcbank' } });
  expect((await postage(returnId, 8_000)).status).toBe(200);
  const refund = (await refundsOf(orderId)).find(({ reason }) => reason === 'postage');
  const confirm = (more: object) =>
    operator.post('/api/desk/refunds/confirm', {
      refundId: refund?.id,
      seen: 'due',
      ...cashTransfer,
      ...more,
    });
  expect((await confirm({})).status).toBeGreaterThanOrEqual(400);
  expect((await confirm({ password })).body.status).toBe('done');
  await shop.simulators.mailbox.waitFor(
    ({ text = '' }) => text.includes('Postage of return') && text.includes('₹80.00'),
  );
  expect((await read(orderId)).refunds).toContainEqual(
    expect.objectContaining({ reason: 'postage', amount: 80, status: 'done' }),
  );
  const today = dayOf(Date.now());
  const sheet = await requestExport(operator, { sheet: 'payments', from: '2020-01-01', to: today });
  expect(tableOf(sheet.text).filter(({ What }) => What === 'Postage')).toMatchObject([
    { 'Refunded (₹)': '80.00', Reason: 'Postage of a return' },
  ]);
  expect(await differencesOf(operator, 'orders')).toEqual([]);
});

test('needs a return that is on its way or here, an order that was paid, and an operator', async () => {
  const { orderId } = await paidOrder(shop, person, 'stripe', { [serum]: 1 });
  await ship(operator, orderId);
  await deliver(operator, orderId);
  const lines = [{ _id: serum, quantity: 1, reason: 'changed_mind' }];
  await person.post('/api/order/returns/request', { orderId, lines, method: 'post' });
  const { _id: returnId } = await lastReturn(orderId);
  expect((await postage(returnId, 8_000, 'Requested')).body.code).toBe('changed');
  await move(returnId, 'Requested', 'Approved');
  await move(returnId, 'Approved', 'In Transit');
  expect((await postage(returnId, 8_000, 'In Transit', person)).status).toBeGreaterThanOrEqual(403);
  await shop.db.write.update(orders).set({ paid: false }).where(eq(orders.id, orderId));
  expect((await postage(returnId, 8_000, 'In Transit')).body.code).toBe('not_paid');
  await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, orderId));
  expect((await postage(returnId, 8_000, 'In Transit')).status).toBe(200);
});
