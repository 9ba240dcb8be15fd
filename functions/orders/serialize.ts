/** Orders in the format of the API (docs/behaviour.md 20.4). */
import type { orderEvents } from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import type { ApiOrder, ApiOrderEvent, CancelledUnits } from '#features/orders/order.ts';
import { toRupees } from '#lib/money.ts';

/** What orders have besides their rows. */
type More = {
  /** Status of the order's refund; null without one. */
  refund?: RefundStatus | null;
  /** Their numbers, oldest first. */
  creditNotes?: string[];
  /** Of {@link cancelledOf}. */
  cancelled?: readonly CancelledUnits[];
};

export const serializeOrder = (
  order: OrderRow,
  lines: readonly OrderLine[],
  { refund = null, creditNotes = [], cancelled = [] }: More = {},
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
  cancelled: [...Map.groupBy(cancelled, ({ _id }) => _id).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, quantity: more.reduce((sum, one) => sum + one.quantity, first.quantity) }] : [],
  ),
  status: order.status,
  payment: order.paid,
  paymentMethod: order.paymentMethod,
  subtotal: toRupees(order.subtotal),
  discount: toRupees(order.discount),
  couponCode: order.couponCode,
  delivery: toRupees(order.delivery),
  amount: toRupees(order.total),
  date: new Date(order.createdAt).toISOString(),
  promisedFrom: order.promisedFrom,
  promisedTo: order.promisedTo,
  trackingId: order.trackingId,
  courierPartner: order.courier,
  shippingAddress: order.address,
  business: order.gstin ? { gstin: order.gstin, businessName: order.businessName ?? '' } : null,
  refund: refund && (refund === 'done' ? 'done' : 'due'),
  creditNotes,
  ...(order.sample && { sample: true }),
});

/** A row of an order's history for the shopper: never who made the change. */
export const serializeEvent = (event: typeof orderEvents.$inferSelect): ApiOrderEvent => ({
  at: new Date(event.at).toISOString(),
  kind: event.kind,
  status: event.toStatus,
  reason: event.reason,
});
