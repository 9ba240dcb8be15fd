/** Times of an online payment (docs/behaviour.md, "Holds"), ms. */
import { holdMinutes } from '#domain/orders/order.ts';

const minute = 60 * 1000;

/** How long an order keeps its products for a payment. */
export const holdTime = holdMinutes * minute;
/** From the start of the payment to the first question of the scheduled job. */
export const firstCheck = 5 * minute;
/** What a shopper needs to pay. A payment with less time left is renewed, or another order placed. */
export const timeToPay = 10 * minute;
