/**
 * Exchanges of returned pieces for another size or shade (docs/behaviour.md, "Exchanges"): the new order, its stock, papers and
 * money, what cannot be exchanged, and what happens with the new order afterwards.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orders, outbox, products } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import { documentView } from '#domain/documents/document-view.ts';
import { type ApiOrder, statusText } from '#domain/orders/order.ts';
import { readProducts } from '#tools/lib/content.ts';
import { password } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { cashTransfer, useOperatorWithPassword } from '../support/desk.ts';
import { invoiceOf, ship, stored } from '../support/documents.ts';
import { orderOf as lines, placeOrder } from '../support/orders.ts';
import { paidOrder, resetBeforeEach } from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { differencesOf } from '../support/reconciliation.ts';
import { refundingOf } from '../support/refund-parts.ts';
import { deliver } from '../support/reviews.ts';
import { makeKnown } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { large, plum, productsInVariants, rose } from '../support/variants.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
const operator = useOperatorWithPassword(shop);
resetBeforeEach(shop);

beforeAll(async () => {
  await syncCatalogue({ url: shop.stack.databaseUrl }, new Map([...readProducts(), ...productsInVariants()]));
});
const small = 'seed-wash';
const setStock = (id: string, stock: number) =>
  shop.db.write.update(products).set({ stock }).where(eq(products.id, id));
const stockOf = async (id: string) =>
  (await shop.db.read.select({ stock: products.stock }).from(products).where(eq(products.id, id)))[0]?.stock;
beforeEach(async () => {
  for (const id of [rose, plum, large, small]) await setStock(id, 20);
  await makeKnown(shop.db, [person]);
});

const wanting = (_id: string, quantity: number, exchangeFor?: string) => ({
  _id,
  quantity,
  reason: 'does_not_suit',
  ...(exchangeFor && { exchangeFor }),
});
const request = (orderId: string, wanted: object[], more: object = {}) =>
  person.post('/api/order/returns/request', { orderId, lines: wanted, method: 'post', ...more });
const approve = (returnId: string) =>
  operator.post('/api/desk/returns/move', {
    returnId,
    seen: 'Requested',
    to: 'Approved',
    answer: 'Post it.',
  });
const check = (returnId: string, accepted: object[], by: Client = operator) =>
  by.post('/api/desk/returns/check', {
    returnId,
    seen: 'Approved',
    lines: accepted.map((line) => ({ restock: true, exchange: true, ...line })),
  });
const allOrders = async () =>
  (await person.post<{ orders: ApiOrder[] }>('/api/order/userorders', {})).body.orders;
const read = async (orderId: string) => {
  const found = (await allOrders()).find(({ _id }) => _id === orderId);
  if (!found) throw new Error('no such order');
  return found;
};
const lastReturn = async (orderId: string) => {
  const one = (await read(orderId)).returns.at(-1);
  if (!one) throw new Error('no return');
  return one;
};
const byReference = async (reference: string | null) =>
  (await allOrders()).find((order) => order.reference === reference);

async function deliveredOnline(quantities: Record<string, number>): Promise<string> {
  const { orderId } = await paidOrder(shop, person, 'razorpay', quantities);
  await deliver(operator, orderId);
  return orderId;
}

/** A return that is approved. */
async function approved(orderId: string, wanted: object[], more: object = {}): Promise<string> {
  const asked = await request(orderId, wanted, more);
  expect([asked.status, asked.body.message]).toEqual([200, expect.anything()]);
  const { _id } = await lastReturn(orderId);
  expect((await approve(_id)).status).toBe(200);
  return _id;
}

test('another shade: one batch has the new order, which is paid, its stock, the credit note and the refund', async () => {
  const orderId = await deliveredOnline({ [rose]: 3 });
  expect((await read(orderId)).returnable?.items).toMatchObject([
    { _id: rose, exchanges: [{ _id: plum, label: 'Plum', left: 20, difference: 0 }] },
  ]);
  const id = await approved(orderId, [wanting(rose, 2, plum)]);
  expect(await lastReturn(orderId)).toMatchObject({
    items: [{ quantity: 2, exchange: 'Plum' }],
    exchange: null,
  });
  const before = await Promise.all([rose, plum].map(stockOf));
  const checked = await check(id, [{ position: 0, accepted: 2 }]);
  const one = await lastReturn(orderId);
  expect(checked.body.message).toBe(
    `Return ${one.reference} is checked. The exchange is order ${one.exchange}.`,
  );
  expect(one).toMatchObject({ status: 'Checked', amount: null, exchange: expect.stringMatching(/^ORD-/) });
  expect(await Promise.all([rose, plum].map(stockOf))).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) - 2]);

  const made = await byReference(one.exchange);
  expect(made).toMatchObject({
    status: 'Order Placed',
    payment: true,
    paymentMethod: 'exchange',
    amount: 600,
    delivery: 0,
    items: [{ _id: plum, quantity: 2, price: 300 }],
    promisedFrom: expect.any(String),
  });
  expect((await read(orderId)).refunds).toMatchObject([
    { amount: 600, status: 'done', transfer: 'exchange', reference: one.exchange },
  ]);
  const { expectSums, stored } = refundingOf(shop, person, operator);
  await expectSums(orderId);
  expect((await stored(orderId)).notes).toHaveLength(1);
  // The new order goes its way, with an invoice of its own.
  const newId = made?._id ?? '';
  expect((await ship(operator, newId)).status).toBe(200);
  expect((await invoiceOf(person, newId)).status).toBe(200);
  await deliver(operator, newId);
  const emails = await shop.db.read.select({ cause: outbox.cause }).from(outbox);
  expect(emails.filter(({ cause }) => cause === `order_placed:${newId}`)).toHaveLength(1);
  expect(await differencesOf(operator, 'orders', 'providers')).toEqual([]);
});

