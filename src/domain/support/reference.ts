/** The reference of a ticket in emails and at the desk: `T-1B9D6BCD`. @param id of the ticket, a UUID */
export const ticketReference = (id: string): string => `T-${id.slice(0, 8).toUpperCase()}`;
