/** Requests of carts and orders. */
import { documentLink } from '#functions/documents/document-link.ts';
import { address, serum } from '../orders.ts';
import { linkKey } from '../shop.ts';
import { at, items, online, type Requests, sent } from './values.ts';

export const orders: Requests = {
  'POST /api/order/track': () => sent({ reference: 'ORD-123456', contact: '9876543210' }),
  'POST /api/order/open': ({ guestLink }) => sent({ link: 'x' }, { link: guestLink }),
  'POST /api/order/join': ({ ownLink }) => sent({ link: ownLink }),
  'POST /api/order/quote': () =>
    sent({ items }, { items, couponCode: 'NONE10', pincode: '560001' }, { items, listCodes: true }),
  'POST /api/cart/get': () => sent({}),
  'POST /api/cart/add': () => sent({ itemId: serum, quantity: 2 }),
  'POST /api/cart/update': () => sent({ itemId: serum, quantity: 3 }, { itemId: serum }),
  'POST /api/cart/reset': () => sent({}),
  'POST /api/order/userorders': () => sent({}),
  'POST /api/order/place': () => sent({ ...online, amount: 1 }, online),
  'POST /api/order/stripe': () => sent(online),
  'POST /api/order/razorpay': () => sent(online),
  'POST /api/order/pay': ({ pendingId }) => sent({ orderId: pendingId }),
  'POST /api/order/document': ({ orderId }) =>
    sent(
      { orderId },
      { orderId, number: 'HRC/26-27/000001' },
      { link: documentLink(linkKey, orderId) },
      { link: documentLink(linkKey, orderId), number: 'HRC/26-27/000001' },
    ),
  'POST /api/order/document.pdf': ({ orderId }) => sent({ orderId }),
  'GET /api/order/tracking-info/x': ({ orderId }) => at(`order/tracking-info/${orderId}`, ''),
  'POST /api/order/verifyStripe': ({ pendingId }) => sent({ orderId: pendingId, success: true }),
  'POST /api/order/verifyRazorpay': () =>
    sent({ razorpay_order_id: 'order_x', razorpay_payment_id: 'pay_x', razorpay_signature: 'a'.repeat(64) }),
  'POST /api/order/cancel': ({ pendingId, placedId }) =>
    sent({ orderId: placedId, lines: [{ _id: serum, keep: 1 }] }, { orderId: pendingId }),
  'POST /api/order/correct': ({ placedId }) =>
    sent({ orderId: placedId, address: { ...address, city: 'Bangalore' } }),
};
