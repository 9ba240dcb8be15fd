/** How the desk says what it knows of orders. */
import type { OrderStatus, PaymentMethod } from '#features/orders/order.ts';
import type { Deed } from '../orders.ts';

const methods: Record<PaymentMethod, string> = { cod: 'COD', stripe: 'Card', razorpay: 'UPI' };

type Paying = { paymentMethod: PaymentMethod; payment: boolean; status: OrderStatus };

/** `COD, to collect`, `Card, paid`. */
export function paymentWord(order: Paying): string {
  return `${methods[order.paymentMethod]}, ${paymentState(order).toLowerCase()}`;
}

/** `Paid`, or what it still waits for. */
export function paymentState({ paymentMethod, payment, status }: Paying): string {
  if (payment) return 'Paid';
  if (status === 'Cancelled' || status === 'Returned') return 'Unpaid';
  return paymentMethod === 'cod' ? 'To collect' : 'Not paid yet';
}

/** What each deed's button says, in the order in which the buttons stand: the way on first. */
export const deedNames: Record<Deed, string> = {
  'Payment Pending': '',
  'Order Placed': '',
  Packing: 'Start packing',
  Shipped: 'Attach tracking',
  'Out for Delivery': 'Out for delivery',
  Delivered: 'Delivered',
  correct: 'Correct tracking',
  collect: 'Cash collected',
  Cancelled: 'Cancel order',
  Returned: 'Take back',
};

const inOrder = Object.keys(deedNames);

/** The way on before the ways back. */
export const byUse = (a: Deed, b: Deed): number => inOrder.indexOf(a) - inOrder.indexOf(b);
