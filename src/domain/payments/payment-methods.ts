/**
 * The ways to pay: one table. All that depends on how an order is paid asks it, so a new way is a row here, and what the
 * compiler then names. Their words at checkout and for operators are apart (payment-words.ts): most pages do not load them.
 */
import type { Paise } from '#lib/money.ts';

/**
 * @property name in full @property short at the desk
 * @property confirmedBy who says that the money is there: a provider, an operator who sees it on the shop's account, or the
 *   courier who collects it; nobody of an exchange, which what came back has paid (docs/behaviour.md, "Exchanges")
 * @property paid `first`: before the order is packed. `on_delivery`: it is placed at once, and its total is in whole rupees
 * @property smallestRefund that can be sent alone, paise. To an account that the shopper names any amount can be sent
 */
type PaymentRules = {
  name: string;
  short: string;
  confirmedBy: 'provider' | 'operator' | 'courier' | 'exchange';
  paid: 'first' | 'on_delivery';
  smallestRefund: Paise;
};

/** The rules of each way, in the order in which they are shown: how most of India pays comes first. */
export const paymentRules = {
  razorpay: {
    name: 'UPI, card or net banking (Razorpay)',
    short: 'UPI',
    confirmedBy: 'provider',
    paid: 'first',
    // "At least INR 1.00" (https://razorpay.com/docs/api/refunds/create-normal).
    smallestRefund: 100,
  },
  stripe: {
    name: 'Card (Stripe)',
    short: 'Card',
    confirmedBy: 'provider',
    paid: 'first',
    // "A positive integer" (https://docs.stripe.com/api/refunds/create); the minimum of ₹0.50 is for charges.
    smallestRefund: 1,
  },
  transfer: {
    name: 'Bank transfer',
    short: 'Transfer',
    confirmedBy: 'operator',
    paid: 'first',
    smallestRefund: 1,
  },
  cod: {
    name: 'Cash on Delivery',
    short: 'COD',
    confirmedBy: 'courier',
    paid: 'on_delivery',
    smallestRefund: 1,
  },
  exchange: {
    name: 'Exchange',
    short: 'Exchange',
    confirmedBy: 'exchange',
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
export type PaymentMethod = ConfirmedBy<'provider' | 'operator' | 'courier'>;
/** Paid through a provider. */
export type OnlineMethod = ConfirmedBy<'provider'>;

/** Placed when the money has come: its pieces are held until then. */
export type PaidFirstMethod = ConfirmedBy<'provider' | 'operator'>;

/** Whether an order waits for its payment before it is placed. An exchange is paid already. */
export const isPaidFirst = (method: OrderPaymentMethod): method is PaidFirstMethod =>
  isPaidOnline(method) || isTransferred(method);

/** Whether an operator says that the money has come, to the shop's account. */
export const isTransferred = (method: OrderPaymentMethod): boolean =>
  paymentRules[method].confirmedBy === 'operator';

/** Whether a provider has the money. */
export const isPaidOnline = (method: OrderPaymentMethod): method is OnlineMethod =>
  paymentRules[method].confirmedBy === 'provider';

/** Whether an order is paid when its parcel is handed over. */
export const isPaidOnDelivery = (method: OrderPaymentMethod): boolean =>
  paymentRules[method].paid === 'on_delivery';

export const orderPaymentMethods = Object.keys(paymentRules) as readonly OrderPaymentMethod[];
export const onlineMethods = orderPaymentMethods.filter(isPaidOnline);
export const methodsOnDelivery = orderPaymentMethods.filter(isPaidOnDelivery);
/** What is chosen until a shopper chooses: it needs no provider. */
export const defaultMethod = 'cod' satisfies PaymentMethod;

/** Their names. */
export const paymentNames = Object.fromEntries(
  orderPaymentMethods.map((method) => [method, paymentRules[method].name]),
) as Readonly<Record<OrderPaymentMethod, string>>;
