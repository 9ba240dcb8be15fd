/** Orders as the API answers them (spec section 3). */

import type { orderLines, orders } from '#db/schema.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import { toRupees } from '#lib/money.ts';

export type OrderRow = typeof orders.$inferSelect;
export type LineRow = Pick<
  typeof orderLines.$inferSelect,
  'productId' | 'name' | 'image' | 'price' | 'quantity'
>;

export const answerOrder = (order: OrderRow, lines: readonly LineRow[]): ApiOrder => ({
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
  delivery: toRupees(order.delivery),
  amount: toRupees(order.total),
  date: new Date(order.createdAt).toISOString(),
  trackingId: order.trackingId,
  courierPartner: order.courier,
  shippingAddress: order.address,
  ...(order.sample && { sample: true }),
});
