/**
 * Razorpay's offers and its fee on top (docs/behaviour.md, "Confirming a payment"): another amount than the order's is
 * paid. Where content/store.yaml accepts it, the order is placed and the difference recorded; refunds stay within what
 * was paid.
 */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orderEvents, orders, refunds } from '#db/schema/index.ts';
import type { Detail } from '#desk/orders/orders.api.ts';
import { cancel } from '../support/cancellations.ts';
import { minute, setClock } from '../support/clock.ts';
import { confirmRefund } from '../support/desk.ts';
import { requestExport, tableOf } from '../support/exports.ts';
import { serum } from '../support/orders.ts';
import { paidRecord, payAtProvider, pendingOrder, recordOf, verifyPayment } from '../support/payments.ts';
import { differencesOf } from '../support/reconciliation.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true, store: { offers: 10, fees: 3 } });

const asked = 59_900;
/** What a card's fee of 2 % with GST makes of the amount. */
const withFee = asked + 1_198 + 216;
const amounts = { offer: 53_910, fee: withFee };
type Kind = keyof typeof amounts;

const razorpay = () => shop.simulators.razorpay;

async function paidWith(shopper: Person, kind: Kind, pieces = 1) {
  const orderId = await pendingOrder(shopper, 'razorpay', { [serum]: pieces });
  const paymentId = await payAtProvider(shop, 'razorpay', orderId, { amount: pieces * amounts[kind] });
  expect((await verifyPayment(shop, shopper, 'razorpay', orderId, paymentId)).status).toBe(200);
  await shop.simulators.settled();
  return { orderId, paymentId };
}

describe.each(['offer', 'fee'] as const)('%s', (kind) => {
  test('places the order, captures what was authorised, and records the difference', async ({ shopper }) => {
    const { orderId, paymentId } = await paidWith(shopper, kind);
    expect(razorpay().payment(paymentId)).toMatchObject({ status: 'captured', amount: amounts[kind] });
    const { history: _, ...placed } = paidRecord;
    const payment = { amount: asked, paidAmount: amounts[kind] };
    expect(await recordOf(shop, orderId)).toMatchObject({ ...placed, payment });
    const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
    const noted = events.filter(({ reason }) => reason?.includes('was paid for ₹599.00'));
    expect(noted).toMatchObject([{ shown: false, kind: 'payment' }]);
    const { orders } = (await shopper.post('/api/order/userorders')).body;
    expect(orders.find(({ _id }) => _id === orderId)?.amount).toBe(599);
  });

  test('the reconciliation agrees with it, and the desk shows both amounts', async ({ shopper }) => {
    const { orderId } = await paidWith(shopper, kind);
    await setClock(shop, 20 * minute);
    expect(await differencesOf(operator, 'orders', 'providers')).toEqual([]);
    const { payment } = (await operator.get<Detail>(`/api/desk/orders/${orderId}`)).body;
    expect(payment).toMatchObject({ amount: asked, received: amounts[kind] });
  });

  test('a cancelled order sends back what was paid, without the fee', async ({ shopper }) => {
    const { orderId, paymentId } = await paidWith(shopper, kind);
    await cancel(shopper, orderId);
    const [refund] = (await recordOf(shop, orderId)).refunds;
    expect(refund).toMatchObject({ amount: Math.min(asked, amounts[kind]), status: 'due' });
    expect((await confirmRefund(shop, operator, refund?.id ?? '')).body.status).toBe('done');
    expect(razorpay().payment(paymentId).amount_refunded).toBe(Math.min(asked, amounts[kind]));
    expect(await differencesOf(operator, 'orders')).toEqual([]);
  });
});

test('parts of an order are refunded until all that was paid has gone back', async ({ shopper }) => {
  const { orderId } = await paidWith(shopper, 'offer', 3);
  for (const keep of [2, 1])
    expect((await cancel(shopper, orderId, { lines: [{ _id: serum, keep }] })).status).toBe(200);
  await cancel(shopper, orderId);
  const { refunds } = await recordOf(shop, orderId);
  expect(refunds.map(({ amount }) => amount)).toEqual([59_900, 59_900, 3 * 53_910 - 2 * 59_900]);
  expect(await differencesOf(operator, 'orders')).toEqual([]);
});

test('the database refuses a refund of more than was paid', async ({ shopper }) => {
  const refund = { ...(await paidWith(shopper, 'offer')), id: 'r', amount: 53_911, createdAt: 1 };
  const adding = shop.db.write.insert(refunds).values({ ...refund, reason: 'returned', status: 'due' });
  const message = expect.stringContaining('more than was received');
  await expect(adding).rejects.toMatchObject({ cause: { message } });
});

test.for([
  ['less than the offers allow', 53_909],
  ['more than the fees allow', 61_698],
] as const)('%s is flagged', async ([, amount], { shopper }) => {
  const orderId = await pendingOrder(shopper, 'razorpay');
  await payAtProvider(shop, 'razorpay', orderId, { amount });
  await shop.simulators.settled();
  const flagged = { status: 'Payment Pending', flags: ['payment_mismatch'] };
  expect(await recordOf(shop, orderId)).toMatchObject(flagged);
});

test('the export of payments has what was received, and how much more it was', async ({ shopper }) => {
  const year = new Date().getFullYear();
  const period = { from: `${year}-01-01`, to: `${year}-12-31` };
  for (const [kind, more] of [
    ['offer', '-59.90'],
    ['fee', '14.14'],
  ] as const) {
    const { orderId } = await paidWith(shopper, kind);
    const [row] = await shop.db.read.select().from(orders).where(eq(orders.id, orderId));
    const { text } = await requestExport(operator, { sheet: 'payments', ...period });
    expect(tableOf(text).filter((line) => line.Order === row?.reference)).toMatchObject([
      { 'Received (₹)': (amounts[kind] / 100).toFixed(2), 'More than the order (₹)': more },
    ]);
  }
});
