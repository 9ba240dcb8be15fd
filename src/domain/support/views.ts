/** The views of the list of tickets, with their labels. */
export const ticketViews = { open: 'Open', closed: 'Closed', all: 'All' } as const;
export type TicketView = keyof typeof ticketViews;

/** Maximum number of characters of an answer. */
export const maxAnswerLength = 4000;
