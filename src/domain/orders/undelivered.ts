/** Parcels that the courier could not deliver and brought back (docs/behaviour.md, "States and moves"). */

import type { Fault } from '#domain/returns/return.ts';

/** Why, for operators. */
export const undeliveredReasons = {
  absent: 'nobody could be reached',
  refused: 'the recipient refused it',
  address: 'the address was wrong or incomplete',
  cash: 'the recipient had no cash',
  lost: 'the courier damaged or misrouted it',
  other: 'another reason',
} as const;
export type UndeliveredReason = keyof typeof undeliveredReasons;

/** Whose fault it is: what the courier did is the shop's, for the shopper. */
export const faultOfUndelivered = (reason: UndeliveredReason | undefined): Fault =>
  reason === 'lost' ? 'shop' : 'shopper';

/** What the shopper reads, unless an operator writes something else. */
export const undeliveredMessage = 'The courier could not deliver the parcel, and it has come back to us.';
