/** Requests of operators. */
import { randomUUID } from 'node:crypto';
import { exportNames } from '#domain/exports/exports.ts';
import { keysOf } from '#lib/keys.ts';
import { password } from '../accounts.ts';
import { serum } from '../orders.ts';
import { at, begins, both, pages, plain, type RequestData, type Requests, sent } from './values.ts';

export const desk: Requests = {
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
};
