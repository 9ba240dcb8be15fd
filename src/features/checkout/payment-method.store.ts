/** The payment method that was chosen last on this device. */
import { persistentAtom } from '@nanostores/persistent';
import { type PaymentMethod, paymentMethods } from '#features/orders/order.ts';

const $paymentMethod = persistentAtom<string>('paymentMethod', '');

/** Cash on delivery, until another method was chosen. */
export const readPaymentMethod = (): PaymentMethod =>
  paymentMethods.find((id) => id === $paymentMethod.get()) ?? 'cod';

export const rememberPaymentMethod = (id: PaymentMethod): void => $paymentMethod.set(id);
