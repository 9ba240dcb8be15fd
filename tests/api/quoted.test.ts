/**
 * What is quoted is what goes back (docs/behaviour.md, "Returns", "Cancelling"): a return to its shopper and to the operator,
 * a cancellation to both, and the money and the notes that follow.
 */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { documents, refunds } from '#db/schema/index.ts';
import { sumOf } from '#domain/orders/reductions.ts';
import type { ReturnReason } from '#domain/returns/return.ts';
import type { ApiCancelQuote } from '#functions/cancellations/quote-cancel.ts';
import type { ReturnQuote } from '#functions/returns/plan.ts';
import { toPaise } from '#lib/money.ts';
import type { Client } from '../support/client.ts';
import { insertCoupon, orderWith } from '../support/coupons.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { payAtProvider, verifyPayment } from '../support/payments.ts';
import { accepting, approvedReturn, lastReturn, readOrder, returning } from '../support/returns.ts';
import { deliver } from '../support/reviews.ts';
import { storedOrder } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

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
  const { orderId } = (await person.post('/api/order/razorpay', order)).body;
  const paymentId = await payAtProvider(shop, 'razorpay', orderId);
  expect((await verifyPayment(shop, person, 'razorpay', orderId, paymentId)).status).toBe(200);
  return orderId;
}

/** A shopper's quote as the desk has it: its amounts are paise. */
const inPaise = (quote: ReturnQuote): ReturnQuote =>
  JSON.parse(JSON.stringify(quote), (name, value) =>
    typeof value === 'number' && name !== 'quantity' ? toPaise(value) : value,
  );

const quoteCancelling = async (client: Client, json: object) =>
  (await client.post<{ quote: ApiCancelQuote }>('/api/order/cancel/quote', json)).body;

const cases: [name: string, units: Record<string, ReturnReason>][] = [
  ['one of two, at the shop’s fault', { [serum]: 'not_as_described' }],
  ['one of two, which did not suit', { [serum]: 'does_not_suit' }],
  ['all of it, which did not suit', { [serum]: 'does_not_suit', [toner]: 'does_not_suit' }],
  ['both reasons', { [serum]: 'not_as_described', [toner]: 'does_not_suit' }],
];
test.for(cases)('a return of %s', async ([, units], { shopper }) => {
  const orderId = await paidWithCode(shopper);
  await deliver(operator, orderId);
  const lines = Object.entries(units).map(([id, reason]) => returning(id, 1, reason));
  const asked = { orderId, lines };
  const { body } = await shopper.post<{ quote: ReturnQuote }>('/api/order/returns/quote', asked);
  const quoted = inPaise(body.quote);
  const returnId = await approvedReturn(operator, shopper, orderId, lines);
  const { items } = await readOrder(shopper, orderId);
  const checked = {
    returnId,
    seen: 'Approved',
    lines: (await lastReturn(shopper, orderId)).items.map(({ _id, quantity }) =>
      accepting(
        items.findIndex((item) => item._id === _id),
        quantity,
      ),
    ),
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

test.for<[string, { _id: string; keep: number }[] | undefined]>([
  ['the whole order', undefined],
  ['one of two', [{ _id: toner, keep: 0 }]],
  [
    'all lines one by one',
    [
      { _id: toner, keep: 0 },
      { _id: serum, keep: 0 },
    ],
  ],
])('cancelling %s', async ([, lines]) => {
  for (const by of ['shopper', 'operator']) {
    const shopper = await shop.person();
    const orderId = await paidWithCode(shopper);
    const client: Client = by === 'shopper' ? shopper : operator;
    const { quote } = await quoteCancelling(client, { orderId, lines });
    expect((await storedOrder(shop.db, orderId)).status).toBe('Order Placed');
    const cancelled = await client.post('/api/order/cancel', { orderId, lines, reason: 'Not needed' });
    expect([cancelled.status, quote.amount > 0]).toEqual([200, true]);
    expect((await writtenOf(orderId)).amount).toBe(toPaise(quote.amount));
  }
});

test('a part of an order in cash: what the rest costs', async ({ shopper }) => {
  const { _id: orderId } = await placed(shopper, { [serum]: 1, [toner]: 1 });
  const json = { orderId, lines: [{ _id: serum, keep: 0 }] };
  const { quote } = await quoteCancelling(shopper, json);
  await shopper.post('/api/order/cancel', json);
  const { amount } = await readOrder(shopper, orderId);
  expect(quote).toEqual({ withoutCode: 0, amount: 0, toPay: amount });
});
