/** What the letters about an order say, kind by kind. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { store } from '../lib/store.ts';
import { type LetterData, writeLetter } from './email.ts';
import { refundDays } from './order-steps.ts';
import { linksOf, read, says, saysNot, shop } from './testing/read-email.ts';
import { everyLetter, orderOf } from './testing/sample-emails.ts';

describe('letters about an order', () => {
  const letters = Object.values(everyLetter).filter((data) => 'order' in data);

  test.each(letters)('$kind shows the whole order', (data) => {
    says(data, 'ORD-482913', 'Nov 21, 2026', 'Kumkumadi Face Oil', 'Daily Veil SPF 50', 'Morning Ritual Kit');
    says(data, '1 × ₹1,249.00', '2 × ₹649.50', '₹1,299.00', '₹1,00,499.00');
    says(data, '₹1,03,047.00', 'Discount (HARITA-7K2M9QXD)', '−₹10,304.70', 'Delivery', 'Free', '₹92,742.30');
    says(
      data,
      'Asha Rao',
      'Flat 12, Lotus Apartments, M.G. Road',
      'Bengaluru, Karnataka 560001',
      '9876543210',
    );
    expect(linksOf(writeLetter(data, shop).html)).toContain('https://shop.example/orders');
  });

  test('without a discount, and with a delivery fee', () => {
    const data = { kind: 'order_placed', order: orderOf({ discount: 0, delivery: 49 }) } as const;
    says(data, 'Delivery', '₹49.00');
    saysNot(data, 'Discount');
  });

  test.each([
    [{ paymentMethod: 'cod', payment: false }, 'Cash on Delivery, to be paid at the door'],
    [{ paymentMethod: 'cod', payment: true }, 'Cash on Delivery, paid'],
    [{ paymentMethod: 'cod', payment: false, status: 'Cancelled' }, 'Cash on Delivery, not paid'],
    [{ paymentMethod: 'stripe', payment: true }, 'Card (Stripe), paid'],
    [{ paymentMethod: 'razorpay', payment: false }, 'UPI, card or net banking (Razorpay), not paid'],
  ] as const)('%j: %s', (over, line) => says({ kind: 'order_placed', order: orderOf(over) }, line));

  test('placed, in cash: when it comes and what to have ready', () => {
    says(everyLetter.order_placed, 'Thank you, Asha', 'Estimated delivery', 'Tue, 24 Nov');
    says(everyLetter.order_placed, 'Please have ₹92,742.30 ready');
  });

  test('placed, online, before the money is there: how to pay', () =>
    says({ kind: 'order_placed', order: orderOf({ paymentMethod: 'stripe' }) }, 'has not reached us yet'));

  test('paid: what has come, when it arrives, and nothing more to pay', () => {
    says(everyLetter.order_paid, 'Your payment of ₹92,742.30', 'Tue, 24 Nov');
    saysNot(everyLetter.order_paid, /ready when the parcel comes|not reached/);
  });

  test('shipped: number, courier, and its own page about the parcel', () => {
    says(everyLetter.order_shipped, '14523698741', 'Delhivery', 'Please have ₹92,742.30 ready');
    expect(linksOf(read(everyLetter.order_shipped).html)).toContain(
      'https://www.delhivery.com/track-v2/package/14523698741',
    );
  });

  test('shipped by somebody whom we do not know: number and name, and no link', () => {
    const order = orderOf({ trackingId: 'X-1', courierPartner: 'Ramesh on his bicycle', payment: true });
    says({ kind: 'order_shipped', order }, 'X-1', 'Ramesh on his bicycle');
    saysNot({ kind: 'order_shipped', order }, /Track your parcel|Please have/);
  });

  test('delivered: a review of each product, and what to do if something is wrong', () => {
    const { html } = read(everyLetter.order_delivered);
    for (const { _id } of orderOf().items)
      expect(linksOf(html)).toContain(`https://shop.example/product/${_id}#reviews`);
    expect(linksOf(html)).toContain('https://shop.example/policies/refund');
    says(
      everyLetter.order_delivered,
      `within ${store.returns.days} days of delivery`,
      store.returns.condition,
    );
  });

  test.each(['order_cancelled', 'order_returned'] as const)(
    '%s: why, and how the money comes back',
    (kind) => {
      const ended = (over: object, refund: boolean, reason: string | null = null): LetterData => ({
        kind,
        order: orderOf(over),
        reason,
        refund,
      });
      const online = { payment: true, paymentMethod: 'razorpay' };
      says(ended(online, true, 'Changed my mind'), 'Changed my mind');
      saysNot(ended(online, true), 'The reason given');
      says(ended(online, true), 'the card, UPI or bank account that you paid with, within 7 business days');
      saysNot(ended(online, true), 'which account');
      says(ended({ payment: true }, true), 'by UPI or bank transfer', 'which account');
      says(ended({}, false), 'nothing to pay back');
      says(ended({ paymentMethod: 'stripe' }, false), 'no payment', '₹92,742.30 still reach us');
      says(ended(online, false), 'No money goes back');
    },
  );

  test('refunded: the amount that was sent, which may be less than the total', () => {
    const data = { ...everyLetter.order_refunded, amount: 124900 };
    expect(read(data).subject).toBe('Your refund of ₹1,249.00 for order ORD-482913');
    says(data, 'Refund', '₹1,249.00', 'Most banks show it within 7 business days');
  });

  test.each(['policies/refund.md', 'faqs/returns.yaml', 'faqs/orders.yaml', 'faqs/payments.yaml'])(
    'the days are those that content/%s promises',
    (file) => {
      const text = readFileSync(new URL(`../../content/${file}`, import.meta.url), 'utf8');
      const said = [...text.matchAll(/within\s+(\d+)\s+business\s+days/g)].map(([, days]) => Number(days));
      expect([...new Set(said)]).toEqual([refundDays]);
    },
  );
});
