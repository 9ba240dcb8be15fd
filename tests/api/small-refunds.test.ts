/**
 * Refunds below the smallest one that a provider sends (docs/behaviour.md, "Refunds"): they wait for the next refund of
 * the order, which raises them, and nothing stays open for ever.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { flags, reductions, refunds } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { password, registerUser } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { attachTracking, confirmRefund } from '../support/desk.ts';
import { move, undo } from '../support/moves.ts';
import { serum, toner } from '../support/orders.ts';
import { onlineMethods, paidOrder, recordOf } from '../support/payments.ts';
import { differencesOf } from '../support/reconciliation.ts';
import { refundingOf } from '../support/refund-parts.ts';
import { setPrice, setStatus } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

/** A paid order of a serum and samples. @param price of each, paise */
async function withSamples(shopper: Person, method: OnlineMethod, samples: number, price = 40) {
  await setPrice(shop.db, toner, price);
  return paidOrder(shop, shopper, method, { [serum]: 1, [toner]: samples });
}
/** Cancels samples, so that this many stay. */
const keepSamples = (by: Client, orderId: string, keep: number) =>
  by.post('/api/order/cancel', { orderId, lines: [{ _id: toner, keep }] });
/** The order's refunds as `paise status`, oldest first. */
const stored = async (orderId: string) =>
  (await recordOf(shop, orderId)).refunds.map(({ amount, status }) => `${amount} ${status}`);
const queued = async (queue: string, orderId: string) => {
  type Page = { rows: { orderId: string }[] };
  const { rows } = (await operator.get<Page>(`/api/desk/refunds?queue=${queue}`)).body;
  return rows.filter((one) => one.orderId === orderId);
};
const made = (method: OnlineMethod, paymentId: string) =>
  shop.simulators[method].refunds
    .filter((one) => JSON.stringify(one).includes(paymentId))
    .map(({ amount }) => amount);
async function onlyRefund(orderId: string) {
  const [refund, ...others] = (await recordOf(shop, orderId)).refunds;
  if (!refund || others.length) throw new Error('there is not exactly one refund');
  return refund;
}
const openFlags = async (orderId: string) => {
  const rows = await shop.db.read
    .select()
    .from(flags)
    .where(and(eq(flags.about, orderId), isNull(flags.resolvedAt)));
  return rows.map(({ kind }) => kind);
};
/** What the reconciliation says about the order, but for prices that the test has set. */
const differences = async (orderId: string) =>
  (await differencesOf(operator, 'orders')).filter(({ about }) => about === orderId);
const requests = { stripe: '/v1/refunds', razorpay: '/v1/payments/*/refund' };
const refusal = {
  stripe: {
    type: 'invalid_request_error',
    code: 'amount_too_small',
    message: 'Amount must be at least ₹5.00',
  },
  razorpay: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The amount must be atleast INR 5.00',
    field: 'amount',
  },
};

