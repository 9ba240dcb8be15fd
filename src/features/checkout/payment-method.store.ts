/** The payment method that was chosen last on this device. */

import { defaultMethod, type PaymentMethod } from '#domain/payments/payment-methods.ts';
import { paymentMethods } from '#domain/payments/payment-words.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';

const $paymentMethod = storedAtom('paymentMethod', '');

/** Cash on delivery, until another method was chosen. */
export const readPaymentMethod = (): PaymentMethod =>
  paymentMethods.find((id) => id === $paymentMethod.get()) ?? defaultMethod;

export const rememberPaymentMethod = (id: PaymentMethod): void => $paymentMethod.set(id);
