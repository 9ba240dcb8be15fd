/** Routes of payments, and the providers' webhooks. */
import { json, large, notFound } from './bad-input.ts';
import { anybody, owner, type RouteTable, sent, signedIn, the } from './route.ts';

const foreign = { orderId: the.foreignOrder };
const widget = {
  razorpay_order_id: 'order_A1',
  razorpay_payment_id: 'pay_A1',
  razorpay_signature: 'a'.repeat(64),
};

/** Authorised by the provider's signature (webhooks.test.ts). */
const webhook = (): RouteTable[string] => ({
  may: anybody,
  calls: 0,
  requests: [{ json: {}, status: 400 }],
  bad: [
    // Without a secret every webhook is refused; with one: webhooks.test.ts.
    { what: 'no secret', raw: '{}', headers: json, status: 503, code: 'not_configured' },
    ...large(256),
  ],
});

export const payments: RouteTable = {
  'POST /api/order/pay': {
    may: { ...owner, shopper: 409 },
    requests: sent({ orderId: the.pendingOrder }),
    bad: [
      { what: 'SQL for an order', json: { orderId: "' OR 1=1 --" } },
      { what: 'a list of orders', json: { orderId: [the.foreignOrder] } },
      { what: 'another person’s order', json: foreign, ...notFound },
      { what: 'an unknown order', json: { orderId: the.unknown }, ...notFound },
    ],
  },
  'POST /api/order/verifyStripe': {
    may: { ...owner, shopper: 'in' },
    requests: [{ json: { orderId: the.pendingOrder, success: true }, status: 409 }],
    bad: [
      { what: 'another word for yes', json: { ...foreign, success: 'yes' } },
      { what: 'a number for yes', json: { ...foreign, success: 1 } },
      { what: 'another person’s order', json: { ...foreign, success: true }, ...notFound },
      { what: 'another person’s order, given up', json: { ...foreign, success: false }, ...notFound },
    ],
  },
  'POST /api/order/verifyRazorpay': {
    may: signedIn,
    requests: [{ json: widget, status: 404 }],
    bad: [
      { what: 'a short signature', json: { ...widget, razorpay_signature: 'abc' } },
      { what: 'a signature in other letters', json: { ...widget, razorpay_signature: 'z'.repeat(64) } },
      { what: 'a path for an order', json: { ...widget, razorpay_order_id: '../payments' } },
      { what: 'a list for a payment', json: { ...widget, razorpay_payment_id: ['pay_A1'] } },
      { what: 'an order that is not ours', json: widget, ...notFound },
    ],
  },
  'POST /api/webhooks/stripe': webhook(),
  'POST /api/webhooks/razorpay': webhook(),
};
