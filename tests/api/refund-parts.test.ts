/**
 * Refunds of parts of an order that was handed over (docs/behaviour.md, "Refunds of a part"): what was given back,
 * stock, refunds and credit notes agree, for both providers and for cash, and when all of it comes back in the end.
 */
import { sql } from 'drizzle-orm';
import { razorpayRequest, stripeClient } from 'payment-simulators/testing';
import { describe, expect } from 'vitest';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { password } from '../support/accounts.ts';
import { attachTracking, cashTransfer, confirmRefund } from '../support/desk.ts';
import { move } from '../support/moves.ts';
import { serum, toner } from '../support/orders.ts';
import { onlineMethods, paidOrder, recordOf } from '../support/payments.ts';
import { back, kept, refundingOf, sum } from '../support/refund-parts.ts';
import { countRows, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true });
const test = plain.extend('refunding', ({ shopper }) => refundingOf(shop, shopper, operator));
const confirm = (id = '', more: object = {}) => confirmRefund(shop, operator, id, 'due', more);
const stocks = () => Promise.all([serum, toner].map((id) => stockOf(shop.db, id)));

const made = (method: OnlineMethod, paymentId: string) =>
  shop.simulators[method].refunds.filter((one) => JSON.stringify(one).includes(paymentId));
const requests = { stripe: '/v1/refunds', razorpay: '/v1/payments/*/refund' };
const keysAsked = (method: OnlineMethod) =>
  shop.simulators[method].api.seen('POST', requests[method]).map(({ idempotencyKey }) => idempotencyKey);
describe.each(onlineMethods)('%s', (method) => {
  test('two refunds of a payment have their own keys and are settled by their own webhooks, late, twice, out of order', async ({
    refunding: { giveBack, shipped, stored, states },
  }) => {
    shop.simulators[method].settings.holdRefunds = true;
    const { orderId, paymentId } = await shipped(method);
    await giveBack(orderId, { lines: [back(0, 1, true)] });
    await giveBack(orderId, { lines: [kept(0, 1)] });
    const [first, second] = (await stored(orderId)).refunds.map(({ id }) => id);
    if (!first || !second) throw new Error('two refunds are due');
    for (const id of [first, second]) expect((await confirm(id)).body.status).toBe('sent');
    expect(keysAsked(method)).toEqual([first, second]);
    const atProvider = made(method, paymentId).map(({ id }) => id);
    expect(atProvider).toHaveLength(2);
    shop.simulators[method].webhooks.fault = { repeat: 3 };
    shop.simulators[method].completeRefund(atProvider[1] ?? '');
    await shop.simulators.settled();
    expect(await states(orderId)).toEqual(['sent', 'done']);
    expect((await recordOf(shop, orderId)).flags).toEqual(['refund_due']);
    shop.simulators[method].failRefund(atProvider[0] ?? '');
    await shop.simulators.settled();
    expect(await states(orderId)).toEqual(['failed', 'done']);
    shop.simulators[method].settings.holdRefunds = false;
    expect((await confirmRefund(shop, operator, first)).body.status).toBe('done');
    for (const { id, type } of [...shop.simulators[method].webhooks.deliveries])
      if (type.startsWith('refund')) shop.simulators[method].webhooks.resend(id);
    await shop.simulators.settled();
    expect(await states(orderId)).toEqual(['done', 'done']);
    expect(new Set(keysAsked(method)).size).toBe(3);
    const { emails, history } = await recordOf(shop, orderId);
    expect(emails.filter((kind) => kind === 'refunded')).toHaveLength(2);
    expect(history.filter((row) => row === 'provider: refund')).toHaveLength(3);
    expect(await countRows(shop.db, 'flags', sql`about = ${orderId} AND resolved_at IS NULL`)).toBe(0);
  });

  test('a refund in the provider’s dashboard settles the part of that amount, not one of two alike', async ({
    refunding: { giveBack, shipped, states },
  }) => {
    const { orderId, paymentId } = await shipped(method);
    const dashboard = (amount: number) =>
      method === 'stripe'
        ? stripeClient(shop.simulators).refunds.create({ payment_intent: paymentId, amount })
        : razorpayRequest(shop.simulators, 'POST', `/v1/payments/${paymentId}/refund`, { amount });
    for (const part of [kept(0, 1), kept(1, 1), kept(1, 1)]) await giveBack(orderId, { lines: [part] });
    await dashboard(59_900);
    await shop.simulators.settled();
    expect(await states(orderId)).toEqual(['done', 'due', 'due']);
    await dashboard(34_900);
    await shop.simulators.settled();
    expect(await states(orderId)).toEqual(['done', 'due', 'due']);
  });
});

