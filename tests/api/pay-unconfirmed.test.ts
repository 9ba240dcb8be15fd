/** Cash orders that are paid online while they wait to be confirmed (docs/behaviour.md, "Confirming a cash order"). */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orders, payments, products } from '#db/schema/index.ts';
import { cancel } from '../support/cancellations.ts';
import { times } from '../support/client.ts';
import { day, hour, minute, runJobAt, setClock } from '../support/clock.ts';
import { type Guest, guestOrder, linkTo, newGuest, outcome } from '../support/guests.ts';
import { serum } from '../support/orders.ts';
import { onlineMethods, payAtProvider, providerIdOf, recordOf, verifyPayment } from '../support/payments.ts';
import { reconcilePages } from '../support/reconciliation.ts';
import { setPrice, snapshot, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true, flood: 10_000, writes: 10_000 });

/** Above `cashOnDelivery.confirmAbove` of tests/content/store.yaml, paise. */
const largePrice = 1_600_000;

const unconfirmed = async (quantity = 1) => {
  const price = largePrice / quantity;
  await shop.db.write.update(products).set({ price, originalPrice: price }).where(eq(products.id, serum));
  const guest = await newGuest(shop);
  return { guest, ...(await guestOrder(guest, { [serum]: quantity })) };
};
const pay = (guest: Guest, orderId: string) => guest.post('/api/order/pay', { orderId });
const rowOf = async (orderId: string) => {
  const [row] = await shop.db.read.select().from(orders).where(eq(orders.id, orderId));
  return { method: row?.paymentMethod, paid: row?.paid, confirmed: row?.confirmedAt !== null };
};
const inCash = { method: 'cod', paid: false, confirmed: false };

test('the desk shows no payment of an order in cash, and one of a paid order', async () => {
  const { guest, orderId } = await unconfirmed();
  await pay(guest, orderId);
  const detail = () => operator.get(`/api/desk/orders/${orderId}`);
  const before = JSON.stringify((await detail()).body);
  expect(before).not.toContain(await providerIdOf(shop, orderId));
  const paymentId = await payAtProvider(shop, 'razorpay', orderId);
  await verifyPayment(shop, guest, 'razorpay', orderId, paymentId);
  expect(JSON.stringify((await detail()).body)).toContain(paymentId);
  expect(JSON.stringify(await reconcilePages(operator, 'orders'))).not.toContain(orderId);
});

