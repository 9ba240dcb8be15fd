/** Orders: their states, and their responses of the API (docs/behaviour.md, "Orders"). */

import type { OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import type { ApiReturn } from '#domain/returns/return.ts';
import type { OrderBusiness } from '#domain/tax/business.ts';
import type { Rupees } from '#lib/money.ts';
import type { ApiConfirmation } from './open-confirmation.ts';
import type { ApiRefund } from './refund.ts';

/** Statuses as they are stored and shown (docs/behaviour.md, "States and moves"). */
export const orderStatuses = [
  'Payment Pending',
  'Order Placed',
  'Packing',
  'Shipped',
  'Out for Delivery',
  'Delivered',
  'Cancelled',
  'Returned',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** An order of a response, with its status in our spelling. An unknown one stays as it is, and is treated as pending. */
export const withKnownStatus = <T extends { status: string }>(order: T): T & { status: OrderStatus } => {
  const wanted = order.status.toLowerCase();
  const known = orderStatuses.find((status) => status.toLowerCase() === wanted);
  return { ...order, status: known ?? (order.status as OrderStatus) };
};

/** Kinds of events in the history of an order: a move, or an event that leaves the status as it is. */
export type OrderEventKind =
  | 'status'
  | 'tracking'
  | 'payment'
  | 'refund'
  | 'note'
  /** Of a part of the order. */
  | 'cancellation'
  /** Of name, address or phone. */
  | 'correction'
  /** A step of a return. */
  | 'return'
  /** Of an order on delivery that waited for it. */
  | 'confirmation';

/** An event as the shopper sees it. @property at ISO 8601 UTC */
export type ApiOrderEvent = {
  at: string;
  kind: OrderEventKind;
  status: OrderStatus | null;
  reason: string | null;
};

/** How long a pending order reserves its stock, minutes. */
export const holdMinutes = 30;

/** States before shipping: the cash-on-delivery limit counts these. */
export const unshipped: readonly OrderStatus[] = ['Order Placed', 'Packing'];

/** Whether the parcel has left the shop, with its invoice. */
export const isHandedOver = (status: OrderStatus): boolean =>
  ['Shipped', 'Out for Delivery', 'Delivered', 'Returned'].includes(status);

/** Whether there is an invoice, unless the order is from before there were any. Sample orders have none. */
export const hasInvoice = ({
  status,
  sample,
  invoiced,
}: {
  status: OrderStatus;
  sample?: boolean;
  invoiced?: boolean;
}): boolean => (isHandedOver(status) || invoiced === true) && !sample;

/** Final states of the parcel. */
export const ended: readonly OrderStatus[] = ['Delivered', 'Cancelled', 'Returned'];

/** The progress bar (docs/behaviour.md, "My Orders"), first to last. */
export const progressSteps = ['Order Placed', 'Packing', 'Shipped', 'Out for Delivery', 'Delivered'] as const;

/**
 * How many of the five steps are complete. A cancelled order shows none, a returned one all; one that waits for its
 * payment, or has an unknown status, counts as just placed.
 * Case does not matter.
 */
export function completedSteps(status: string): number {
  const wanted = status.toLowerCase();
  if (wanted === 'cancelled') return 0;
  // An order is returned only after shipping; its card shows the return itself.
  if (wanted === 'returned') return progressSteps.length;
  return Math.max(1, progressSteps.findIndex((step) => step.toLowerCase() === wanted) + 1);
}

/** The tone of a status badge; an unknown status is pending (docs/behaviour.md, "States and moves"). */
export function statusTone(status: string): 'pending' | 'moving' | 'done' | 'ended' {
  switch (status.toLowerCase()) {
    case 'shipped':
    case 'out for delivery':
      return 'moving';
    case 'delivered':
    case 'exchanged':
      return 'done';
    case 'cancelled':
    case 'returned':
      return 'ended';
    default:
      return 'pending';
  }
}

/** An order in responses of the API. Amounts are rupees, times ISO 8601 UTC. */
export type ApiOrder = {
  _id: string;
  /** `ORD-` and at least six digits; people can read it out on the phone. */
  reference: string;
  items: ApiOrderItem[];
  /** Units that were cancelled while the rest of the order stayed. They are no longer in `items` and the amounts. */
  cancelled: CancelledUnits[];
  status: OrderStatus;
  payment: boolean;
  /** It was paid, and no online payment of its purchase takes money back: refunds go to an account that the shopper names. */
  refundByHand?: true;
  /** Where its bank transfer goes, how much is missing (rupees), and until when it is kept. @property upi empty without one */
  transfer?: {
    holder: string;
    bank: string;
    account: string;
    ifsc: string;
    upi: string;
    left: Rupees;
    until: string;
  };
  paymentMethod: OrderPaymentMethod;
  subtotal: Rupees;
  discount: Rupees;
  /** The code of the discount. */
  couponCode: string | null;
  delivery: Rupees;
  amount: Rupees;
  /** The GST within `amount`: of its invoice, or of one of today; null where it is not known. */
  gst: Rupees | null;
  date: string;
  /** The promised days of arrival, first and last: `2026-11-27`; null for older orders. */
  promisedFrom: string | null;
  promisedTo: string | null;
  trackingId: string | null;
  /** The courier's page about the parcel; null without a number or for an unknown courier. */
  trackingUrl: string | null;
  courierPartner: string | null;
  shippingAddress: ApiAddress;
  /** That ordered; null without a GSTIN. */
  business: OrderBusiness | null;
  /** Oldest first. */
  refunds: ApiRefund[];
  /** The numbers of its credit notes, oldest first. */
  creditNotes: string[];
  /** The numbers of its debit notes: for what kept goods cost more without the code. Oldest first; missing without any. */
  debitNotes?: string[];
  /** Oldest first. */
  returns: ApiReturn[];
  /** What of a delivered order can still be returned; null for other orders, and after its last day. */
  returnable: Returnable | null;
  /** It has its invoice although its parcel has not left, or never will. */
  invoiced?: boolean;
  /** The last day on which its invoice can be made out to somebody else, `2026-11-30`; without an invoice there is none. */
  replaceableUntil?: string;
  /** Returned because the courier could not deliver it. */
  undelivered?: true;
  /** Made up by `npm start -- --demo`. */
  sample?: true;
  /** The buyer was asked to confirm it. */
  confirmation?: ApiConfirmation;
};

/**
 * @property until the first moment at which nothing can be returned any more, ISO 8601 UTC
 * @property condition of the shop, unless the fault is its own: a part of a sentence @property postageMost of a parcel that the
 * shopper sends, which is refunded, rupees. Missing in answers of the last release
 */
export type Returnable = { until: string; items: ReturnableItem[]; condition?: string; postageMost?: Rupees };
/** @property onlyFaulty a product of its category comes back only for a fault of the shop */
export type ReturnableItem = {
  _id: string;
  name: string;
  quantity: number;
  onlyFaulty: boolean;
  /** The other sizes or shades. @property left pieces in stock @property difference rupees more (or less) each */
  exchanges: { _id: string; label: string; left: number; difference: Rupees }[];
  /** Pieces of the same item that can replace it for a fault of the shop. Missing in answers of the last release. */
  replaceable?: number;
};

export type CancelledUnits = { _id: string; name: string; quantity: number };

export type ApiOrderItem = {
  _id: string;
  name: string;
  image: string[];
  /** As charged. */
  price: Rupees;
  quantity: number;
};

export type ApiAddress = {
  firstName: string;
  lastName: string;
  address: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
  phone: string;
  email: string;
};

/** A card of My Orders: a line with the fields of its order that it shows (docs/behaviour.md, "My Orders"). */
export type OrderCardData = {
  key: string;
  orderId: string;
  date: string;
  productId: string;
  name: string;
  image: string | undefined;
  price: number;
  quantity: number;
  status: OrderStatus;
  payment: boolean;
  paymentMethod: OrderPaymentMethod;
  trackingId: string | null;
  trackingUrl: string | null;
  courierPartner: string | null;
  fullOrder: ApiOrder;
};

/** The cards of orders, in the same order. */
export const orderCards = (orders: readonly ApiOrder[]): OrderCardData[] =>
  orders.flatMap((order) =>
    order.items.map((item) => ({
      key: `${order._id}/${item._id}`,
      orderId: order._id,
      date: order.date,
      productId: item._id,
      name: item.name,
      image: item.image[0],
      price: item.price,
      quantity: item.quantity,
      status: order.status,
      payment: order.payment,
      paymentMethod: order.paymentMethod,
      trackingId: order.trackingId,
      trackingUrl: order.trackingUrl,
      courierPartner: order.courierPartner,
      fullOrder: order,
    })),
  );

/** The first 8 characters of an order's id and an ellipsis (docs/behaviour.md, "My Orders"). */
export const shortOrderId = (id: string): string => `${id.slice(0, 8)}…`;

/**
 * The code of an order, unless the rest of it has lost the code: the discount is then the rest of a rupee that cash takes off.
 * Amounts are paise. @property couponMinimum the smallest subtotal of the code
 */
export const appliedCode = ({
  couponCode,
  couponMinimum,
  subtotal,
  discount,
}: {
  couponCode: string | null;
  couponMinimum: number | null;
  subtotal: Rupees;
  discount: Rupees;
}): string | null =>
  couponMinimum !== null && subtotal < couponMinimum && discount < 100 ? null : couponCode;
