/** The ways to pay. */
export const paymentMethods = ['cod', 'stripe', 'razorpay'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** Paid before it is packed, through a provider. */
export type OnlineMethod = Exclude<PaymentMethod, 'cod'>;

/** How an order is paid: as its shopper chose, or with what came back of an earlier order (docs/behaviour.md, "Exchanges"). */
export const orderPaymentMethods = [...paymentMethods, 'exchange'] as const;
export type OrderPaymentMethod = (typeof orderPaymentMethods)[number];

/**
 * Whether an order is a new sale. An exchange is not: it was sold with the order that came back (docs/behaviour.md,
 * "Exchanges"). All that counts or adds up sales asks here, or the condition of the same name (db/schema/orders.ts).
 */
export const isSale = (method: OrderPaymentMethod): boolean => method !== 'exchange';

/** Whether a provider has the money; a refund of other orders is sent by hand. */
export const isPaidOnline = (method: OrderPaymentMethod): method is OnlineMethod =>
  method === 'stripe' || method === 'razorpay';
