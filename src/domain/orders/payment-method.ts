/** The ways to pay. */
export const paymentMethods = ['cod', 'stripe', 'razorpay'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** Paid before it is packed, through a provider. */
export type OnlineMethod = Exclude<PaymentMethod, 'cod'>;

export const paymentMethodNames: Record<PaymentMethod, string> = {
  cod: 'Cash on Delivery',
  stripe: 'Card (Stripe)',
  razorpay: 'UPI, card or net banking (Razorpay)',
};
