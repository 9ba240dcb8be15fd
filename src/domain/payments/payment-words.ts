/** Words about the ways to pay that few pages load. */
import { keysOf } from '#lib/keys.ts';
import type { OrderPaymentMethod, PaymentMethod } from './payment-methods.ts';

/** The logos of src/ui/payment-marks.css. */
export type PaymentMark = 'upi' | 'rupay' | 'visa' | 'mastercard';

type ChoiceWords = { name: string; words: string; marks: readonly PaymentMark[] };

/** How checkout offers them. */
export const choiceWords: Readonly<Record<PaymentMethod, ChoiceWords>> = {
  razorpay: {
    name: 'UPI',
    words: 'Google Pay, PhonePe, Paytm, BHIM or any other UPI app. Net banking too.',
    marks: ['upi'],
  },
  stripe: {
    name: 'Card',
    words: 'RuPay, Visa or Mastercard, on a secure page.',
    marks: ['rupay', 'visa', 'mastercard'],
  },
  transfer: {
    name: 'Bank transfer',
    words: 'From your bank’s app to our account. We pack when the money has arrived.',
    marks: [],
  },
  cod: { name: 'Cash on Delivery', words: 'Pay in cash when the parcel is in your hands.', marks: [] },
};

/** The ways that shoppers choose, in the order in which they are shown: how most of India pays comes first. */
export const paymentMethods = keysOf(choiceWords);

/** Whom operators ask about the money. */
export const moneyKeepers: Readonly<Record<OrderPaymentMethod, string>> = {
  razorpay: 'Razorpay',
  stripe: 'Stripe',
  transfer: 'the bank',
  cod: 'the courier',
  exchange: 'nobody',
};