describe('Razorpay, from ₹1', () => {
  const method = 'razorpay';

  test('paise twice wait together, open nothing, and say so; the third makes a refund of the sum', async ({
    shopper,
  }) => {
    const { orderId, paymentId } = await withSamples(shopper, method, 4);
    const first = await keepSamples(shopper, orderId, 3);
    expect([first.status, first.body.message]).toEqual([
      200,
      'Cancelled: 1 × Rose Toner. ₹0.40 is below the smallest refund that the payment provider can send: it is sent together with the next refund of this order.',
    ]);
    expect((await keepSamples(shopper, orderId, 2)).status).toBe(200);
    expect(await stored(orderId)).toEqual(['80 too_small']);
    expect(await queued('due', orderId)).toEqual([]);
    expect(await queued('too_small', orderId)).toMatchObject([{ amount: 80, status: 'too_small' }]);
    expect(await openFlags(orderId)).toEqual([]);
    const [order] = (await shopper.post('/api/order/userorders')).body.orders;
    expect(order?.refunds).toMatchObject([{ amount: 0.8, status: 'too_small' }]);
    const mail = await shop.simulators.mailbox.waitFor(
      (one) => one.to.includes(shopper.email) && /^A part of order/.test(one.subject),
    );
    expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain('below the smallest refund');
    expect(mail.text).not.toContain('within');
    const refund = await onlyRefund(orderId);
    expect((await confirmRefund(shop, operator, refund.id)).body).toMatchObject({
      code: 'changed',
      status: 'too_small',
    });
    expect((await keepSamples(shopper, orderId, 1)).body.message).toContain('We will refund ₹0.40.');
    expect(await stored(orderId)).toEqual(['120 due']);
    expect(await openFlags(orderId)).toEqual(['refund_due']);
    const parts = await shop.db.read.select().from(reductions).where(eq(reductions.orderId, orderId));
    expect(parts.map(({ amount, refundId }) => [amount, refundId])).toEqual([
      ...[40, 40, 40].map((amount) => [amount, refund.id]),
    ]);
    expect((await confirmRefund(shop, operator, refund.id)).body.status).toBe('done');
    expect(made(method, paymentId)).toEqual([120]);
    expect(await openFlags(orderId)).toEqual([]);
    // The next one is a refund of its own again.
    await keepSamples(shopper, orderId, 0);
    expect(await stored(orderId)).toEqual(['120 done', '40 too_small']);
    expect(await differences(orderId)).toEqual([]);
  });

  test('an amount at the desk says it too; the whole order then takes all of it along, and undoing that gives it back', async ({
    shopper,
  }) => {
    const { orderId, paymentId } = await withSamples(shopper, method, 2);
    await keepSamples(shopper, orderId, 1);
    const cancelled = await operator.post('/api/order/cancel', { orderId, reason: 'Out of stock' });
    expect(cancelled.status).toBe(200);
    expect(await stored(orderId)).toEqual([`${59_900 + 80} due`]);
    expect((await undo(operator, orderId)).status).toBe(200);
    expect(await stored(orderId)).toEqual(['40 too_small']);
    expect(await openFlags(orderId)).toEqual([]);
    expect(await differences(orderId)).toEqual([]);
    await attachTracking(operator, orderId);
    const part = { amount: 50, reason: 'A dented box' };
    const given = await refundingOf(shop, shopper, operator).giveBack(orderId, part);
    expect(given.body.message).toContain('₹0.50 is below the smallest refund');
    expect(await stored(orderId)).toEqual(['90 too_small']);
    expect((await move(operator, orderId, 'Returned', { restock: true })).status).toBe(200);
    expect(await stored(orderId)).toEqual([`${59_900 + 80} due`]);
    expect(await differences(orderId)).toEqual([]);
    const { id } = await onlyRefund(orderId);
    expect((await confirmRefund(shop, operator, id)).body.status).toBe('done');
    expect(made(method, paymentId)).toEqual([59_980]);
  });

  test('a refund of paise from before is turned when an operator confirms it, without asking the provider', async ({
    shopper,
  }) => {
    const { orderId, paymentId } = await withSamples(shopper, method, 1);
    const id = randomUUID();
    await shop.db.write
      .insert(refunds)
      .values({ id, orderId, paymentId, amount: 40, reason: 'adjustment', status: 'due', createdAt: 1 });
    const { body } = await confirmRefund(shop, operator, id);
    expect([body.status, body.message]).toEqual([
      'too_small',
      expect.stringContaining('below the smallest refund'),
    ]);
    expect(await stored(orderId)).toEqual(['40 too_small']);
    expect(shop.simulators[method].api.seen('POST', requests[method])).toEqual([]);
  });

  test('an account can be deleted while paise wait', async ({ shopper }) => {
    const leaving = { ...shopper, ...(await registerUser(shop)) };
    const { orderId } = await withSamples(leaving, method, 2);
    await keepSamples(leaving, orderId, 1);
    await setStatus(shop.db, orderId, 'Delivered');
    expect((await leaving.post('/api/user/delete', { password })).status).toBe(200);
    expect(await stored(orderId)).toEqual(['40 too_small']);
  });
});

test('Stripe sends paise at once', async ({ shopper }) => {
  const { orderId, paymentId } = await withSamples(shopper, 'stripe', 2);
  expect((await keepSamples(shopper, orderId, 1)).body.message).toContain('We will refund ₹0.40.');
  const { id } = await onlyRefund(orderId);
  expect((await confirmRefund(shop, operator, id)).body.status).toBe('done');
  expect(made('stripe', paymentId)).toEqual([40]);
});

test.for(onlineMethods)(
  '%s refuses an amount as too small: it waits, and is not tried again',
  async (method, { shopper }) => {
    const { orderId, paymentId } = await withSamples(shopper, method, 2, 300);
    await keepSamples(shopper, orderId, 1);
    const { id } = await onlyRefund(orderId);
    const body = { error: refusal[method] };
    shop.simulators[method].api.inject({
      fault: { status: 400, body },
      path: requests[method],
      method: 'POST',
    });
    expect((await confirmRefund(shop, operator, id)).body.status).toBe('too_small');
    expect(await queued('due', orderId)).toEqual([]);
    expect(await openFlags(orderId)).toEqual([]);
    await keepSamples(shopper, orderId, 0);
    expect(await stored(orderId)).toEqual(['600 due']);
    expect((await confirmRefund(shop, operator, id)).body.status).toBe('done');
    expect(made(method, paymentId)).toEqual([600]);
    const keys = shop.simulators[method].api.seen('POST', requests[method]).map((one) => one.idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  },
);
