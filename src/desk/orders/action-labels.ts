/** Labels of what can be done with an order; the list loads none of them. */
import type { OrderAction } from '#domain/orders/order-rules.ts';

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
  transfer: 'Record transfer',
  refund: 'Refund',
  Cancelled: 'Cancel order',
  undelivered: 'Came back undelivered',
  Returned: 'Mark as returned',
};

const sortedActions = Object.keys(actionLabels);

/** Sorts actions in the order of `actionLabels`. */
export const byImportance = (a: OrderAction, b: OrderAction): number =>
  sortedActions.indexOf(a) - sortedActions.indexOf(b);
