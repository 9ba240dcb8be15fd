/** The payment methods as the checkout shows them: all three, unavailable ones with the reason. */

import {
  defaultMethod,
  isPaidOnDelivery,
  isTransferred,
  type PaymentMethod,
} from '#domain/payments/payment-methods.ts';
import { choiceWords, type PaymentMark, paymentMethods } from '#domain/payments/payment-words.ts';
import { formatPrice, type Paise, toPaise } from '#lib/money.ts';

/** A method in the response of `GET /api/store`. @property minimum rupees */
export type OfferedMethod = {
  id: PaymentMethod;
  name: string;
  enabled: boolean;
  reason: string | null;
  testMode: boolean;
  minimum: number;
};

/** @property words how one pays @property reason why it is unavailable; undefined while it is available or not known */
export type PaymentChoice = {
  id: PaymentMethod;
  name: string;
  words: string;
  marks: readonly PaymentMark[];
  enabled: boolean;
  reason: string | undefined;
  testMode: boolean;
};

/** Where only one of the two providers is there, it takes cards too. */
const withCards = {
  name: 'UPI, card or net banking',
  words: 'Google Pay, PhonePe, Paytm, BHIM or any other UPI app, any card, any bank.',
  marks: ['upi', 'rupay', 'visa', 'mastercard'],
} as const;

/**
 * What the choices depend on, besides the shop.
 * @property total undefined while it is not known @property cashTotal the same in whole rupees
 * @property codLimit for cash on delivery
 * @property codServed whether the courier takes cash at the pincode
 */
type Order = { total: Paise | undefined; cashTotal: Paise | undefined; codLimit: Paise; codServed: boolean };

/** Why a method is unavailable for this order. @param minimum paise */
function orderReason(id: PaymentMethod, order: Order, minimum: Paise): string | undefined {
  const { codLimit, codServed } = order;
  const total = (isPaidOnDelivery(id) ? order.cashTotal : order.total) ?? minimum;
  if (isPaidOnDelivery(id) && !codServed) return 'Not possible at your address';
  if (total < minimum) return `Available for orders from ${formatPrice(minimum)}`;
  if (isPaidOnDelivery(id) && total > codLimit) return `Available for orders up to ${formatPrice(codLimit)}`;
  return undefined;
}

/**
 * @param offered the methods of the shop; undefined while loading, empty after a failure. The server decides
 *   anyway, so cash on delivery stays available
 */
export function paymentChoices(offered: readonly OfferedMethod[] | undefined, order: Order): PaymentChoice[] {
  const hasOwnCards = offered === undefined || offered.some(({ id, enabled }) => id === 'stripe' && enabled);
  // What is not offered is not shown. Who pays by transfer can wait for the answer.
  const shown = paymentMethods.filter((id) =>
    isTransferred(id) ? offered?.some((one) => one.id === id && one.enabled) : IS_ON[id],
  );
  return shown.map((id) => {
    const method = offered?.find((one) => one.id === id);
    const label = id === 'razorpay' && !hasOwnCards ? withCards : choiceWords[id];
    const choice = { id, ...label, testMode: method?.testMode ?? false };
    const unavailable = (reason: string): PaymentChoice => ({ ...choice, enabled: false, reason });
    if (method ? !method.enabled : offered && id !== defaultMethod)
      return unavailable(method?.reason ?? 'Not available at the moment');
    const reason = orderReason(id, order, toPaise(method?.minimum ?? 0) ?? 0);
    if (reason) return unavailable(reason);
    return { ...choice, enabled: method !== undefined || id === defaultMethod, reason: undefined };
  });
}

/** Why another method is used than the wanted one; undefined if it is that one. */
export function switchText(
  choices: readonly PaymentChoice[],
  wanted: PaymentMethod,
  used: PaymentChoice | undefined,
): string | undefined {
  const { name, reason } = choices.find(({ id }) => id === wanted) ?? {};
  if (!used || used.id === wanted || !name || !reason) return undefined;
  return `${name}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}. We have chosen ${used.name} instead.`;
}

/**
 * The method that is used: the wanted one, or the first available one if the wanted one is not available.
 * @returns undefined if none is available
 */
export const chosenMethod = (
  choices: readonly PaymentChoice[],
  wanted: PaymentMethod,
): PaymentChoice | undefined =>
  choices.find(({ id, reason }) => id === wanted && !reason) ?? choices.find(({ enabled }) => enabled);
