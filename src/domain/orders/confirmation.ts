/**
 * Orders on delivery that their buyer is asked to confirm before they are packed (docs/behaviour.md, "Confirming a cash
 * order"): when, why, and what the shopper and the operator read.
 */
import type { Store } from '#domain/store/store.ts';
import { oneDay } from '#lib/dates.ts';
import type { Paise } from '#lib/money.ts';

/** Why an order is confirmed. Stored with the order: do not rename one. */
export const confirmReasons = ['first_order', 'large', 'came_back', 'by_phone'] as const;
export type ConfirmReason = (typeof confirmReasons)[number];

/**
 * What decides it.
 * @property total of the order, paise
 * @property lastDelivered when the buyer's newest delivered order was placed, UTC ms; null without one
 * @property lastCameBack when the newest order of the buyer, or to the phone, was placed that came back undelivered
 */
export type ConfirmFacts = { total: Paise; lastDelivered: number | null; lastCameBack: number | null };

type Rules = Omit<Store['cashOnDelivery'], 'offered' | 'maxOrder'>;

/** Why an order on delivery is confirmed by its buyer; undefined if it need not be. */
export function confirmReason(
  { confirmAbove, confirmFirstOrder, confirmAfterUndelivered }: Rules,
  { total, lastDelivered, lastCameBack }: ConfirmFacts,
): ConfirmReason | undefined {
  // First, so that a stranger who typed a phone number does not read what happened to its parcels.
  if (confirmFirstOrder && lastDelivered === null) return 'first_order';
  if (total > confirmAbove) return 'large';
  const cameBack = lastCameBack !== null && lastCameBack > (lastDelivered ?? 0);
  return confirmAfterUndelivered && cameBack ? 'came_back' : undefined;
}

/** What the shopper reads. */
export const confirmSentences: Record<ConfirmReason, string> = {
  first_order: 'We have not delivered an order to you yet.',
  large: 'This is a large order to be paid in cash.',
  came_back: 'An earlier parcel came back to us.',
  by_phone: 'You ordered by phone or by message, and we entered it for you.',
};

/** What operators read. */
export const confirmNotes: Record<ConfirmReason, string> = {
  first_order: 'No order of this buyer has been delivered yet.',
  large: 'The total is above the amount from which cash orders are confirmed.',
  came_back: 'A parcel of this buyer, or to this phone, came back, and none has been delivered since.',
  by_phone: 'An operator entered this order for its buyer.',
};

/** Times after the order was placed, ms: the buyer is reminded, and the order is cancelled. */
export const remindAfter = oneDay;
export const releaseAfter = 2 * oneDay;

/** Why an order was cancelled that nobody confirmed. The shopper reads it. */
export const unconfirmedMessage =
  'The order was not confirmed within two days, so we no longer keep its products. You can order again at any time.';

/** Why an order was cancelled that nobody had confirmed when its pieces were needed (docs/behaviour.md, "Unpaid limits"). */
export const outrankedMessage =
  'The last of these products were paid for or confirmed by others before you confirmed the order, so we no longer keep them for you. You owe nothing, and can order again at any time.';

/** The same of an order that waited for a bank transfer. */
export const outrankedTransferMessage =
  'The last of these products were paid for by others before your bank transfer arrived, so we no longer keep them for you. If the money is on its way, we send it back. You can order again at any time.';

/** The reasons of the shop itself, which an email gives in its own words. */
export const shopReasons: readonly string[] = [
  unconfirmedMessage,
  outrankedMessage,
  outrankedTransferMessage,
];

/**
 * What an operator sends the buyer by WhatsApp.
 * @param order amount: with the currency, `₹599.00`; link: opens the order, where the shop can sign one
 */
export const confirmRequest = (order: {
  shop: string;
  name: string;
  reference: string;
  amount: string;
  link: string | undefined;
}): string =>
  `Hello ${order.name}, this is ${order.shop}. You ordered ${order.reference} for ${order.amount}, to be paid on delivery. Shall we pack it? Please answer yes or no.${order.link ? ` Or confirm it, pay by UPI or card, or cancel it here: ${order.link}` : ''}`;
