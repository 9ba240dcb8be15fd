/**
 * What is quoted is what goes back (docs/behaviour.md, "Returns", "Cancelling"): a return to its shopper and to the operator,
 * a cancellation to both, and the money and the notes that follow.
 */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { documents, orders, refunds } from '#db/schema/index.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { sumOf } from '#domain/orders/reductions.ts';
import type { ReturnReason } from '#domain/returns/return.ts';
import type { ApiCancelQuote } from '#functions/cancellations/quote-cancel.ts';
import type { ReturnQuote } from '#functions/returns/plan.ts';
import { toPaise } from '#lib/money.ts';
import type { Client } from '../support/client.ts';
import { insertCoupon, orderWith } from '../support/coupons.ts';
import { useOperatorWithPassword } from '../support/desk.ts';
import { orderOf, refillStock, serum, toner } from '../support/orders.ts';
import { payAtProvider, resetBeforeEach, verifyPayment } from '../support/payments.ts';
import { deliver } from '../support/reviews.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const operator = useOperatorWithPassword(shop);
resetBeforeEach(shop);

/** Money that waits for being sent, or was, and the values of notes, paise. */
async function writtenOf(orderId: string) {
  const [money, papers] = [
    await shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId)),
    await shop.db.read
      .select({ kind: documents.kind, total: sql<number>`data ->> '$.total'` })
      .from(documents)
      .where(eq(documents.orderId, orderId)),
  ];
  const of = (kind: string) =>
    sumOf(
      papers.filter((paper) => paper.kind === kind),
      ({ total }) => total,
    );
  return {
    amount: sumOf(money, ({ amount }) => amount),
    creditNote: of('credit_note'),
    debitNote: of('debit_note'),
  };
}

/** Two products with 15 % off from ₹900, paid by UPI. */
async function paidWithCode(person: Person): Promise<string> {
  const code = await insertCoupon(shop.db, { percent: 15, minSubtotal: 90_000 });
  const order = await orderWith(person, { [serum]: 1, [toner]: 1 }, code, 'razorpay');
  const { orderId } = (await person.post<{ orderId: string }>('/api/order/razorpay', order)).body;
  const paymentId = await payAtProvider(shop, 'razorpay', orderId);
  expect((await verifyPayment(shop, person, 'razorpay', orderId, paymentId)).status).toBe(200);
  return orderId;
}

const quoteReturn = (person: Client, orderId: string, lines: object[]) =>
  person.post<{ quote: ReturnQuote }>('/api/order/returns/quote', { orderId, lines });

/** A shopper's quote as the desk has it: its amounts are paise. */
const inPaise = (quote: ReturnQuote): ReturnQuote =>
  JSON.parse(JSON.stringify(quote), (name, value) =>
    typeof value === 'number' && name !== 'quantity' ? toPaise(value) : value,
  );

const cases: [name: string, units: Record<string, [number, ReturnReason]>][] = [
  ['one of two, at the shop’s fault', { [serum]: [1, 'not_as_described'] }],
  ['one of two, which did not suit', { [serum]: [1, 'does_not_suit'] }],
  ['all of it, which did not suit', { [serum]: [1, 'does_not_suit'], [toner]: [1, 'does_not_suit'] }],
  ['both reasons', { [serum]: [1, 'not_as_described'], [toner]: [1, 'does_not_suit'] }],
];
test.each(cases)('a return of %s', async (_, units) => {
  await refillStock(shop.db);
  const person = await shop.person();
  const orderId = await paidWithCode(person);
  await deliver(operator, orderId);
  const lines = Object.entries(units).map(([_id, [quantity, reason]]) => ({ _id, quantity, reason }));
  const quoted = inPaise((await quoteReturn(person, orderId, lines)).body.quote);
  const asked = await person.post('/api/order/returns/request', { orderId, lines, method: 'post' });
  expect([asked.status, asked.body.message]).toEqual([200, expect.anything()]);
  const [order] = (await person.post<{ orders: ApiOrder[] }>('/api/order/userorders', {})).body.orders;
  const [one] = order?.returns ?? [];
  await operator.post('/api/desk/returns/move', { returnId: one?._id, seen: 'Requested', to: 'Approved' });
  const checked = {
    returnId: one?._id,
    seen: 'Approved',
    lines: (one?.items ?? []).map(({ _id, quantity }) => ({
      position: order?.items.findIndex((item) => item._id === _id),
      accepted: quantity,
      restock: true,
    })),
  };
  const atDesk = await operator.post<{ quote: ReturnQuote }>('/api/desk/returns/quote', checked);
  expect(atDesk.body.quote).toEqual(quoted);
  expect((await writtenOf(orderId)).amount).toBe(0);
  expect((await operator.post('/api/desk/returns/check', checked)).status).toBe(200);
  const withoutCode = sumOf(quoted.withoutCode, ({ amount }) => amount);
  expect(await writtenOf(orderId)).toEqual({
    amount: quoted.amount,
    creditNote: quoted.creditNote,
    debitNote: withoutCode,
  });
  expect(quoted.creditNote - withoutCode).toBe(quoted.amount);
});

test.each([
  ['the whole order', undefined],
  ['one of two', [{ _id: toner, keep: 0 }]],
  [
    'all lines one by one',
    [
      { _id: toner, keep: 0 },
      { _id: serum, keep: 0 },
    ],
  ],
])('cancelling %s', async (_, lines) => {
  for (const by of ['shopper', 'operator']) {
    await refillStock(shop.db);
    const person = await shop.person();
    const orderId = await paidWithCode(person);
    const client: Client = by === 'shopper' ? person : operator;
    const { body } = await client.post<{ quote: ApiCancelQuote }>('/api/order/cancel/quote', {
      orderId,
      lines,
    });
    expect(
      await shop.db.read.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId)),
    ).toEqual([{ status: 'Order Placed' }]);
    const cancelled = await client.post('/api/order/cancel', { orderId, lines, reason: 'Not needed' });
    expect([cancelled.status, body.quote.amount > 0]).toEqual([200, true]);
    expect((await writtenOf(orderId)).amount).toBe(toPaise(body.quote.amount));
  }
});

test('a part of an order in cash: what the rest costs', async () => {
  await refillStock(shop.db);
  const person = await shop.person();
  const { body } = await person.post<{ order: { _id: string } }>(
    '/api/order/place',
    await orderOf(person, { [serum]: 1, [toner]: 1 }),
  );
  const json = { orderId: body.order._id, lines: [{ _id: serum, keep: 0 }] };
  const { quote } = (await person.post<{ quote: ApiCancelQuote }>('/api/order/cancel/quote', json)).body;
  await person.post('/api/order/cancel', json);
  const [order] = (await person.post<{ orders: ApiOrder[] }>('/api/order/userorders', {})).body.orders;
  expect(quote).toEqual({ withoutCode: 0, amount: 0, toPay: order?.amount });
});