describe('paid online', () => {
  const method = 'razorpay';

  test('units that came back or are kept, and an amount: each has a refund and a credit note', async ({
    shopper,
    refunding: { seenOf, ask, giveBack, shipped, stored, expectSums },
  }) => {
    const { orderId } = await shipped(method);
    const { invoice } = await stored(orderId);
    const first = await giveBack(orderId, { lines: [back(0, 1, true)] });
    expect([first.status, first.body]).toEqual([
      200,
      {
        success: true,
        message: '₹599.00 waits under Refunds to be sent back.',
        amount: 59_900,
        seen: expect.any(Number),
      },
    ]);
    expect(first.body.seen).toBe(await seenOf(orderId));
    const both = { seen: first.body.seen, lines: [back(0, 1, false), kept(1, 1)] };
    expect((await ask(orderId, both)).body.amount).toBe(94_800);
    expect((await giveBack(orderId, { amount: 10_001, reason: 'A dented box' })).body.amount).toBe(10_001);
    expect(await stocks()).toEqual([98, 98]);
    const after = await stored(orderId);
    expect(after.given).toMatchObject([
      { kind: 'returned', position: 0, quantity: 1, amount: 59_900, restocked: true, productId: serum },
      { kind: 'returned', position: 0, quantity: 1, amount: 59_900, restocked: false },
      { kind: 'refunded', position: 1, quantity: 1, amount: 34_900, restocked: false, productId: toner },
      { kind: 'refunded', position: 0, quantity: 0 },
      { kind: 'refunded', position: 1, quantity: 0 },
    ]);
    expect(after.refunds).toMatchObject([
      { amount: 59_900, reason: 'returned', note: 'It leaked', status: 'due' },
      { amount: 94_800, reason: 'returned', note: 'It leaked', status: 'due' },
      { amount: 10_001, reason: 'adjustment', note: 'A dented box', status: 'due' },
    ]);
    await expectSums(orderId);
    // The order and its invoice stay as they were.
    expect(after.invoice).toEqual(invoice);
    expect(after.order).toMatchObject({ status: 'Shipped', total: invoice?.data.total, paid: true });
    const [order] = (await shopper.post('/api/order/userorders')).body.orders;
    expect(order?.refunds).toMatchObject([
      { amount: 599, status: 'due', items: [{ quantity: 1, kind: 'returned' }] },
      { amount: 948, items: [{ kind: 'returned' }, { kind: 'refunded' }] },
      { amount: 100.01, reason: 'adjustment', note: 'A dented box', items: [] },
    ]);
    expect(order?.creditNotes).toEqual(after.notes.map(({ number }) => number));
  });

  test('the email says how much and why, and brings the credit note', async ({
    shopper,
    refunding: { giveBack, shipped, stored },
  }) => {
    const { orderId } = await shipped(method);
    await giveBack(orderId, { lines: [kept(1, 1)], reason: 'The pump was broken' });
    await giveBack(orderId, { amount: 1_250, reason: 'It came late' });
    const { refunds: due, notes } = await stored(orderId);
    for (const { id } of due) await confirm(id);
    const [first, second] = await Promise.all(
      [/^Your refund of ₹349\.00/, /^Your refund of ₹12\.50/].map((subject) =>
        shop.simulators.mailbox.waitFor((one) => one.to.includes(shopper.email) && subject.test(one.subject)),
      ),
    );
    expect(first?.text).toContain('The pump was broken');
    expect(second?.text).toContain('It came late');
    expect([first, second].map((one) => one?.attachments?.map(({ filename }) => filename))).toEqual(
      notes.map(({ number }) => [`${number.replaceAll('/', '-')}.pdf`]),
    );
  });

  test('all of it returned later: only the rest is given back and put into stock', async ({
    refunding: { giveBack, takeBack, shipped, stored, expectSums, expectAllGivenBack },
  }) => {
    const { orderId } = await shipped(method);
    await giveBack(orderId, { lines: [back(0, 1, true), kept(1, 1)] });
    await giveBack(orderId, { amount: 3_333 });
    expect((await takeBack(orderId)).status).toBe(200);
    await expectSums(orderId);
    await expectAllGivenBack(orderId);
    const { refunds: all, order } = await stored(orderId);
    expect([all.length, sum(all.map(({ amount }) => amount))]).toEqual([3, order?.total]);
    // A toner was refunded and kept.
    expect(await stocks()).toEqual([100, 99]);
    for (const { id } of all) expect((await confirm(id)).body.status).toBe('done');
    await shop.simulators.settled();
    expect((await giveBack(orderId, { amount: 100 })).body.code).toBe('not_open');
  });

  test('a part was cancelled before shipping: the invoice and a full return have the rest', async ({
    shopper,
    refunding: { giveBack, takeBack, stored, expectSums, expectAllGivenBack },
  }) => {
    const { orderId } = await paidOrder(shop, shopper, method, { [serum]: 3, [toner]: 2 });
    const cancelled = await shopper.post('/api/order/cancel', {
      orderId,
      lines: [
        { _id: serum, keep: 2 },
        { _id: toner, keep: 0 },
      ],
    });
    expect(cancelled.status).toBe(200);
    await attachTracking(operator, orderId);
    const before = await stored(orderId);
    expect(before.refunds).toMatchObject([{ amount: 129_700, reason: 'cancelled', status: 'due' }]);
    expect([before.invoice?.data.total, before.notes]).toEqual([119_800, []]);
    await giveBack(orderId, { lines: [kept(0, 1)] });
    await takeBack(orderId);
    await expectSums(orderId);
    await expectAllGivenBack(orderId);
    const { refunds: all } = await stored(orderId);
    expect(all.map(({ amount }) => amount)).toEqual([129_700, 59_900, 59_900]);
    expect(await stocks()).toEqual([99, 100]);
    for (const { id } of all) expect((await confirm(id)).body.status).toBe('done');
  });
});

