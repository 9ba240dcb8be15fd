/** Names of the ways to pay. Apart from them, since checkout has texts of its own. */
import type { OrderPaymentMethod } from './payment-method.ts';

export const paymentMethodNames: Record<OrderPaymentMethod, string> = {
  cod: 'Cash on Delivery',
  stripe: 'Card (Stripe)',
  razorpay: 'UPI, card or net banking (Razorpay)',
  exchange: 'Exchange',
};
