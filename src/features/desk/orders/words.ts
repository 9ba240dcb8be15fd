/** How the desk says what it knows of orders. */
import type { PaymentMethod } from '#features/orders/order.ts';
import type { Deed } from '../orders.ts';

const methods: Record<PaymentMethod, string> = { cod: 'COD', stripe: 'Card', razorpay: 'UPI' };

/** `COD, to collect`, `Card, paid`. */
export function paymentWord(order: {
  paymentMethod: PaymentMethod;
  payment: boolean;
  status: string;
}): string {
  const { paymentMethod, payment, status } = order;
  const over = status === 'Cancelled' || status === 'Returned';
  const open = over ? 'unpaid' : paymentMethod === 'cod' ? 'to collect' : 'not paid yet';
  return `${methods[paymentMethod]}, ${payment ? 'paid' : open}`;
}

/** What each deed's button says. */
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
