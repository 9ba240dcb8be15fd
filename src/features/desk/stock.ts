/** Stock as operators change it. */

/** Why it changed, with the words that people choose it by. */
export const stockReasons = {
  received: 'New stock came in',
  damaged: 'Damaged or expired',
  lost: 'Missing',
  counted: 'Counted anew',
  given: 'Given away, or used in the shop',
  returned: 'Came back with a returned order',
  reconciled: 'Put right by the reconciliation',
} as const;
export type StockReason = keyof typeof stockReasons;

/** What an operator may choose; the others happen by themselves. */
export const chosenReasons = ['received', 'damaged', 'lost', 'counted', 'given'] as const;
