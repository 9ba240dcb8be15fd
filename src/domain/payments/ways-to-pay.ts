/** What texts and marks say of the ways to pay that a shop offers. */
import { capitalized } from '#lib/capitalized.ts';
import type { PaymentMethod } from './payment-methods.ts';
import type { PaymentMark } from './payment-words.ts';

/** Which ways are switched on, in content/store.yaml. */
type Offered = Readonly<Record<PaymentMethod, boolean>>;

/** `UPI, card or cash on delivery`. Razorpay takes cards too. */
export const waysToPay = ({ razorpay, stripe, transfer, cod }: Offered): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format([
    ...(razorpay ? ['UPI'] : []),
    ...(razorpay || stripe ? ['card'] : []),
    ...(transfer ? ['bank transfer'] : []),
    ...(cod ? ['cash on delivery'] : []),
  ]);

/** `By UPI, card or net banking with Razorpay; or in cash on delivery`, for texts that explain it. */
export function waysInFull({ razorpay, stripe, transfer, cod }: Offered): string {
  const ways = [
    ...(razorpay ? ['by UPI, card or net banking with Razorpay'] : []),
    ...(stripe ? ['by card on the payment page of Stripe'] : []),
    ...(transfer ? ['by transfer to our bank account'] : []),
    ...(cod ? ['in cash on delivery'] : []),
  ];
  return capitalized(ways.length > 1 ? `${ways.slice(0, -1).join('; ')}; or ${ways.at(-1)}` : ways.join());
}

/** The logos of what is accepted. */
export const marksOf = ({ razorpay, stripe }: Offered): PaymentMark[] => [
  ...(razorpay ? (['upi'] as const) : []),
  ...(razorpay || stripe ? (['rupay', 'visa', 'mastercard'] as const) : []),
];