describe.each(onlineMethods)('%s', (method) => {
  /** Begins a payment by this method: the shop takes the first one that it offers. */
  const begin = async (guest: Guest, orderId: string) => {
    const first = await pay(guest, orderId);
    if (method === 'razorpay') return first;
    const none = { method, providerId: null };
    await shop.db.write.update(payments).set(none).where(eq(payments.orderId, orderId));
    return pay(guest, orderId);
  };

  test('the order is paid, confirmed and packed; it can be refunded as any paid one', async () => {
    const { guest, orderId } = await unconfirmed();
    const stock = await stockOf(shop.db, serum);
    const begun = await begin(guest, orderId);
    expect(begun.status).toBe(200);
    expect(await rowOf(orderId)).toEqual(inCash);
    const paymentId = await payAtProvider(shop, method, orderId);
    expect(outcome(await verifyPayment(shop, guest, method, orderId, paymentId))).toEqual([200, undefined]);
    await shop.simulators.settled();
    expect(await rowOf(orderId)).toEqual({ method, paid: true, confirmed: true });
    expect(await recordOf(shop, orderId)).toMatchObject({
      status: 'Order Placed',
      history: ['shopper: Order Placed', 'provider: Order Placed'],
      emails: expect.arrayContaining(['order_paid']),
      refunds: [],
      flags: [],
    });
    expect(await stockOf(shop.db, serum)).toBe(stock);
    // Paying again changes nothing. Emails are being sent meanwhile.
    const before = await snapshot(shop.db, ['outbox']);
    expect(outcome(await pay(guest, orderId))).toEqual([409, 'not_pending']);
    expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
    expect((await cancel(guest, orderId)).status).toBe(200);
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([
      { amount: largePrice, reason: 'cancelled', status: 'due', paymentId },
    ]);
  });

  test('a payment that is left changes nothing: the order can be confirmed, and is paid in cash', async () => {
    const { guest, orderId } = await unconfirmed();
    await begin(guest, orderId);
    const left = await guest.post('/api/order/verifyStripe', { orderId, success: false });
    expect(outcome(left)).toEqual([409, 'payment_failed']);
    await runJobAt(shop, 2 * hour);
    expect(await rowOf(orderId)).toEqual(inCash);
    expect((await guest.post('/api/order/confirm', { orderId, link: linkTo(orderId) })).status).toBe(200);
    expect(await rowOf(orderId)).toEqual({ ...inCash, confirmed: true });
    expect(outcome(await pay(guest, orderId))).toEqual([409, 'not_pending']);
  });

  test('money that comes after the order was packed or cancelled is sent back whole, and the order stays in cash', async () => {
    for (const end of ['Packing', 'Cancelled'] as const) {
      const { guest, orderId } = await unconfirmed();
      await begin(guest, orderId);
      const paymentId = await payAtProvider(shop, method, orderId);
      await shop.db.write.update(orders).set({ status: end }).where(eq(orders.id, orderId));
      await verifyPayment(shop, guest, method, orderId, paymentId);
      await shop.simulators.settled();
      expect(await rowOf(orderId)).toEqual(inCash);
      const sentBack = { amount: largePrice, reason: 'late_payment', status: 'due', paymentId };
      // A UPI payment is only authorized: it is not taken, and the bank releases it.
      const refunds = method === 'razorpay' ? [] : [sentBack];
      expect((await recordOf(shop, orderId)).refunds).toMatchObject(refunds);
    }
  });

  test('after a part was cancelled the earlier amount cannot be paid any more', async () => {
    const { guest, orderId } = await unconfirmed(2);
    await begin(guest, orderId);
    const cancelled = await cancel(guest, orderId, { lines: [{ _id: serum, keep: 1 }] });
    expect(outcome(cancelled)).toEqual([200, undefined]);
    expect(outcome(await pay(guest, orderId))).toEqual([409, 'order_changed']);
    const late = await payAtProvider(shop, method, orderId);
    await verifyPayment(shop, guest, method, orderId, late);
    await shop.simulators.settled();
    expect(await rowOf(orderId)).toEqual(inCash);
    await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, orderId));
    await cancel(guest, orderId);
    const ofCancelled = (await recordOf(shop, orderId)).refunds.filter(
      ({ reason }) => reason === 'cancelled',
    );
    expect(ofCancelled).toMatchObject([{ amount: largePrice / 2 }]);
  });
});

test('five taps at once begin one payment; another try after an hour continues it', async () => {
  const { guest, orderId } = await unconfirmed();
  const answers = await Promise.all(times(5, () => pay(guest, orderId)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const id = await providerIdOf(shop, orderId);
  await setClock(shop, 50 * minute);
  expect((await pay(guest, orderId)).status).toBe(200);
  expect(await providerIdOf(shop, orderId)).toBe(id);
});

test('only its buyer, only while it waits, and only an order that is asked for', async () => {
  const { orderId, guest } = await unconfirmed();
  const other = await newGuest(shop);
  expect(outcome(await pay(other, orderId))).toEqual([404, 'not_found']);
  await setClock(shop, 2 * day + minute);
  expect(outcome(await pay(guest, orderId))).toEqual([409, 'not_pending']);
  await setClock(shop, 0);
  await setPrice(shop.db, serum, 59_900);
  const small = await guestOrder(guest);
  const before = await snapshot(shop.db, ['outbox']);
  expect(outcome(await pay(guest, small.orderId))).toEqual([409, 'not_pending']);
  expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
});
