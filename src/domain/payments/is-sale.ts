import type { OrderPaymentMethod, PaymentMethod } from './payment-methods.ts';

/**
 * Whether an order is a new sale. An exchange is not: it was sold with the order that came back (docs/behaviour.md,
 * "Exchanges"). All that counts or adds up sales asks here, or the condition of the same name (db/schema/orders.ts). The cart asks
 * it too, so it is apart from the table of all ways.
 */
export const isSale = (method: OrderPaymentMethod): method is PaymentMethod => method !== 'exchange';
