/** Labels of orders' payments. */
import type { OrderStatus } from '#domain/orders/order.ts';
import { isPaidOnDelivery, type OrderPaymentMethod, paymentRules } from '#domain/payments/payment-methods.ts';

type Paying = { paymentMethod: OrderPaymentMethod; paid: boolean; status: OrderStatus };

/** `COD, to collect`, `Card, paid`. */
export function paymentLabel(order: Paying): string {
  return `${paymentRules[order.paymentMethod].short}, ${paymentState(order).toLowerCase()}`;
}

/** The state of the payment, such as `Paid`. */
export function paymentState({ paymentMethod, paid, status }: Paying): string {
  if (paid) return 'Paid';
  if (status === 'Cancelled' || status === 'Returned') return 'Unpaid';
  return isPaidOnDelivery(paymentMethod) ? 'To collect' : 'Not paid yet';
}

/** How many other parcels to the same phone number came back undelivered. */
export const undeliveredNote = (count: number): string =>
  count === 1
    ? 'A parcel to this phone came back undelivered.'
    : `${count} parcels to this phone came back undelivered.`;
