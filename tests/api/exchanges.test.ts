/**
 * Exchanges of returned pieces for another size or shade (docs/behaviour.md, "Exchanges"): the new order, its stock, papers and
 * money, what cannot be exchanged, and what happens with the new order afterwards.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect } from 'vitest';
import { orders, outbox } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import type { ListedOrder } from '#desk/orders/orders.api.ts';
import { documentView } from '#domain/documents/document-view.ts';

import { orderState } from '#domain/orders/order-state.ts';
import { readProducts } from '#tools/lib/content.ts';
import { cancel } from '../support/cancellations.ts';
import { attachTracking, cashTransfer, confirmRefund, detailOf } from '../support/desk.ts';
import { invoiceOf, stored } from '../support/documents.ts';
import { placed } from '../support/orders.ts';
import { paidOrder } from '../support/payments.ts';
import { differencesOf } from '../support/reconciliation.ts';
import { refundingOf } from '../support/refund-parts.ts';
import {
  accepting,
  approvedReturn,
  checkReturn,
  lastReturn,
  listOrders,
  readOrder,
  requestReturn,
  returning,
} from '../support/returns.ts';
import { deliver } from '../support/reviews.ts';
import { setStock, stockOf } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';
import { large, plum, productsInVariants, rose } from '../support/variants.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true });
const test = plain.extend('refunding', ({ shopper }) => refundingOf(shop, shopper, operator));
beforeAll(async () => {
  await syncCatalogue({ url: shop.stack.databaseUrl }, new Map([...readProducts(), ...productsInVariants()]));
});
const small = 'seed-wash';

const wanting = (id: string, quantity: number, exchangeFor?: string) =>
  returning(id, quantity, 'does_not_suit', { exchangeFor });
const exchanging = (accepted: number) => [accepting(0, accepted, { exchange: true })];
const exchangeOf = async (shopper: Person, orderId: string) => {
  const { exchange } = await lastReturn(shopper, orderId);
  const made = (await listOrders(shopper)).find(({ reference }) => reference === exchange);
  if (!made) throw new Error('no exchange');
  return made;
};

async function deliveredOnline(shopper: Person, quantities: Record<string, number>): Promise<string> {
  const { orderId } = await paidOrder(shop, shopper, 'razorpay', quantities);
  await deliver(operator, orderId);
  return orderId;
}

test('another shade: one batch has the new order, which is paid, its stock, the credit note and the refund', async ({
  shopper,
  refunding: { expectSums, stored },
}) => {
  const orderId = await deliveredOnline(shopper, { [rose]: 3 });
  expect((await readOrder(shopper, orderId)).returnable?.items).toMatchObject([
    { _id: rose, exchanges: [{ _id: plum, label: 'Plum', left: 100, difference: 0 }] },
  ]);
  const id = await approvedReturn(operator, shopper, orderId, [wanting(rose, 2, plum)]);
  expect(await lastReturn(shopper, orderId)).toMatchObject({
    items: [{ quantity: 2, exchange: 'Plum' }],
    exchange: null,
  });
  const stocks = () => Promise.all([rose, plum].map((id) => stockOf(shop.db, id)));
  const [roses = 0, plums = 0] = await stocks();
  const checked = await checkReturn(operator, id, exchanging(2));
  const one = await lastReturn(shopper, orderId);
  expect(checked.body.message).toBe(
    `Return ${one.reference} is checked. The exchange is order ${one.exchange}.`,
  );
  expect(one).toMatchObject({ status: 'Checked', amount: null, exchange: expect.stringMatching(/^ORD-/) });
  expect(await stocks()).toEqual([roses + 2, plums - 2]);

  const made = await exchangeOf(shopper, orderId);
  expect(made).toMatchObject({
    status: 'Order Placed',
    payment: true,
    paymentMethod: 'exchange',
    amount: 600,
    delivery: 0,
    items: [{ _id: plum, quantity: 2, price: 300 }],
    promisedFrom: expect.any(String),
  });
  expect((await readOrder(shopper, orderId)).refunds).toMatchObject([
    { amount: 600, status: 'done', transfer: 'exchange', reference: one.exchange },
  ]);
  await expectSums(orderId);
  expect((await stored(orderId)).notes).toHaveLength(1);
  // The new order goes its way, with an invoice of its own.
  const newId = made._id;
  expect((await attachTracking(operator, newId)).status).toBe(200);
  expect((await invoiceOf(shopper, newId)).status).toBe(200);
  await deliver(operator, newId);
  const emails = await shop.db.read.select({ cause: outbox.cause }).from(outbox);
  expect(emails.filter(({ cause }) => cause === `order_placed:${newId}`)).toHaveLength(1);
  expect(await differencesOf(operator, 'orders', 'providers')).toEqual([]);
});

test('a smaller size: what is left over goes back, by a refund of its own', async ({
  shopper,
  refunding,
}) => {
  const orderId = await deliveredOnline(shopper, { [large]: 1 });
  expect((await readOrder(shopper, orderId)).returnable?.items[0]?.exchanges).toEqual([
    { _id: small, label: '100 ml', left: 100, difference: -250 },
  ]);
  const id = await approvedReturn(operator, shopper, orderId, [wanting(large, 1, small)]);
  const checked = await checkReturn(operator, id, exchanging(1));
  expect(checked.body.message).toContain('₹250.00 waits under Refunds.');
  expect(await lastReturn(shopper, orderId)).toMatchObject({ amount: 250 });
  expect(await exchangeOf(shopper, orderId)).toMatchObject({
    amount: 200,
    items: [{ _id: small, price: 200 }],
  });
  const { refunds } = await readOrder(shopper, orderId);
  expect(refunds.map(({ amount, status, transfer }) => [amount, status, transfer]).sort()).toEqual([
    [200, 'done', 'exchange'],
    [250, 'due', null],
  ]);
  // One credit note for both.
  expect((await refunding.stored(orderId)).notes.map(({ data }) => data.total)).toEqual([45_000]);
  expect(await differencesOf(operator, 'orders', 'providers')).toEqual([]);
});

test('an order of a guest or in cash: the account for the rest is asked for, and forgotten when nothing is sent', async ({
  shopper,
}) => {
  const { _id: orderId } = await placed(shopper, { [rose]: 1 });
  await deliver(operator, orderId);
  await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, orderId));
  expect((await requestReturn(shopper, orderId, [wanting(rose, 1)])).body.fields.payout).toContain(
    'where we should send',
  );
  // For the same price nothing goes back, so no account is asked for.
  const id = await approvedReturn(operator, shopper, orderId, [wanting(rose, 1, plum)]);
  expect((await checkReturn(operator, id, exchanging(1))).status).toBe(200);
  const [row] = await shop.db.read.all<{ payout: string | null }>(
    `SELECT payout FROM returns WHERE id = '${id}'`,
  );
  expect(row?.payout).toBeNull();
  // The new order can be cancelled: its money goes back by hand.
  const made = await exchangeOf(shopper, orderId);
  expect((await cancel(shopper, made._id)).status).toBe(200);
  expect(await stockOf(shop.db, plum)).toBe(100);
  expect((await readOrder(shopper, made._id)).refunds).toMatchObject([{ amount: 300, status: 'due' }]);
  const [refund] = (await refundingOf(shop, shopper, operator).stored(made._id)).refunds;
  const confirm = (more: object) => confirmRefund(shop, operator, refund?.id ?? '', 'due', more);
  expect((await confirm({})).body.fields.transfer).toContain('how you have sent');
  expect((await confirm(cashTransfer)).body.status).toBe('done');
});

test('an exchange is no new sale: for Today, the best sellers, the customer and the totals; its order reads Exchanged', async ({
  shopper,
}) => {
  type Sold = { sales: { orders: number; total: number }[]; compared: object; bestSellers: object[] };
  const figures = async () => {
    const { sales, compared, bestSellers } = (await operator.get<Sold>('/api/desk/today')).body;
    const { body } = await operator.get<{ rows: { orders: number }[] }>(
      `/api/desk/customers?q=${shopper.email}`,
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
  const orderId = await deliveredOnline(shopper, { [rose]: 2 });
  await shop.db.write.batch([
    shop.db.write.run(sql`UPDATE order_lines SET discount = 4456 WHERE order_id = ${orderId}`),
    shop.db.write.run(sql`UPDATE orders SET discount = 4456, total = total - 4456 WHERE id = ${orderId}`),
  ]);
  const before = await figures();
  const id = await approvedReturn(operator, shopper, orderId, [wanting(rose, 2, plum)]);
  expect((await checkReturn(operator, id, exchanging(2))).status).toBe(200);
  const { _id: newId } = await exchangeOf(shopper, orderId);
  expect(await figures()).toEqual(before);
  expect((await attachTracking(operator, newId)).status).toBe(200);
  await deliver(operator, newId);
  expect(await figures()).toEqual(before);
  const { body: listed } = await operator.get<{ rows: ListedOrder[] }>('/api/desk/orders');
  const isExchanged = (of: string) => listed.rows.find(({ id }) => id === of)?.exchanged;
  expect([isExchanged(orderId), isExchanged(newId)]).toEqual([true, false]);
  expect(orderState(await readOrder(shopper, orderId))).toBe('Exchanged');
  expect(orderState(await readOrder(shopper, newId))).toBe('Delivered');
  expect((await detailOf(operator, newId)).account?.others).toBe(before.customers[0]);
  // Its discount came along with what came back.
  const [invoice] = await stored(shop, newId);
  expect(invoice?.data).toMatchObject({ discount: 4456, couponCode: null, discountKind: 'exchange' });
  const { body: paper } = await invoiceOf(shopper, newId);
  expect(documentView({ kind: 'invoice', ...paper.document }).sums[0]).toEqual({
    label: 'Discount of the exchanged order, included',
    value: '−₹44.56',
  });
});

describe('what is not exchanged', () => {
  test('a dearer size, another product, what is sold out, one for two: each with a sentence, and nothing is stored', async ({
    shopper,
  }) => {
    const orderId = await deliveredOnline(shopper, { [small]: 2, [rose]: 1, [plum]: 1 });
    const refused = async (...wanted: object[]) => {
      const { status, body } = await requestReturn(shopper, orderId, wanted);
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
    await setStock(shop.db, plum, 0);
    expect((await refused(wanting(rose, 1, plum)))[2]).toContain('not enough left');
    expect((await readOrder(shopper, orderId)).returns).toEqual([]);
  });

  test('what sold out, or became dearer, until the check: the operator refunds instead', async ({
    shopper,
  }) => {
    const orderId = await deliveredOnline(shopper, { [rose]: 1 });
    const id = await approvedReturn(operator, shopper, orderId, [wanting(rose, 1, plum)]);
    await setStock(shop.db, plum, 0);
    const refused = await checkReturn(operator, id, exchanging(1));
    expect([refused.status, refused.body.code]).toEqual([409, 'no_exchange']);
    expect((await readOrder(shopper, orderId)).refunds).toEqual([]);
    const money = await checkReturn(operator, id, [accepting(0, 1)]);
    expect(money.body.message).toContain('₹300.00 waits under Refunds.');
    expect(await lastReturn(shopper, orderId)).toMatchObject({ exchange: null, amount: 300 });
  });

  test('what the shopper has not asked for', async ({ shopper }) => {
    const orderId = await deliveredOnline(shopper, { [rose]: 1 });
    const id = await approvedReturn(operator, shopper, orderId, [wanting(rose, 1)]);
    expect((await checkReturn(operator, id, exchanging(1))).body.fields.lines).toContain(
      'not asked to exchange',
    );
  });
});
