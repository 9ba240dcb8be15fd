/**
 * What an order that is paid online costs less (docs/behaviour.md, "Paid online"): in the quote, at the provider, on the
 * invoice, and in what goes back when parts of it are cancelled or returned.
 */
import { describe, expect } from 'vitest';
import type { ShopInvoice } from '#domain/documents/document.ts';
import { discountName, invoicedDiscountKind } from '#domain/pricing/discount-name.ts';
import { cancel, listed } from '../support/cancellations.ts';
import { insertCoupon, orderWith, quoteWith, usesOf } from '../support/coupons.ts';
import { attachTracking } from '../support/desk.ts';
import { cream, orderOf, placeOrder, serum, toner } from '../support/orders.ts';
import { onlineMethods, paidOrder, recordOf } from '../support/payments.ts';
import { randomFrom } from '../support/random.ts';
import { differencesOf } from '../support/reconciliation.ts';
import { back, refundingOf, sum } from '../support/refund-parts.ts';
import { storedOrder } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true, store: { off: 3_000 } });
const test = plain.extend('refunding', ({ shopper }) => refundingOf(shop, shopper, operator));

describe('the quote', () => {
  test('says what it costs online beside what it costs otherwise; with a method it is the sum to pay', async () => {
    const quoted = async (
      ...of: Parameters<typeof quoteWith> extends [unknown, ...infer Rest] ? Rest : never
    ) => (await quoteWith(shop.client(), ...of)).body.quote;
    const without = await quoted({ [serum]: 1 });
    expect(without).toMatchObject({
      amount: 599,
      discount: 0,
      online: { amount: 569, discount: 30, coupon: null, gst: { amount: 86.8 } },
    });
    for (const method of onlineMethods)
      expect(await quoted({ [serum]: 1 }, undefined, method)).toMatchObject({
        amount: 569,
        discount: 30,
        online: null,
        gst: without.online?.gst,
      });
    expect(await quoted({ [serum]: 1 }, undefined, 'cod')).toMatchObject({ amount: 599, discount: 0 });
  });

  test('has the code or this, whichever takes more off, and never both', async ({ shopper }) => {
    const [small, large] = [
      await insertCoupon(shop.db, { percent: 5 }),
      await insertCoupon(shop.db, { percent: 6 }),
    ];
    const quote = async (code: string) => (await quoteWith(shopper, { [serum]: 1 }, code)).body.quote;
    expect(await quote(small)).toMatchObject({
      amount: 569.05,
      coupon: { code: small },
      online: { amount: 569 },
    });
    expect(await quote(large)).toMatchObject({ amount: 563.06, coupon: { code: large }, online: null });
    for (const [code, uses, couponCode] of [
      [small, 0, null],
      [large, 1, large],
    ] as const) {
      const { status, body } = await shopper.post(
        '/api/order/stripe',
        await orderWith(shopper, { [serum]: 1 }, code, 'stripe'),
      );
      expect(status).toBe(200);
      expect([await usesOf(shop.db, code), await storedOrder(shop.db, body.orderId)]).toMatchObject([
        uses,
        { couponCode },
      ]);
    }
  });
});

test('the server alone decides it: a total for another way to pay is refused with the new quote', async ({
  shopper,
}) => {
  const cash = await orderOf(shopper, { [serum]: 1 });
  const online = await orderOf(shopper, { [serum]: 1 }, 'razorpay');
  expect([cash.amount, online.amount]).toEqual([599, 569]);
  const refused = [await placeOrder(shopper, online), await shopper.post('/api/order/razorpay', cash)];
  expect(refused.map(({ status, body }) => [status, body.code, body.quote.amount])).toEqual([
    [409, 'amount_changed', 599],
    [409, 'amount_changed', 599],
  ]);
  expect(refused[1]?.body.quote.online?.amount).toBe(569);
  expect((await placeOrder(shopper, cash)).body.order).toMatchObject({ amount: 599, discount: 0 });
});

describe.each(onlineMethods)('%s', (method) => {
  test('charges the quote to the paisa; order and invoice name the discount', async ({
    shopper,
    refunding,
  }) => {
    const quantities = { [serum]: 3, [toner]: 2 };
    const { body } = await quoteWith(shopper, quantities, undefined, method);
    const { orderId } = await refunding.shipped(method, quantities);
    const { order, invoice } = await refunding.stored(orderId);
    expect((await recordOf(shop, orderId)).payment?.amount).toBe(Math.round(body.quote.amount * 100));
    expect(order).toMatchObject({ discount: 3_000, total: 246_500, couponCode: null, couponMinimum: null });
    const issued = invoice?.data as ShopInvoice;
    expect(issued).toMatchObject({ discount: 3_000, total: 246_500, discountKind: 'prepaid' });
    expect(discountName(invoicedDiscountKind(issued), null)).toBe('Discount (paid online)');
  });

  test.for([1, 2, 3, 4])(
    'what is cancelled, then returned, then the rest of order %i give back what was paid',
    async (seed, { shopper, refunding: { giveBack, stored, expectSums, expectAllGivenBack, takeBack } }) => {
      const random = randomFrom(seed);
      const quantities = Object.fromEntries(
        random.shuffled([serum, toner, cream]).map((id) => [id, random.between(2, 4)]),
      );
      const { orderId } = await paidOrder(shop, shopper, method, quantities);
      const { total: paid } = (await stored(orderId)).order ?? { total: 0 };
      const [first] = Object.entries(quantities) as [[string, number]];
      const part = { lines: [{ _id: first[0], keep: first[1] - 1 }] };
      expect((await cancel(shopper, orderId, part)).status).toBe(200);
      expect((await attachTracking(operator, orderId)).status).toBe(200);
      expect((await giveBack(orderId, { lines: [back(1, 1, true)] })).status).toBe(200);
      await expectSums(orderId);
      expect((await takeBack(orderId)).status).toBe(200);
      await expectAllGivenBack(orderId);
      const { refunds } = await stored(orderId);
      expect(sum(refunds.map(({ amount }) => amount))).toBe(paid);
      expect((await listed(shopper))?.couponCode).toBe(null);
      expect(await differencesOf(operator, 'orders')).toEqual([]);
    },
  );
});
