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
export type ChosenReason = (typeof chosenReasons)[number];

/** What the list can be narrowed to, by name. */
export const stockViews = { sold: 'Sold now', low: 'Running out', retired: 'No longer sold' } as const;
export type StockView = keyof typeof stockViews;

/** Pieces that one change may name. */
export const mostPieces = 100_000;

/**
 * What a change does to the stock, in pieces, more or fewer.
 * @param pieces that came or went; for `counted`, those that lie on the shelf
 * @param seen the stock that its writer had before them
 */
export function changeOf(reason: ChosenReason, pieces: number, seen: number): number {
  if (reason === 'counted') return pieces - seen;
  return reason === 'received' ? pieces : -pieces;
}

/** `+12`, `−3`, `0`: with the sign that people write. */
export const signed = (change: number): string =>
  change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0';
