/**
 * Razorpay's offers and its fee on top (docs/behaviour.md, "Confirming a payment"): another amount than the order's is
 * paid. Where content/store.yaml accepts it, the order is placed and the difference recorded; refunds stay within what
 * was paid.
 */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orderEvents, orders, refunds } from '#db/schema/index.ts';
import { minute, setClock } from '../support/clock.ts';
import { confirmRefund, operatorWithPassword } from '../support/desk.ts';
import { requestExport, tableOf } from '../support/exports.ts';
import { serum } from '../support/orders.ts';
import {
  paidRecord,
  payAtProvider,
  pendingOrder,
  providerIdOf,
  recordOf,
  resetBeforeEach,
  verifyPayment,
} from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true, store: { offers: 10, fees: 3 } });
const person = useShopper(shop);
resetBeforeEach(shop);

const asked = 59_900;
/** What a card's fee of 2 % with GST makes of the amount. */
const withFee = asked + 1_198 + 216;
const amounts = { offer: 53_910, fee: withFee };
type Kind = keyof typeof amounts;

const razorpay = () => shop.simulators.razorpay;

async function paidWith(kind: Kind, pieces = 1) {
  const orderId = await pendingOrder(person, 'razorpay', { [serum]: pieces });
  const amount = pieces * amounts[kind];
  const paymentId = razorpay().authorize(await providerIdOf(shop, orderId), { amount }).id;
  expect((await verifyPayment(shop, person, 'razorpay', orderId, paymentId)).status).toBe(200);
  await shop.simulators.settled();
  return { orderId, paymentId };
}

const findings = async (part: 'orders' | 'providers') => {
  const operator = await operatorWithPassword(shop);
  return (await operator.get<{ differences: unknown[] }>(`/api/desk/reconcile/${part}`)).body.differences;
};

describe.each(['offer', 'fee'] as const)('%s', (kind) => {
  test('places the order, captures what was authorised, and records the difference', async () => {
    const { orderId, paymentId } = await paidWith(kind);
    expect(razorpay().payment(paymentId)).toMatchObject({ status: 'captured', amount: amounts[kind] });
    const record = await recordOf(shop, orderId);
    expect(record).toMatchObject({ status: 'Order Placed', paid: true, flags: [], refunds: [] });
    expect(record.letters).toEqual(paidRecord.letters);
    expect(record.payment).toMatchObject({ amount: asked, paidAmount: amounts[kind] });
    const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
    const noted = events.filter(({ reason }) => reason?.includes('was paid for ₹599.00'));
    expect(noted).toMatchObject([{ shown: false, kind: 'payment' }]);
    const { orders } = (await person.post('/api/order/userorders')).body;
    expect(orders.find(({ _id }: { _id: string }) => _id === orderId)?.amount).toBe(599);
  });

  test('the reconciliation agrees with it, and the desk shows both amounts', async () => {
    const { orderId } = await paidWith(kind);
    await setClock(shop, 20 * minute);
    for (const part of ['orders', 'providers'] as const)
      expect([part, await findings(part)]).toEqual([part, []]);
    const operator = await operatorWithPassword(shop);
    const { payment } = (await operator.get<{ payment: object }>(`/api/desk/orders/${orderId}`)).body;
    expect(payment).toMatchObject({ amount: asked, received: amounts[kind] });
    await setClock(shop, 0);
  });

  test('a cancelled order sends back what was paid, without the fee', async () => {
    const { orderId, paymentId } = await paidWith(kind);
    await person.post('/api/order/cancel', { orderId });
    const [refund] = (await recordOf(shop, orderId)).refunds;
    expect(refund).toMatchObject({ amount: Math.min(asked, amounts[kind]), status: 'due' });
    const operator = await operatorWithPassword(shop);
    expect((await confirmRefund(shop, operator, refund?.id ?? '')).body.status).toBe('done');
    expect(razorpay().payment(paymentId).amount_refunded).toBe(Math.min(asked, amounts[kind]));
    expect(await findings('orders')).toEqual([]);
  });
});

test('parts of an order are refunded until all that was paid has gone back', async () => {
  const { orderId } = await paidWith('offer', 3);
  for (const quantity of [2, 1])
    expect(
      (await person.post('/api/order/cancel', { orderId, lines: [{ _id: serum, keep: quantity }] })).status,
    ).toBe(200);
  await person.post('/api/order/cancel', { orderId });
  const record = await recordOf(shop, orderId);
  expect(record.refunds.map(({ amount }) => amount)).toEqual([59_900, 59_900, 3 * 53_910 - 2 * 59_900]);
  expect(await findings('orders')).toEqual([]);
});

test('the database refuses a refund of more than was paid', async () => {
  const { orderId, paymentId } = await paidWith('offer');
  const adding = shop.db.write
    .insert(refunds)
    .values({ id: 'r', orderId, paymentId, amount: 53_911, reason: 'returned', status: 'due', createdAt: 1 });
  await expect(adding).rejects.toMatchObject({
    cause: { message: expect.stringContaining('more than was received') },
  });
});

test.each([
  ['less than the offers allow', { amount: 53_909 }],
  ['more than the fees allow', { amount: 61_698 }],
])('%s is flagged', async (_, odd) => {
  const orderId = await pendingOrder(person, 'razorpay');
  await payAtProvider(shop, 'razorpay', orderId, odd);
  await shop.simulators.settled();
  expect(await recordOf(shop, orderId)).toMatchObject({
    status: 'Payment Pending',
    flags: ['payment_mismatch'],
  });
});

test('the export of payments has what was received, and how much more it was', async () => {
  const reference = async (orderId: string) =>
    (await shop.db.read.select().from(orders).where(eq(orders.id, orderId)))[0]?.reference;
  const paid = { offer: await paidWith('offer'), fee: await paidWith('fee') };
  const operator = await operatorWithPassword(shop);
  const year = new Date().getFullYear();
  const sent = await requestExport(operator, {
    sheet: 'payments',
    from: `${year}-01-01`,
    to: `${year}-12-31`,
  });
  const rows = tableOf(sent.text);
  for (const [kind, more] of [
    ['offer', '-59.90'],
    ['fee', '14.14'],
  ] as const) {
    const number = await reference(paid[kind].orderId);
    expect(rows.filter((row) => row.Order === number)).toMatchObject([
      { 'Received (₹)': (amounts[kind] / 100).toFixed(2), 'More than the order (₹)': more },
    ]);
  }
});
