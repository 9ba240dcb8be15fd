/** What several orders at once share between the page and the Worker. */

/** Most orders of a selection. */
export const orderLimit = 500;

/** Most orders that one request changes; a selection is sent in such parts. */
export const partSize = 50;

/** What a courier says of a parcel that changes its order. */
export const reportedStates = ['delivered', 'undelivered', 'returned'] as const;
export type ReportedState = (typeof reportedStates)[number];

/** The statuses to which several orders can be moved at once. */
export const bulkMoves = ['Packing', 'Out for Delivery', 'Delivered'] as const;
export type BulkMove = (typeof bulkMoves)[number];
