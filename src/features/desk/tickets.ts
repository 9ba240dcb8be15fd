/** Tickets as operators work through them. */

/** What the list can be narrowed to, by name. */
export const ticketViews = { open: 'Open', closed: 'Closed', all: 'All' } as const;
export type TicketView = keyof typeof ticketViews;

/** Characters of an answer. */
export const longestAnswer = 4000;
