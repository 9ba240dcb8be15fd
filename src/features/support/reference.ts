/** What people call a ticket by, in letters and at the desk: `T-1B9D6BCD`. @param id the ticket's, a UUID */
export const ticketReference = (id: string): string => `T-${id.slice(0, 8).toUpperCase()}`;
