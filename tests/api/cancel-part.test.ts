/**
 * Cancelling a part of an order (docs/behaviour.md, "Cancelling") before it is shipped: sums, refunds and the invoice
 * agree with what is kept.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { documents, flags, orderEvents, orderLines, outbox, reductions, refunds } from '#db/schema/index.ts';
import { cancel, listed, statusOf, stock, unchanging } from '../support/cancellations.ts';
import { type Client, tally, times } from '../support/client.ts';
import { insertCoupon, orderWith, usesOf } from '../support/coupons.ts';
import { attachTracking, confirmRefund, detailOf } from '../support/desk.ts';
import { cream, placed, placeOrder, serum, toner } from '../support/orders.ts';
import { paidOrder, pendingOrder } from '../support/payments.ts';
import { sum } from '../support/refund-parts.ts';
import { storedOrder } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ proxy: true, simulators: true });
/** `id`: of an order of 3 serums and 2 toners by cash on delivery. */
const test = plain.extend(
  'id',
  async ({ shopper }) => (await placed(shopper, { [serum]: 3, [toner]: 2 }))._id,
);

/** Everything that is stored about an order. */
async function storedOf(orderId: string) {
  const of = <Table extends typeof orderLines | typeof reductions | typeof refunds | typeof documents>(
    table: Table,
  ) => shop.db.read.select().from(table).where(eq(table.orderId, orderId));
  const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
  return {
    order: await storedOrder(shop.db, orderId),
    history: events.filter(({ kind }) => kind === 'cancellation').map(({ reason }) => reason),
    lines: await of(orderLines),
    reductions: await of(reductions),
    refunds: await of(refunds),
    documents: await of(documents),
  };
}

/** The sums of an order are those of its lines. */
function expectSums({ order, lines }: Awaited<ReturnType<typeof storedOf>>): void {
  expect(order).toMatchObject({
    subtotal: sum(lines.map(({ price, quantity }) => price * quantity)),
    discount: sum(lines.map(({ discount }) => discount)),
  });
}

const keep = (person: Client, orderId: string, units: Record<string, number>, more: object = {}) =>
  person.post('/api/order/cancel', {
    ...more,
    orderId,
    lines: Object.entries(units).map(([_id, keep]) => ({ _id, keep })),
  });
const emailAbout = (reference: string) =>
  shop.simulators.mailbox.waitFor(({ subject }) => subject === `A part of order ${reference} is cancelled`);

describe('costs nothing', () => {
  /** Half off from ₹5,000, used for 8 serums and a toner: ₹5,141, for ₹2,571 in cash. */
  const halfOff = async (shopper: Client) => {
    const code = await insertCoupon(shop.db, { percent: 50, minSubtotal: 500_000 });
    const { body } = await placeOrder(shopper, await orderWith(shopper, { [serum]: 8, [toner]: 1 }, code));
    return { id: body.order._id as string, code };
  };
  const rest = { [serum]: 0, [toner]: 1 };

  test('paid in cash: the rest keeps its code and free delivery, in whole rupees', async ({ shopper }) => {
    const { id, code } = await halfOff(shopper);
    const before = await storedOf(id);
    expect((await keep(shopper, id, rest)).status).toBe(200);
    const after = await storedOf(id);
    expectSums(after);
    expect(after.order).toMatchObject({ subtotal: 34_900, discount: 17_500, delivery: 0, total: 17_400 });
    expect(17_400 + sum(after.reductions.map(({ amount }) => amount))).toBe(before.order.total);
    expect(await listed(shopper)).toMatchObject({ discount: 175, couponCode: code });
    // The same again is done already.
    expect((await keep(shopper, id, rest)).body.message).toBe('This part was cancelled already.');
    await attachTracking(operator, id);
    expect((await storedOf(id)).documents[0]?.data).toMatchObject({ discount: 17_500, couponCode: code });
  });

  test('what is left is enough for the code, also for later returns', async ({ shopper }) => {
    const { id } = await halfOff(shopper);
    await keep(shopper, id, { [serum]: 2 });
    await attachTracking(operator, id);
    // 2 serums of ₹599 and a toner of ₹349.
    expect((await detailOf(operator, id)).left.minimum).toBe(154_700);
  });

  test('paid online: the refund is the share of what is cancelled, whoever cancels it', async () => {
    for (const who of ['shopper', 'operator']) {
      const shopper = await shop.person();
      const { orderId } = await paidOrder(shop, shopper, 'stripe', { [serum]: 8, [toner]: 1 });
      await shop.db.write.batch([
        shop.db.write.run(
          sql`UPDATE order_lines SET discount = price * quantity / 2 WHERE order_id = ${orderId}`,
        ),
        shop.db.write.run(sql`UPDATE orders SET coupon_minimum = 500000, discount = subtotal / 2, total = subtotal / 2
          WHERE id = ${orderId}`),
        shop.db.write.run(sql`UPDATE payments SET amount = amount / 2 WHERE order_id = ${orderId}`),
      ]);
      const done = await keep(who === 'shopper' ? shopper : operator, orderId, rest);
      expect(done.body.message).toBe('Cancelled: 8 × Glow Serum. We will refund ₹2,396.00.');
      const after = await storedOf(orderId);
      expectSums(after);
      expect(after.refunds).toMatchObject([{ amount: 239_600 }]);
      expect(after.reductions).toMatchObject([{ amount: 239_600, refundId: after.refunds[0]?.id }]);
      // The rest goes back whole.
      await cancel(shopper, orderId);
      expect((await storedOf(orderId)).refunds.map(({ amount }) => amount)).toEqual([239_600, 17_450]);
    }
  });

  test('a page of an earlier release, which agrees to a total or asks for the terms, cancels as well', async ({
    shopper,
  }) => {
    const { id } = await halfOff(shopper);
    expect((await keep(shopper, id, { [serum]: 4 }, { amount: 4542 })).status).toBe(200);
    expect((await keep(operator, id, { [serum]: 1 }, { keepTerms: true })).status).toBe(200);
    expect((await storedOf(id)).order).toMatchObject({ subtotal: 94_800, total: 47_300 });
  });
});