test('a smaller size: what is left over goes back, by a refund of its own', async () => {
  const orderId = await deliveredOnline({ [large]: 1 });
  expect((await read(orderId)).returnable?.items[0]?.exchanges).toEqual([
    { _id: small, label: '100 ml', left: 20, difference: -250 },
  ]);
  const id = await approved(orderId, [wanting(large, 1, small)]);
  const checked = await check(id, [{ position: 0, accepted: 1 }]);
  expect(checked.body.message).toContain('₹250.00 waits under Refunds.');
  const one = await lastReturn(orderId);
  expect(one).toMatchObject({ amount: 250 });
  expect(await byReference(one.exchange)).toMatchObject({ amount: 200, items: [{ _id: small, price: 200 }] });
  const { refunds } = await read(orderId);
  expect(refunds.map(({ amount, status, transfer }) => [amount, status, transfer]).sort()).toEqual([
    [200, 'done', 'exchange'],
    [250, 'due', null],
  ]);
  // One credit note for both.
  expect(
    (await refundingOf(shop, person, operator).stored(orderId)).notes.map(({ data }) => data.total),
  ).toEqual([45_000]);
  expect(await differencesOf(operator, 'orders', 'providers')).toEqual([]);
});

test('an order of a guest or in cash: the account for the rest is asked for, and forgotten when nothing is sent', async () => {
  const { body } = await placeOrder(person, await lines(person, { [rose]: 1 }));
  const orderId = body.order._id;
  await deliver(operator, orderId);
  await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, orderId));
  expect((await request(orderId, [wanting(rose, 1)])).body.fields.payout).toContain('where we should send');
  // For the same price nothing goes back, so no account is asked for.
  const id = await approved(orderId, [wanting(rose, 1, plum)]);
  expect((await check(id, [{ position: 0, accepted: 1 }])).status).toBe(200);
  const [row] = await shop.db.read.all<{ payout: string | null }>(
    `SELECT payout FROM returns WHERE id = '${id}'`,
  );
  expect(row?.payout).toBeNull();
  // The new order can be cancelled: its money goes back by hand.
  const made = await byReference((await lastReturn(orderId)).exchange);
  const cancelled = await person.post('/api/order/cancel', { orderId: made?._id });
  expect(cancelled.status).toBe(200);
  expect(await stockOf(plum)).toBe(20);
  expect((await read(made?._id ?? '')).refunds).toMatchObject([{ amount: 300, status: 'due' }]);
  const { body: queue } = await operator.get<{ rows: { id: string; orderId: string }[] }>(
    '/api/desk/refunds',
  );
  const refundId = queue.rows.find((one) => one.orderId === made?._id)?.id ?? '';
  const confirm = (more: object) =>
    operator.post('/api/desk/refunds/confirm', { refundId, seen: 'due', password, ...more });
  expect((await confirm({})).body.fields.transfer).toContain('how you have sent');
  expect((await confirm(cashTransfer)).body.status).toBe('done');
});

