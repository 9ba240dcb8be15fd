/** Labels of orders' payments and actions. */
import type { OrderStatus } from '#domain/orders/order.ts';
import type { OrderAction } from '#domain/orders/order-rules.ts';
import type { OrderPaymentMethod } from '#domain/orders/payment-method.ts';

const methods: Record<OrderPaymentMethod, string> = {
  cod: 'COD',
  stripe: 'Card',
  razorpay: 'UPI',
  exchange: 'Exchange',
};

type Paying = { paymentMethod: OrderPaymentMethod; payment: boolean; status: OrderStatus };

/** `COD, to collect`, `Card, paid`. */
export function paymentLabel(order: Paying): string {
  return `${methods[order.paymentMethod]}, ${paymentState(order).toLowerCase()}`;
}

/** The state of the payment, such as `Paid`. */
export function paymentState({ paymentMethod, payment, status }: Paying): string {
  if (payment) return 'Paid';
  if (status === 'Cancelled' || status === 'Returned') return 'Unpaid';
  return paymentMethod === 'cod' ? 'To collect' : 'Not paid yet';
}

/** How many other parcels to the same phone number came back undelivered. */
export const undeliveredNote = (count: number): string =>
  count === 1
    ? 'A parcel to this phone came back undelivered.'
    : `${count} parcels to this phone came back undelivered.`;

/** The labels of the actions, in the order of the buttons. */
export const actionLabels: Record<OrderAction, string> = {
  'Payment Pending': '',
  'Order Placed': '',
  Packing: 'Start packing',
  Shipped: 'Attach tracking',
  'Out for Delivery': 'Mark as out for delivery',
  Delivered: 'Mark as delivered',
  correct: 'Correct tracking',
  collect: 'Record cash',
  refund: 'Refund',
  Cancelled: 'Cancel order',
  undelivered: 'Came back undelivered',
  Returned: 'Mark as returned',
};

const sortedActions = Object.keys(actionLabels);

/** Sorts actions in the order of `actionLabels`. */
export const byImportance = (a: OrderAction, b: OrderAction): number =>
  sortedActions.indexOf(a) - sortedActions.indexOf(b);
