/**
 * The ways to pay: one table. All that depends on how an order is paid asks it, so a new way is a row here, and what the
 * compiler then names.
 */
import type { Paise } from '#lib/money.ts';

/** The logos of src/ui/payment-marks.css. */
export type PaymentMark = 'upi' | 'rupay' | 'visa' | 'mastercard';

/**
 * @property name in full @property short at the desk
 * @property choice how checkout offers it; null where shoppers cannot choose it
 * @property confirmedBy who says that the money is there: a provider, or the courier who collects it; nobody of an exchange,
 *   which what came back has paid (docs/behaviour.md, "Exchanges")
 * @property asked whom operators ask about the money
 * @property paid `first`: before the order is packed. `on_delivery`: it is placed at once, and its total is in whole rupees
 * @property smallestRefund that can be sent alone, paise. To an account that the shopper names any amount can be sent
 */
type PaymentRules = {
  name: string;
  short: string;
  choice: { name: string; words: string; marks: readonly PaymentMark[] } | null;
  confirmedBy: 'provider' | 'courier' | 'exchange';
  asked: string;
  paid: 'first' | 'on_delivery';
  smallestRefund: Paise;
};

/** The rules of each way, in the order in which they are shown: how most of India pays comes first. */
export const paymentRules = {
  razorpay: {
    name: 'UPI, card or net banking (Razorpay)',
    short: 'UPI',
    choice: {
      name: 'UPI',
      words: 'Google Pay, PhonePe, Paytm, BHIM or any other UPI app. Net banking too.',
      marks: ['upi'],
    },
    confirmedBy: 'provider',
    asked: 'Razorpay',
    paid: 'first',
    // "At least INR 1.00" (https://razorpay.com/docs/api/refunds/create-normal).
    smallestRefund: 100,
  },
  stripe: {
    name: 'Card (Stripe)',
    short: 'Card',
    choice: {
      name: 'Card',
      words: 'RuPay, Visa or Mastercard, on a secure page.',
      marks: ['rupay', 'visa', 'mastercard'],
    },
    confirmedBy: 'provider',
    asked: 'Stripe',
    paid: 'first',
    // "A positive integer" (https://docs.stripe.com/api/refunds/create); the minimum of ₹0.50 is for charges.
    smallestRefund: 1,
  },
  cod: {
    name: 'Cash on Delivery',
    short: 'COD',
    choice: { name: 'Cash on Delivery', words: 'Pay in cash when the parcel is in your hands.', marks: [] },
    confirmedBy: 'courier',
    asked: 'the courier',
    paid: 'on_delivery',
    smallestRefund: 1,
  },
  exchange: {
    name: 'Exchange',
    short: 'Exchange',
    choice: null,
    confirmedBy: 'exchange',
    asked: 'nobody',
    paid: 'first',
    smallestRefund: 1,
  },
} as const satisfies Record<string, PaymentRules>;

type Methods = typeof paymentRules;
type ConfirmedBy<Who> = {
  [Method in keyof Methods]: Methods[Method]['confirmedBy'] extends Who ? Method : never;
}[keyof Methods];

/** How an order is paid. */
export type OrderPaymentMethod = keyof Methods;
/** A way that a shopper chooses. */
export type PaymentMethod = ConfirmedBy<'provider' | 'courier'>;
/** Paid through a provider. */
export type OnlineMethod = ConfirmedBy<'provider'>;

/** Whether a provider has the money. */
export const isPaidOnline = (method: OrderPaymentMethod): method is OnlineMethod =>
  paymentRules[method].confirmedBy === 'provider';

/** Whether an order is paid when its parcel is handed over. */
export const isPaidOnDelivery = (method: OrderPaymentMethod): boolean =>
  paymentRules[method].paid === 'on_delivery';

/**
 * Whether an order is a new sale. An exchange is not: it was sold with the order that came back (docs/behaviour.md,
 * "Exchanges"). All that counts or adds up sales asks here, or the condition of the same name (db/schema/orders.ts).
 */
export const isSale = (method: OrderPaymentMethod): method is PaymentMethod =>
  paymentRules[method].confirmedBy !== 'exchange';

export const orderPaymentMethods = Object.keys(paymentRules) as readonly OrderPaymentMethod[];
/** Those that shoppers choose. */
export const paymentMethods = orderPaymentMethods.filter(isSale);
export const onlineMethods = orderPaymentMethods.filter(isPaidOnline);
export const methodsOnDelivery = orderPaymentMethods.filter(isPaidOnDelivery);
/** What is chosen until a shopper chooses: it needs no provider. */
export const defaultMethod = 'cod' satisfies PaymentMethod;

/** Their names. */
export const paymentNames = Object.fromEntries(
  orderPaymentMethods.map((method) => [method, paymentRules[method].name]),
) as Readonly<Record<OrderPaymentMethod, string>>;
