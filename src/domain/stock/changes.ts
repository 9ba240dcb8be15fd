/** Stock changes at the desk. */

/** Reasons of a change, with their labels. */
export const stockReasons = {
  received: 'New stock came in',
  damaged: 'Damaged or expired',
  lost: 'Missing',
  counted: 'Counted again',
  given: 'Given away, or used in the shop',
  returned: 'Came back with a returned order',
  kit: 'Sold in a kit, or back from one',
  undone: 'A list was undone',
  /** Only in older changes. */
  reconciled: 'Corrected by the reconciliation',
} as const;
export type StockReason = keyof typeof stockReasons;

/** Reasons that an operator can choose; the shop sets the others. */
export const chosenReasons = ['received', 'damaged', 'lost', 'counted', 'given'] as const;
export type ChosenReason = (typeof chosenReasons)[number];

/** Lists of pieces of many products, with their names. */
export const listKinds = { received: 'Receive goods', counted: 'Count stock' } as const satisfies Partial<
  Record<ChosenReason, string>
>;
export type ListKind = keyof typeof listKinds;

/** All lists of many products, with their names. */
export const stockLists = { ...listKinds, products: 'Change products' } as const;

/** The views of the stock, with their labels. */
export const stockViews = {
  sold: 'Active',
  low: 'Running out',
  out: 'Sold out',
  paused: 'Paused',
  retired: 'No longer sold',
} as const;
export type StockView = keyof typeof stockViews;

/** Maximum number of pieces of one change. */
export const maxPieces = 100_000;

/** Most products that one request changes. */
export const maxListLines = 1000;

/** Maximum number of characters of the reason why selling is paused. */
export const maxPauseReason = 160;

/**
 * The change of the stock, in pieces, positive or negative.
 * @param pieces added or removed; for `counted`, the pieces on the shelf
 * @param seen the stock that the operator saw
 */
export function changeOf(reason: ChosenReason, pieces: number, seen: number): number {
  if (reason === 'counted') return pieces - seen;
  return reason === 'received' ? pieces : -pieces;
}

/** A number with its sign: `+12`, `−3`, `0`. */
export const signed = (change: number): string =>
  change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0';
