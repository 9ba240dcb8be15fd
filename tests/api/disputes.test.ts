/**
 * Disputes: a bank asks for a payment back. What the provider reports is stored (the newest
 * report, also when an older one comes later), raised as a flag with the deadline, emailed to operators, and shown on
 * the order.
 */
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { disputes, flags, orderEvents, outbox, payments, refunds } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import type { readToday } from '#functions/desk/today.ts';
import { formatDayTime, oneDay } from '#lib/dates.ts';
import { minute } from '../support/clock.ts';
import { detailOf } from '../support/desk.ts';
import { onlineMethods, paidOrder } from '../support/payments.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true });
beforeEach(async () => {
  await shop.db.write.delete(disputes);
});

/** The same steps for both providers. @returns when the event has arrived */
async function open(method: OnlineMethod, paymentId: string) {
  const { id } = shop.simulators[method].dispute(paymentId);
  await shop.simulators.settled();
  return id;
}
async function move(method: OnlineMethod, id: string, to: 'under_review' | 'asks' | 'won' | 'lost') {
  const { stripe, razorpay } = shop.simulators;
  if (method === 'stripe') stripe.moveDispute(id, to === 'asks' ? 'needs_response' : to);
  else razorpay.moveDispute(id, to === 'asks' ? 'action_required' : to);
  await shop.simulators.settled();
}
const days = { stripe: 9, razorpay: 7 };
const openStatus = { stripe: 'needs_response', razorpay: 'open' };

const stored = () => shop.db.read.select().from(disputes);
const openFlags = async () =>
  (await shop.db.read.select().from(flags)).filter(({ resolvedAt }) => resolvedAt === null);
const letters = async () =>
  (await shop.db.read.select().from(outbox)).filter(({ cause }) => cause.startsWith('flag:'));
const historyOf = (orderId: string) =>
  shop.db.read
    .select({ actor: orderEvents.actor, shown: orderEvents.shown, reason: orderEvents.reason })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at))
    .then((rows) => rows.filter(({ reason }) => reason?.includes('disputed')));
describe.each(onlineMethods)('%s', (method) => {
  const test = plain.extend('paid', ({ shopper }) => paidOrder(shop, shopper, method));

  test('a dispute is stored, flagged with its deadline, emailed to operators, and shown on the order', async ({
    shopper,
    paid: { orderId, paymentId },
  }) => {
    const id = `${method}:${await open(method, paymentId)}`;
    const [row] = await stored();
    expect(row).toMatchObject({
      id,
      orderId,
      method,
      paymentId,
      amount: expect.any(Number),
      currency: 'INR',
      reason: method === 'stripe' ? 'fraudulent' : 'chargeback',
      status: openStatus[method],
      openedAt: expect.any(Number),
    });
    const due = Number(row?.respondBy);
    expect(Math.abs(due - Date.now() - days[method] * oneDay)).toBeLessThan(minute);

    const [flag, ...others] = await openFlags();
    expect([flag?.kind, flag?.about, others]).toEqual(['dispute', id, []]);
    expect(flag?.detail).toContain(formatDayTime(due));
    expect(flag?.detail).toMatch(/^₹[\d,.]+ is disputed: /);
    const recipients = (await letters()).map(({ recipient }) => recipient);
    expect(recipients).toContain(operator.email);

    expect((await detailOf(operator, orderId)).disputes).toEqual([row]);
    expect(await historyOf(orderId)).toEqual([{ actor: 'provider', shown: false, reason: flag?.detail }]);
    const { flags: seen } = (await operator.get<Awaited<ReturnType<typeof readToday>>>('/api/desk/today'))
      .body;
    expect(seen).toMatchObject([{ about: id, orderId }]);
    // The shopper does not see it.
    const { history } = (await shopper.get(`/api/order/tracking-info/${orderId}`)).body.trackingInfo;
    expect(history.some(({ reason }) => reason?.includes('disputed'))).toBe(false);
  });

  test('its flag is settled by an answer, raised again when another answer is needed, and settled at the end', async ({
    paid: { orderId, paymentId },
  }) => {
    const id = await open(method, paymentId);
    const [first] = await openFlags();
    const mailed = (await letters()).length;
    shop.simulators.setClock(2000);
    await move(method, id, 'under_review');
    expect(await openFlags()).toEqual([]);
    shop.simulators.setClock(4000);
    await move(method, id, 'asks');
    const [again] = await openFlags();
    expect(again).toMatchObject({ kind: 'dispute', about: first?.about });
    expect(again?.id).not.toBe(first?.id);
    expect((await letters()).length).toBe(2 * mailed);
    shop.simulators.setClock(6000);
    await move(method, id, 'lost');
    shop.simulators.setClock(0);
    expect(await openFlags()).toEqual([]);
    expect(await stored()).toMatchObject([{ status: 'lost' }]);
    expect((await historyOf(orderId)).length).toBe(4);
  });

  test('an older report changes nothing, in any order and number', async ({
    paid: { orderId, paymentId },
  }) => {
    const { webhooks } = shop.simulators[method];
    webhooks.fault = 'hold';
    const { id } = shop.simulators[method].dispute(paymentId);
    shop.simulators.setClock(2000);
    await move(method, id, 'won');
    shop.simulators.setClock(0);
    const sent = webhooks.deliveries.map((delivery) => delivery.id);
    await webhooks.release('reverse');
    for (const event of [...new Set(sent)]) webhooks.resend(event, { repeat: 3 });
    await shop.simulators.settled();
    expect(await stored()).toMatchObject([{ status: 'won' }]);
    expect([await openFlags(), await letters()]).toEqual([[], []]);
    expect((await historyOf(orderId)).length).toBe(1);
  });

  test('the end of a dispute wins over another report of the same second', async ({
    paid: { paymentId },
  }) => {
    const { webhooks } = shop.simulators[method];
    webhooks.fault = 'hold';
    const { id } = shop.simulators[method].dispute(paymentId);
    await move(method, id, 'lost');
    await webhooks.release('reverse');
    expect(await stored()).toMatchObject([{ status: 'lost' }]);
    expect(await openFlags()).toEqual([]);
  });

  test('the order of a late payment is found by its refund', async ({ paid: { orderId, paymentId } }) => {
    const due = { id: crypto.randomUUID(), orderId, paymentId, amount: 100, createdAt: Date.now() };
    await shop.db.write.batch([
      shop.db.write.update(payments).set({ paymentId: 'earlier' }).where(eq(payments.orderId, orderId)),
      shop.db.write.insert(refunds).values({ ...due, reason: 'late_payment', status: 'due' }),
    ]);
    await open(method, paymentId);
    expect(await stored()).toMatchObject([{ orderId, paymentId }]);
    expect((await openFlags()).map(({ kind }) => kind)).toEqual(['dispute']);
  });

  test('a dispute of an unknown payment is stored without an order and raises no flag', async ({
    paid: { paymentId },
  }) => {
    const { webhooks } = shop.simulators[method];
    webhooks.fault = 'never';
    shop.simulators[method].dispute(paymentId);
    const event = webhooks.deliveries.at(-1);
    webhooks.fault = 'none';
    webhooks.send({
      ...(event as NonNullable<typeof event>),
      body: `${event?.body}`.replaceAll(paymentId, 'of_another_shop'),
    });
    await shop.simulators.settled();
    expect(await stored()).toMatchObject([{ orderId: null, paymentId: 'of_another_shop' }]);
    expect(await openFlags()).toEqual([]);
  });
});
