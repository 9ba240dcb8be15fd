/** The payment method that was chosen last on this device. */

import { type PaymentMethod, paymentMethods } from '#domain/orders/payment-method.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';

const $paymentMethod = storedAtom('paymentMethod', '');

/** Cash on delivery, until another method was chosen. */
export const readPaymentMethod = (): PaymentMethod =>
  paymentMethods.find((id) => id === $paymentMethod.get()) ?? 'cod';

export const rememberPaymentMethod = (id: PaymentMethod): void => $paymentMethod.set(id);
