/** Times of an online payment (docs/behaviour.md, "Holds"), ms. */

import { holdMinutes } from '#domain/orders/order.ts';
import { isPaidOnline, type PaidFirstMethod } from '#domain/payments/payment-methods.ts';
import { oneDay } from '#lib/dates.ts';
import { store } from '../lib/store.ts';

const minute = 60 * 1000;

/** How long an order keeps its products for an online payment. */
export const holdTime = holdMinutes * minute;

/** When an order that was placed at `now` ends unpaid, and when the scheduled job looks at its payment first, UTC ms. */
export function holdOf(method: PaidFirstMethod, now: number): { holdUntil: number; nextAskAt: number } {
  if (isPaidOnline(method)) return { holdUntil: now + holdTime, nextAskAt: now + firstCheck };
  const holdUntil = now + store.bankTransfer.days * oneDay;
  return { holdUntil, nextAskAt: holdUntil };
}
/** From the start of the payment to the first question of the scheduled job. */
export const firstCheck = 5 * minute;
/** What a shopper needs to pay. A payment with less time left is renewed, or another order placed. */
export const timeToPay = 10 * minute;