test('an exchange is no new sale: for Today, the best sellers, the customer and the totals; its order reads Exchanged', async () => {
  type Sold = { sales: { orders: number; total: number }[]; compared: object; bestSellers: object[] };
  const figures = async () => {
    const { sales, compared, bestSellers } = (await operator.get<Sold>('/api/desk/today')).body;
    const { body } = await operator.get<{ rows: { orders: number }[] }>(
      `/api/desk/customers?q=${person.email}`,
    );
    const rows =
      await shop.db.read.all(sql`SELECT name, sum(count) AS count, sum(amount) AS amount FROM totals
      WHERE name IN ('sales', 'sales of hours', 'sold', 'delivered') GROUP BY 1 ORDER BY 1`);
    return {
      sales,
      compared: compared as object,
      sold: bestSellers.length,
      customers: body.rows.map(({ orders }) => orders),
      rows,
    };
  };
  const orderId = await deliveredOnline({ [rose]: 2 });
  await shop.db.write.batch([
    shop.db.write.run(sql`UPDATE order_lines SET discount = 4456 WHERE order_id = ${orderId}`),
    shop.db.write.run(sql`UPDATE orders SET discount = 4456, total = total - 4456 WHERE id = ${orderId}`),
  ]);
  const before = await figures();
  const id = await approved(orderId, [wanting(rose, 2, plum)]);
  expect((await check(id, [{ position: 0, accepted: 2 }])).status).toBe(200);
  const made = await byReference((await lastReturn(orderId)).exchange);
  const newId = made?._id ?? '';
  expect(await figures()).toEqual(before);
  expect((await ship(operator, newId)).status).toBe(200);
  await deliver(operator, newId);
  expect(await figures()).toEqual(before);
  const { body: listed } = await operator.get<{ rows: { id: string; exchanged: boolean }[] }>(
    '/api/desk/orders',
  );
  const isExchanged = (of: string) => listed.rows.find(({ id }) => id === of)?.exchanged;
  expect([isExchanged(orderId), isExchanged(newId)]).toEqual([true, false]);
  expect(statusText(await read(orderId))).toBe('Exchanged');
  expect(statusText(await read(newId))).toBe('Delivered');
  const { body: detail } = await operator.get<{ account: { others: number } }>(`/api/desk/orders/${newId}`);
  expect(detail.account.others).toBe(before.customers[0]);
  // Its discount came along with what came back.
  const [invoice] = await stored(shop, newId);
  expect(invoice?.data).toMatchObject({ discount: 4456, couponCode: null, discountKind: 'exchange' });
  const { body: paper } = await invoiceOf(person, newId);
  expect(documentView({ kind: 'invoice', ...paper.document }).sums[0]).toEqual({
    label: 'Discount of the exchanged order, included',
    value: '−₹44.56',
  });
});

describe('what is not exchanged', () => {
  test('a dearer size, another product, what is sold out, one for two: each with a sentence, and nothing is stored', async () => {
    const orderId = await deliveredOnline({ [small]: 2, [rose]: 1, [plum]: 1 });
    const refused = async (...wanted: object[]) => {
      const { status, body } = await request(orderId, wanted);
      return [status, body.code ?? Object.values(body.fields ?? {})[0], body.message];
    };
    expect(await refused(wanting(small, 1, large))).toEqual([
      409,
      'no_exchange',
      expect.stringContaining('costs more'),
    ]);
    expect((await refused(wanting(small, 1, rose)))[2]).toContain('cannot be exchanged for that');
    expect((await refused(wanting(small, 1, small)))[2]).toContain('cannot be exchanged for that');
    expect((await refused(wanting(small, 1, 'no-such-thing')))[2]).toContain('cannot be exchanged for that');
    await setStock(plum, 0);
    expect((await refused(wanting(rose, 1, plum)))[2]).toContain('not enough left');
    expect((await read(orderId)).returns).toEqual([]);
  });

  test('what sold out, or became dearer, until the check: the operator refunds instead', async () => {
    const orderId = await deliveredOnline({ [rose]: 1 });
    const id = await approved(orderId, [wanting(rose, 1, plum)]);
    await setStock(plum, 0);
    const refused = await check(id, [{ position: 0, accepted: 1 }]);
    expect([refused.status, refused.body.code]).toEqual([409, 'no_exchange']);
    expect((await read(orderId)).refunds).toEqual([]);
    const money = await check(id, [{ position: 0, accepted: 1, exchange: false }]);
    expect(money.body.message).toContain('₹300.00 waits under Refunds.');
    expect(await lastReturn(orderId)).toMatchObject({ exchange: null, amount: 300 });
  });

  test('what the shopper has not asked for', async () => {
    const orderId = await deliveredOnline({ [rose]: 1 });
    const id = await approved(orderId, [wanting(rose, 1)]);
    expect((await check(id, [{ position: 0, accepted: 1 }])).body.fields.lines).toContain(
      'not asked to exchange',
    );
  });
});

test('two operators at once: one exchange', async () => {
  const orderId = await deliveredOnline({ [rose]: 1 });
  const id = await approved(orderId, [wanting(rose, 1, plum)]);
  const answers = await Promise.all([1, 2, 3].map(() => check(id, [{ position: 0, accepted: 1 }])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await stockOf(plum)).toBe(19);
  const made = (await allOrders()).filter(
    ({ paymentMethod, items }) => paymentMethod === 'exchange' && items[0]?._id === plum,
  );
  expect(made.filter(({ status }) => status === 'Order Placed')).toHaveLength(1);
});
