/** One or more requests to every route of the API, valid enough to reach the database. */

import { randomUUID } from 'node:crypto';
import { exportNames } from '#domain/exports/exports.ts';
import { documentLink } from '#functions/documents/document-link.ts';
import { keysOf } from '#lib/keys.ts';
import { password } from './accounts.ts';
import { address, cream, serum, toner } from './orders.ts';
import { linkKey } from './shop.ts';

/** Ids that the requests refer to. */
export type RequestData = {
  orderId: string;
  pendingId: string;
  /** Paid, and not packed yet. */
  placedId: string;
  email: string;
  addressId: string;
  ticketId: string;
  reviewId: string;
  refundId: string;
  flagId: string;
  heldId: string;
  sessionId: string;
  unsubscribe: string;
  /** The token of a guest, and the link to their order. */
  guestToken: string;
  guestLink: string;
  /** The link to the order of a guest who has the shopper's email. */
  ownLink: string;
  /** The link to review the serum of a delivered order of a guest. */
  reviewLink: string;
  shopUrl: string;
};
type Asked = { path?: string; json?: object; headers?: Record<string, string> };
/** Requests by route, as routes.ts names it. */
type Requests = Record<string, (things: RequestData) => Asked[]>;

const plain: Asked[] = [{}];
const at = (base: string, ...queries: string[]): Asked[] =>
  queries.map((query) => ({ path: `/api/${base}${query}` }));
const sent = (...bodies: object[]): Asked[] => bodies.map((json) => ({ json }));
const items = [{ _id: serum, quantity: 1 }];
const online = { items, address, amount: 599 };
const token = 'x'.repeat(43);
const now = new Date(0).toISOString();
const begins = '1795257777782.x';
const both = ['', `?after=${begins}`];
/** The first and a later page of each filter. */
const pages = (...filters: string[]) => filters.flatMap((one) => [`?${one}`, `?${one}&after=${begins}`]);

/** A browser's report that the payment page's policy has blocked a script of this host. */
export const policyReport = (host: string, origin: string) => ({
  'csp-report': {
    'document-uri': `${origin}/checkout`,
    'violated-directive': 'script-src-elem',
    'blocked-uri': `https://${host}/a.js`,
  },
});