describe('cash on delivery', () => {
  test('collected: units, delivery and an amount are refunded with the reference of the transfer', async ({
    shopper,
    refunding: { giveBack, takeBack, withCourier, stored, expectSums, expectAllGivenBack },
  }) => {
    const orderId = await withCourier();
    await move(operator, orderId, 'Delivered', { collected: true, password });
    expect((await giveBack(orderId, { lines: [back(1, 2, true)], delivery: true })).body.amount).toBe(74_700);
    expect((await stored(orderId)).given).toMatchObject([
      { kind: 'returned', position: 1, quantity: 2, amount: 69_800, restocked: true },
      { kind: 'refunded', position: null, quantity: 0, amount: 4900, restocked: false, name: 'Delivery' },
    ]);
    expect((await giveBack(orderId, { delivery: true })).body.code).toBe('nothing');
    await giveBack(orderId, { amount: 2_000 });
    const [first, second] = (await stored(orderId)).refunds;
    expect((await confirm(first?.id)).body.fields).toHaveProperty('transfer');
    const bank = { transfer: 'bank_transfer', reference: 'NEFT 77' };
    expect((await confirm(first?.id, bank)).body.status).toBe('done');
    expect((await confirm(second?.id, cashTransfer)).body.status).toBe('done');
    const [order] = (await shopper.post('/api/order/userorders')).body.orders;
    expect(order?.refunds).toMatchObject([
      { amount: 747, status: 'done', transfer: 'bank_transfer', reference: 'NEFT 77' },
      { amount: 20, status: 'done', transfer: 'upi', reference: 'UTR 4242' },
    ]);
    await expectSums(orderId);
    await takeBack(orderId);
    await expectSums(orderId);
    await expectAllGivenBack(orderId);
    expect(await stocks()).toEqual([100, 100]);
  });

  test('a parcel that was refused has a credit note of all of it, and no refund', async ({
    refunding: { takeBack, withCourier, stored, expectSums, expectAllGivenBack },
  }) => {
    const orderId = await withCourier();
    expect((await takeBack(orderId)).status).toBe(200);
    const { given, refunds: none, notes, order } = await stored(orderId);
    expect([none, notes.length, order?.paid]).toEqual([[], 1, false]);
    expect(given.map(({ kind, refundId, restocked }) => [kind, refundId, restocked])).toEqual([
      ['returned', null, true],
      ['returned', null, true],
      ['returned', null, false],
    ]);
    await expectSums(orderId);
    await expectAllGivenBack(orderId);
    expect(await stocks()).toEqual([100, 100]);
    expect((await recordOf(shop, orderId)).flags).toEqual([]);
  });
});