describe('a part of an order', () => {
  test('is taken out with its share of the discount, also from the invoice; the code stays used', async ({
    shopper,
  }) => {
    const code = await insertCoupon(shop.db, { percent: 33 });
    const { body } = await placeOrder(shopper, await orderWith(shopper, { [serum]: 3, [toner]: 1 }, code));
    const { _id: id, reference } = body.order;
    const before = await storedOf(id);
    const answer = await keep(shopper, id, { [serum]: 2, [toner]: 0 });
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, outcome: 'reduced', message: 'Cancelled: 1 × Glow Serum and 1 × Rose Toner.' },
    ]);
    expect([await stock(shop), await usesOf(shop.db, code)]).toEqual([[98, 100], 1]);
    const after = await storedOf(id);
    expectSums(after);
    expect(after.lines).toMatchObject([{ productId: serum, quantity: 2 }]);
    expect(after.history).toEqual(['1 × Glow Serum and 1 × Rose Toner were cancelled']);
    expect(after.reductions).toMatchObject([
      { kind: 'cancelled', position: 0, productId: serum, name: 'Glow Serum', quantity: 1, refundId: null },
      { kind: 'cancelled', position: 1, productId: toner, quantity: 1, restocked: true, refundId: null },
    ]);
    const given = sum(after.reductions.map(({ amount }) => amount));
    expect(after.order.total).toBe(before.order.total - given);
    expect(after.refunds).toEqual([]);
    expect(await listed(shopper)).toMatchObject({
      amount: after.order.total / 100,
      items: [{ _id: serum, quantity: 2 }],
      cancelled: [
        { _id: serum, name: 'Glow Serum', quantity: 1 },
        { _id: toner, name: 'Rose Toner', quantity: 1 },
      ],
    });
    const { text = '' } = await emailAbout(reference);
    expect(text).toContain('1 × Glow Serum and 1 × Rose Toner');
    expect(text).toContain('Please have');

    expect((await attachTracking(operator, id)).status).toBe(200);
    const [invoice] = (await storedOf(id)).documents;
    expect(invoice?.data).toMatchObject({
      total: after.order.total,
      lines: [{ quantity: 2, discount: after.lines[0]?.discount }],
    });
  });

  test('that is cancelled already is not cancelled again; the last unit cancels the order', async ({
    shopper,
    id,
  }) => {
    await keep(shopper, id, { [serum]: 1 });
    await keep(shopper, id, { [toner]: 0 });
    const rows = await unchanging(shop);
    const same: Record<string, number>[] = [{ [serum]: 1 }, { [toner]: 0 }, { [serum]: 1, [toner]: 0 }];
    for (const units of same) {
      const { status, body } = await keep(shopper, id, units);
      expect([status, body.message]).toEqual([200, 'This part was cancelled already.']);
    }
    expect(await unchanging(shop)).toEqual(rows);
    expect((await listed(shopper))?.cancelled).toMatchObject([{ quantity: 2 }, { quantity: 2 }]);

    const { body } = await keep(shopper, id, { [serum]: 0 });
    expect([body.outcome, await statusOf(shopper), await stock(shop)]).toEqual([
      'cancelled',
      'Cancelled',
      [100, 100],
    ]);
    expect((await keep(shopper, id, { [serum]: 0 })).body.outcome).toBe('cancelled');
    expectSums(await storedOf(id));
  });

  test('of a paid order is refunded, each time; the rest with the whole order', async () => {
    const shopper = await shop.person();
    const { orderId } = await paidOrder(shop, shopper, 'stripe', { [serum]: 3 });
    const first = await keep(shopper, orderId, { [serum]: 2 });
    expect(first.body.message).toBe('Cancelled: 1 × Glow Serum. We will refund ₹599.00.');
    const [due] = (await storedOf(orderId)).refunds;
    expect(due).toMatchObject({
      amount: 59_900,
      reason: 'cancelled',
      status: 'due',
      paymentId: expect.any(String),
    });
    expect((await storedOf(orderId)).reductions).toMatchObject([{ refundId: due?.id }]);
    expect((await confirmRefund(shop, operator, due?.id ?? '')).status).toBe(200);
    await shop.simulators.settled();
    // The flag was resolved with the refund, and is raised again.
    await keep(operator, orderId, { [serum]: 1 }, { reason: 'Sold out' });
    const raised = await shop.db.read.select().from(flags).where(eq(flags.about, orderId));
    expect(raised).toMatchObject([{ kind: 'refund_due', resolvedAt: null }]);
    await cancel(shopper, orderId);
    const stored = await storedOf(orderId);
    expect(stored.refunds.map(({ amount }) => amount)).toEqual([59_900, 59_900, 59_900]);
    expect(stored.history).toEqual([
      '1 × Glow Serum was cancelled',
      '1 × Glow Serum was cancelled: Sold out',
    ]);
  });

  test('is too late once the parcel has left, and too early before the payment', async ({ shopper, id }) => {
    await attachTracking(operator, id);
    const waiting = await pendingOrder(shopper, 'stripe', { [serum]: 2 });
    const rows = await unchanging(shop);
    expect((await keep(shopper, id, { [serum]: 1 })).body).toMatchObject({ code: 'too_late' });
    expect((await keep(shopper, waiting, { [serum]: 1 })).body).toMatchObject({
      code: 'payment_pending',
      message:
        'A part of an order can be cancelled once it is paid. Until then you can cancel the whole order.',
    });
    expect(await unchanging(shop)).toEqual(rows);
    expect((await keep(shopper, waiting, { [serum]: 0 })).body.outcome).toBe('cancelled');
  });

  test('must be in the order', async ({ shopper, id }) => {
    const rows = await unchanging(shop);
    for (const [units, message] of [
      [{ [serum]: 4 }, 'The order has only 3 of Glow Serum.'],
      [{ [cream]: 0 }, `${cream} is not in this order.`],
    ] as const)
      expect(await keep(shopper, id, units)).toMatchObject({
        status: 409,
        body: { code: 'not_in_order', message },
      });
    expect(await unchanging(shop)).toEqual(rows);
  });

  test('eight times at once while the parcel is handed over: stock, sums and invoice agree', async ({
    shopper,
    id,
  }) => {
    shop.proxy.meet(2);
    const [shipped, ...answers] = await Promise.all([
      attachTracking(operator, id),
      ...times(8, () => keep(shopper, id, { [serum]: 2 })),
    ]);
    expect(shipped?.status).toBe(200);
    for (const { status, body } of answers) expect([200, 409], body.message).toContain(status);
    const stored = await storedOf(id);
    const left = stored.lines[0]?.quantity ?? 0;
    expectSums(stored);
    expect([2, 3]).toContain(left);
    expect([stored.reductions.length, stored.history.length]).toEqual([3 - left, 3 - left]);
    expect(await stock(shop)).toEqual([100 - left, 98]);
    expect(stored.documents.map(({ data }) => data.total)).toEqual([stored.order.total]);
  });

  test('different parts at once: each is cancelled once', async ({ shopper, id }) => {
    const answers = await Promise.all([
      ...times(5, () => keep(shopper, id, { [serum]: 1 })),
      ...times(5, () => keep(shopper, id, { [toner]: 1 })),
    ]);
    expect(tally(answers)).toEqual({ 200: 10 });
    const stored = await storedOf(id);
    expectSums(stored);
    expect([await stock(shop), stored.reductions.length]).toEqual([[99, 99], 2]);
    const emails = await shop.db.read.select().from(outbox);
    expect(emails.filter(({ cause }) => cause.startsWith('order_changed:')).length).toBeGreaterThanOrEqual(2);
  });
});