export const requests: Requests = {
  'GET /api/health': () => plain,
  'GET /api/product/list': () =>
    at('product/list', '', `?ids=${serum}`, '?limit=2', '?limit=2&after=10.x', `?ids=${serum}&limit=1`),
  'GET /api/product/live': () => at('product/live', `?ids=${serum},${toner}`),
  'GET /api/product/x': () => at('product', `/${serum}`),
  'GET /api/product/search': () =>
    ['', '&q=a', '&q=ro', '&q=serum', '&q=seurm', '&q=qqqqqqqq'].flatMap((q) =>
      ['relevant', 'low-high', 'high-low'].flatMap((sort) =>
        at('product/search', `?sort=${sort}${q}`, `?sort=${sort}${q}&skin=Oily+Skin`),
      ),
    ),
  'GET /api/reviews/x': () =>
    at(
      `reviews/${serum}`,
      ...['', `?before=${now}`, '?rating=4', '?skin=Dry+Skin', '?verified=true', '?answered=true'],
      ...['highest', 'lowest'].flatMap((sort) =>
        ['', '&before=3.1795257777782.x', '&rating=4&before=4.1795257777782.x', '&skin=Dry+Skin'].map(
          (more) => `?sort=${sort}${more}`,
        ),
      ),
    ),
  'GET /api/reviews/counts': () => plain,
  'GET /api/reviews/x/ratings': () => at(`reviews/${serum}/ratings`, ''),
  'POST /api/user/register': () => sent({ name: 'Ravi', email: 'ravi@example.in', password }),
  'POST /api/user/login': () =>
    sent({ email: 'ravi@example.in', password }, { email: 'ravi@example.in', password: 'x' }),
  'POST /api/user/guest': () => sent({ name: 'Ravi', email: 'ravi@example.in', phone: '9876543210' }),
  'POST /api/order/track': () => sent({ reference: 'ORD-123456', contact: '9876543210' }),
  'POST /api/order/open': ({ guestLink }) => sent({ link: 'x' }, { link: guestLink }),
  'POST /api/user/claim': ({ guestToken, guestLink }) => [
    { json: { password }, headers: { token: guestToken } },
    { json: { link: guestLink, password } },
  ],
  'POST /api/order/join': ({ ownLink }) => sent({ link: ownLink }),
  'POST /api/user/forgot': () => sent({ email: 'ravi@example.in' }, { email: 'nobody@example.in' }),
  'POST /api/user/reset': () => sent({ token, password }),
  'POST /api/user/email/confirm': () => sent({ token }),
  'POST /api/order/quote': () =>
    sent({ items }, { items, couponCode: 'NONE10', pincode: '560001' }, { items, listCodes: true }),
  'POST /api/contact/submit': ({ email }) => sent({ name: 'A', email, subject: 'Help', message: 'Where?' }),
  'POST /api/subscribe': () => sent({ email: 'new@example.in' }, { email: 'new@example.in' }),
  'POST /api/unsubscribe': ({ unsubscribe }) => [{ path: `/api/unsubscribe${unsubscribe}`, json: {} }],
  'POST /api/vitals': () => sent({ page: 'home', values: { LCP: 900 } }),
  'POST /api/product/searched': () => sent({ q: 'rose', found: 3 }, { q: 'rose', found: 3, clicked: toner }),
  'POST /api/policy-report': ({ shopUrl }) => [
    { json: policyReport('evil.example', shopUrl), headers: { 'Content-Type': 'application/csp-report' } },
  ],

  'GET /api/user/me': () => plain,
  'GET /api/user/addresses': () => plain,
  'GET /api/user/sessions': () => plain,
  'POST /api/user/name': () => sent({ name: 'Asha' }),
  'POST /api/user/password': () => sent({ current: 'not this', password }),
  'POST /api/user/verify/send': () => sent({}),
  'POST /api/user/email': () => sent({ email: 'n@example.in', password: 'not this' }),
  'POST /api/user/addresses': ({ addressId }) => sent(address, { ...address, id: addressId }),
  'POST /api/user/addresses/remove': ({ addressId }) => sent({ id: addressId }),
  'POST /api/user/sessions/end': ({ sessionId }) => sent({ id: sessionId }),
  'POST /api/user/sessions/end-others': () => sent({}),
  'POST /api/cart/get': () => sent({}),
  'POST /api/cart/add': () => sent({ itemId: serum, quantity: 2 }),
  'POST /api/cart/update': () => sent({ itemId: serum, quantity: 3 }, { itemId: serum }),
  'POST /api/cart/reset': () => sent({}),
  'POST /api/order/userorders': () => sent({}),
  'POST /api/order/place': () => sent({ ...online, amount: 1 }, online),
  'POST /api/order/stripe': () => sent(online),
  'POST /api/order/razorpay': () => sent(online),
  'POST /api/reviews/x': ({ reviewLink: link }) => [
    { path: `/api/reviews/${cream}`, json: { rating: 5, comment: 'Good' } },
    { path: `/api/reviews/${serum}`, json: { rating: 5, comment: 'Good', link } },
  ],
  'POST /api/reviews/x/mine': ({ reviewLink: link }) => [
    { path: `/api/reviews/${cream}/mine`, json: {} },
    { path: `/api/reviews/${serum}/mine`, json: { link } },
  ],
  'POST /api/reviews/x/objection': ({ reviewLink: link }) => [
    { path: `/api/reviews/${cream}/objection`, json: { text: 'Why?' } },
    { path: `/api/reviews/${serum}/objection`, json: { text: 'Why?', link } },
  ],
  'DELETE /api/reviews/x': ({ reviewLink: link }) => [
    { path: `/api/reviews/${cream}`, json: {} },
    { path: `/api/reviews/${serum}`, json: { link } },
  ],
  'POST /api/reviews/report': ({ reviewId }) => sent({ reviewId, reason: 'spam' }),
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

  'POST /api/order/update-tracking': ({ orderId }) =>
    sent({ orderId, trackingId: 'A1', courierPartner: 'DTDC' }),
  'POST /api/order/move': ({ orderId }) => sent({ orderId, status: 'Out for Delivery' }),
  'POST /api/order/undo': ({ orderId }) => sent({ orderId }),
  'GET /api/desk/today': () => plain,
  'GET /api/desk/waiting': () => plain,
  'GET /api/desk/menu': () => plain,
  'GET /api/desk/audit': () => at('desk/audit', ...both),
  'GET /api/desk/speed': () => plain,
  'GET /api/desk/searches': () => at('desk/searches', '', '?period=quarter'),
  'GET /api/desk/stock': () => at('desk/stock', ...both, ...pages('show=low', 'show=retired')),
  'GET /api/desk/stock/x': () => at(`desk/stock/${serum}`, ...both),
  'GET /api/desk/reviews': () =>
    at(
      'desk/reviews',
      ...both,
      ...pages('show=shown', 'show=hidden', 'show=reported', 'show=objected').flatMap((one) => [
        one,
        `${one}&product=${serum}`,
      ]),
      ...pages(`product=${serum}`),
    ),
  'GET /api/desk/coupons': () =>
    at('desk/coupons', ...both, ...pages('show=everybody', 'show=personal'), '?q=WELCOME'),
  'GET /api/desk/orders': () =>
    at(
      'desk/orders',
      ...both,
      '?q=asha',
      '?q=ORD-123456',
      '?q=%2B919876543210',
      '?q=a@example.in',
      '?status=Shipped',
      '?method=COD',
      '?paid=yes',
    ),
  'GET /api/desk/bulk': () => at('desk/bulk', '', '?q=asha', '?status=Shipped'),
  'POST /api/desk/bulk/move': ({ orderId }) =>
    sent({ orders: [{ orderId, seen: 0 }], status: 'Delivered', collected: true, password }),
  'POST /api/desk/bulk/ship': ({ orderId }) =>
    sent({ orders: [{ orderId, seen: 0, trackingId: '100000001' }], courierPartner: 'Delhivery' }),
  'POST /api/desk/bulk/reported': ({ orderId }) =>
    sent({
      orders: [{ orderId, seen: 0, state: 'delivered', note: 'The courier says: Delivered' }],
      collected: true,
      password,
      restock: false,
    }),
  'POST /api/desk/bulk/undo': ({ orderId }) => sent({ orders: [{ orderId, seen: 0 }] }),
  'GET /api/desk/shipping/couriers': () => plain,
  'POST /api/desk/shipping/orders': ({ orderId }) => sent({}, { orderIds: [orderId] }),
  'POST /api/desk/shipping/numbers': () => sent({ numbers: ['A1'] }),
  'POST /api/desk/orders/print/papers': ({ orderId }) =>
    sent({ orderIds: [orderId], papers: ['pickList', 'slips', 'invoices', 'labels'] }),
  'GET /api/desk/orders/x': ({ orderId }) => at(`desk/orders/${orderId}`, ''),
  'POST /api/desk/orders/x/note': ({ orderId }) => [
    { path: `/api/desk/orders/${orderId}/note`, json: { note: 'Call', seen: 1 } },
  ],
  'POST /api/desk/orders/x/refund': ({ orderId }) => [
    { path: `/api/desk/orders/${orderId}/refund`, json: { seen: 1, reason: 'Too late', amount: 1 } },
  ],
  'GET /api/desk/refunds': () => at('desk/refunds', ...both, '?queue=due'),
  'GET /api/desk/tickets': () => at('desk/tickets', ...both, ...pages('show=all', 'show=closed')),
  'GET /api/desk/tickets/x': ({ ticketId }) => at(`desk/tickets/${ticketId}`, ''),
  'GET /api/desk/subscribers': () => at('desk/subscribers', ...both, ...pages('q=reader')),
  'GET /api/desk/held': () => at('desk/held', ...both),
  'POST /api/desk/held/x/send': ({ heldId }) => [{ path: `/api/desk/held/${heldId}/send`, json: {} }],
  'GET /api/desk/people': () => plain,
  'GET /api/desk/reconcile/stock': () => at('desk/reconcile/stock', ...both),
  'GET /api/desk/reconcile/events': () => at('desk/reconcile/events', ...both),
  'GET /api/desk/reconcile/orders': () => at('desk/reconcile/orders', ...both),
  'GET /api/desk/reconcile/providers': () => at('desk/reconcile/providers', ...both),
  'POST /api/desk/refunds/confirm': ({ refundId }) => sent({ refundId, seen: 'due', password }),
  'POST /api/desk/flags/x/resolve': ({ flagId }) => [{ path: `/api/desk/flags/${flagId}/resolve`, json: {} }],
  'POST /api/desk/stock/x': () => [
    {
      path: `/api/desk/stock/${serum}`,
      json: { key: randomUUID(), reason: 'counted', pieces: 50, seen: 100 },
    },
  ],
  'POST /api/desk/stock/x/pause': () => [
    { path: `/api/desk/stock/${serum}/pause`, json: { reason: 'A new label is being printed.' } },
  ],
  'POST /api/desk/stock/x/resume': () => [
    { path: `/api/desk/stock/${serum}/resume`, json: { seen: 'A new label is being printed.' } },
  ],
  'POST /api/desk/subscribers/remove': () => sent({ email: 'new@example.in' }),
  ...Object.fromEntries(
    ['hide', 'show', 'reply', 'keep', 'dismiss'].map((step) => [
      `POST /api/desk/reviews/x/${step}`,
      ({ reviewId }: RequestData) => [
        {
          path: `/api/desk/reviews/${reviewId}/${step}`,
          json: { seen: 0, reason: 'spam', text: 'Thank you', answer: 'No' },
        },
      ],
    ]),
  ),
  'POST /api/desk/coupons': () =>
    sent({ code: 'TENOFF', percent: 10, minSubtotal: 0, lastDay: '2099-12-31', maxUses: null, listed: true }),
  'POST /api/desk/coupons/x/end': () => [{ path: '/api/desk/coupons/TENOFF/end', json: {} }],
  'POST /api/desk/people/order-emails': () => sent({ choice: 'morning' }, { choice: 'each' }),
  'POST /api/desk/people/add': ({ email }) => sent({ email, password }),
  'POST /api/desk/people/remove': () => sent({ id: randomUUID(), password }),
  'POST /api/desk/people/reset-second-factor': () => sent({ id: randomUUID(), password }),
  'POST /api/desk/export': () =>
    sent(
      ...keysOf(exportNames).flatMap((sheet) => {
        const first = { sheet, from: '2026-01-01', to: '2026-12-31', password };
        return [first, { ...first, after: begins }];
      }),
    ),
  'POST /api/desk/tickets/x/answer': ({ ticketId }) => [
    {
      path: `/api/desk/tickets/${ticketId}/answer`,
      json: { message: 'Soon', seen: { status: 'open', answers: 0 } },
    },
  ],
  'POST /api/desk/tickets/x/close': ({ ticketId }) => [
    { path: `/api/desk/tickets/${ticketId}/close`, json: { seen: { status: 'open', answers: 1 } } },
  ],
  'POST /api/desk/tickets/x/open': ({ ticketId }) => [
    { path: `/api/desk/tickets/${ticketId}/open`, json: { seen: { status: 'closed', answers: 1 } } },
  ],
  'POST /api/user/second-factor/begin': () => sent({ password }),
  'POST /api/user/second-factor/confirm': () => sent({ password, secret: 'A'.repeat(32), code: '000000' }),
  'POST /api/user/second-factor/recovery-codes': () => sent({ password }),
  'POST /api/user/logout': () => sent({}),
  'POST /api/user/export': () => sent({ password: 'not this' }, { password }),
  'POST /api/user/delete': () => sent({ password: 'not this' }),
};
