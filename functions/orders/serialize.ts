/** Orders as the API answers them (docs/behaviour.md 20.4). */

import type { orderEvents } from '#db/schema/index.ts';
import type { LineRow, OrderRow } from '#db/schema/orders.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import type { ApiOrder, ApiOrderEvent } from '#features/orders/order.ts';
import { toRupees } from '#lib/money.ts';
/** @param refund how far money that goes back has come, if any does */
export const answerOrder = (
  order: OrderRow,
  lines: readonly LineRow[],
  refund: RefundStatus | null = null,
): ApiOrder => ({
  _id: order.id,
  reference: order.reference,
  items: lines.map((line) => ({
    _id: line.productId,
    name: line.name,
    image: [line.image],
    price: toRupees(line.price),
    quantity: line.quantity,
  })),
  status: order.status,
  payment: order.paid,
  paymentMethod: order.paymentMethod,
  subtotal: toRupees(order.subtotal),
  discount: toRupees(order.discount),
  couponCode: order.couponCode,
  delivery: toRupees(order.delivery),
  amount: toRupees(order.total),
  date: new Date(order.createdAt).toISOString(),
  trackingId: order.trackingId,
  courierPartner: order.courier,
  shippingAddress: order.address,
  refund: refund && (refund === 'done' ? 'done' : 'due'),
  ...(order.sample && { sample: true }),
});

/** What the shopper sees of an order's history: what, when and why, never who. */
export const answerEvent = (event: typeof orderEvents.$inferSelect): ApiOrderEvent => ({
  at: new Date(event.at).toISOString(),
  kind: event.kind,
  status: event.toStatus,
  reason: event.reason,
});
