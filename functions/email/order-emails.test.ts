/** The emails about an order, kind by kind. */
import { describe, expect, test } from 'vitest';
import { sampleRefund } from '#domain/orders/testing/sample-refund.ts';
import { store } from '../lib/store.ts';
import type { EmailData } from './email-data.ts';
import { renderEmail } from './render.ts';
import { emailContext, expectNoText, expectText, linksOf, readEmail } from './testing/read-email.ts';
import { orderOf, sampleEmails } from './testing/sample-emails.ts';

describe('emails about an order', () => {
  const orderEmails = Object.values(sampleEmails).filter(
    ({ kind }) => kind.startsWith('order_') && kind !== 'order_code',
  );

  test.each(orderEmails)('$kind shows the whole order', (data) => {
    const goods = [
      'Kumkumadi Face Oil',
      'Daily Veil SPF 50',
      'Morning Ritual Kit',
      '1 × ₹1,249.00',
      '2 × ₹649.50',
    ];
    const sums = ['₹1,299.00', '₹1,00,499.00', '₹1,03,047.00', 'Discount (WELCOME-7K2M9QXD)', '−₹10,304.70'];
    const to = [
      'Asha Rao',
      'Flat 12, Lotus Apartments, M.G. Road',
      'Bengaluru, Karnataka 560001',
      '9876543210',
    ];
    expectText(data, 'ORD-482913', '21 Nov 2026', ...goods, ...sums, 'Delivery', 'Free', '₹92,742.30', ...to);
    expect(linksOf(renderEmail(data, emailContext).html)).toContain('https://shop.example/orders');
  });

  test('without a discount, and with a delivery fee', () => {
    const data = { kind: 'order_placed', order: orderOf({ discount: 0, delivery: 49 }) } as const;
    expectText(data, 'Delivery', '₹49.00');
    expectNoText(data, 'Discount');
  });

  test.each([
    [{ paymentMethod: 'cod', payment: false }, 'Cash on Delivery, to be paid on delivery'],
    [{ paymentMethod: 'cod', payment: true }, 'Cash on Delivery, paid'],
    [{ paymentMethod: 'cod', payment: false, status: 'Cancelled' }, 'Cash on Delivery, not paid'],
    [{ paymentMethod: 'stripe', payment: true }, 'Card (Stripe), paid'],
    [{ paymentMethod: 'razorpay', payment: false }, 'UPI, card or net banking (Razorpay), not paid'],
  ] as const)('%j: %s', (over, line) => expectText({ kind: 'order_placed', order: orderOf(over) }, line));

  test('delivered, while the courier’s cash is not recorded: nothing is still to be paid', () => {
    const order = orderOf({ paymentMethod: 'cod', payment: false, status: 'Delivered' });
    expectNoText({ kind: 'order_delivered', order }, 'to be paid');
  });

  test('placed, cash on delivery: the delivery date and the amount to have ready', () => {
    const { order_placed: placed } = sampleEmails;
    expectText(placed, 'Thank you, Asha', 'Estimated delivery', 'Tue, 24 Nov – Thu, 26 Nov');
    expectText(placed, 'Please have ₹92,742.30 ready');
  });

  test('placed, online, not paid yet: how to pay', () =>
    expectText(
      { kind: 'order_placed', order: orderOf({ paymentMethod: 'stripe' }) },
      'has not reached us yet',
    ));

  test('paid: the amount, the delivery date, and nothing more to pay', () => {
    expectText(sampleEmails.order_paid, 'Your payment of ₹92,742.30', 'Tue, 24 Nov');
    expectNoText(sampleEmails.order_paid, /ready when the parcel comes|not reached/);
  });

  test('an older order without a promise has no delivery date', () => {
    const older = orderOf({ promisedFrom: null, promisedTo: null });
    for (const kind of ['order_placed', 'order_paid', 'order_shipped'] as const)
      expectNoText({ kind, order: older }, 'Estimated delivery');
  });

  test('shipped: tracking number, courier and tracking page', () => {
    expectText(sampleEmails.order_shipped, 'Estimated delivery', 'Tue, 24 Nov – Thu, 26 Nov');
    expectText(sampleEmails.order_shipped, '14523698741', 'Delhivery', 'Please have ₹92,742.30 ready');
    expect(linksOf(readEmail(sampleEmails.order_shipped).html)).toContain(
      'https://www.delhivery.com/track-v2/package/14523698741',
    );
  });

  test('shipped by an unknown courier: number and name, and no link', () => {
    const order = orderOf({ trackingId: 'X-1', courierPartner: 'Ramesh on his bicycle', payment: true });
    expectText({ kind: 'order_shipped', order }, 'X-1', 'Ramesh on his bicycle');
    expectNoText({ kind: 'order_shipped', order }, /Track your parcel|Please have/);
  });

  test('delivered: what to do if something is wrong; reviews are asked for later', () => {
    const { html } = readEmail(sampleEmails.order_delivered);
    expect(linksOf(html)).toContain('https://shop.example/policies/refund');
    const { days, condition } = store.returns;
    expectText(sampleEmails.order_delivered, `within ${days} days of delivery`, condition);
    expectNoText(sampleEmails.order_delivered, /review/i);
  });

  test('a checked return: what is refunded, or the order with what was exchanged, and the rest', () => {
    const { return_checked: checked } = sampleEmails;
    expectText(checked, '₹1,249.00', 'within 7 business days');
    const exchanged = { ...checked, exchange: 'ORD-777777' };
    expectText({ ...exchanged, amount: 25_000 }, 'Your exchange is order', 'ORD-777777', '₹250.00');
    expectText({ ...exchanged, amount: 0 }, 'It is paid');
    expectNoText({ ...exchanged, amount: 0 }, /We will refund/);
  });

  test('not delivered: that it has come back, why, and how to get it all the same', () => {
    const { order_undelivered: undelivered } = sampleEmails;
    expectText(undelivered, 'could not be delivered', 'has come back to us', 'order again');
    expectNoText(undelivered, /your return/i);
  });

  test.each(['order_cancelled', 'order_returned'] as const)(
    '%s: the reason, and how the payment is refunded',
    (kind) => {
      const ended = (over: object, refund: boolean, reason: string | null = null): EmailData => ({
        kind,
        order: orderOf(over),
        reason,
        refund,
      });
      const online = { payment: true, paymentMethod: 'razorpay' };
      expectText(ended(online, true, 'Changed my mind'), 'Changed my mind');
      expectNoText(ended(online, true), 'The reason given');
      expectText(
        ended(online, true),
        'the card, UPI or bank account that you paid with, within 7 business days',
      );
      expectNoText(ended(online, true), 'which account');
      expectText(ended({ payment: true, refundByHand: true }, true), 'by UPI or bank transfer');
      expectText(ended({}, false), 'nothing to refund');
      expectText(ended({ paymentMethod: 'stripe' }, false), 'no payment', '₹92,742.30 still reaches us');
      expectText(ended(online, false), 'There is no refund');
    },
  );

  test('the refund of a purchase whose payment reaches for a part: both ways are named, and each email of one names its own', () => {
    const part = (amount: number, status: 'due' | 'done', byHand: boolean) => ({
      ...sampleRefund,
      amount,
      status,
      ...(byHand && { byHand: true as const }),
    });
    const split = orderOf({ refunds: [part(500, 'due', false), part(749, 'due', true)] });
    expectText(
      { ...sampleEmails.return_checked, order: split },
      'that you paid with, as far as that payment reaches, and the rest by UPI or bank transfer',
    );
    const refunds = [part(500, 'done', false), part(749, 'done', true)];
    const done = orderOf({ refundByHand: true, refunds });
    const sent = { ...sampleEmails.order_refunded, order: done };
    expectText({ ...sent, amount: 50_000 }, 'to the card, UPI or bank account that you paid with');
    expectNoText({ ...sent, amount: 50_000 }, /bank transfer/);
    expectText({ ...sent, amount: 74_900 }, 'by UPI or bank transfer');
  });

  test('partly cancelled: what, why, and what happens to the money', () => {
    expectText(sampleEmails.order_reduced, '1 × Kumkumadi Face Oil and 2 × Rose Toner', 'Leaking bottle');
    expectText(sampleEmails.order_reduced, 'We will refund ₹1,249.00 to the card', 'within 7 business days');
    const cash = { ...sampleEmails.order_reduced, order: orderOf(), amount: 0, reason: null };
    expectText(cash, 'Please have ₹92,742.30 ready');
    expectNoText(cash, /refund|reason given/);
  });

  test('corrected: what, the days, and whom to call', () => {
    expectText(sampleEmails.order_corrected, 'Address, phone', 'Tue, 24 Nov', store.care.phone);
  });

  test('refunded: the refunded amount, which may be less than the total', () => {
    const data = { ...sampleEmails.order_refunded, amount: 124900 };
    expect(readEmail(data).subject).toBe('Your refund of ₹1,249.00 for order ORD-482913');
    expectText(data, 'Refund', '₹1,249.00', 'Most banks show it within 7 business days');
    expectText(data, 'Your credit note HRC/26-27/000007 is attached.');
    expect(linksOf(readEmail(data).html)).toContain(data.document.url);
  });
});
