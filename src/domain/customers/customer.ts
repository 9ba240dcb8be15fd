/** Customers at the desk (docs/desk.md, "Customers"). */

/** Orders that a customer's page lists and adds up: the newest ones. */
export const maxCustomerOrders = 50;
/** Orders that the list of customers counts. */
export const maxCounted = 100;
/** Notes of a customer. */
export const maxNotes = 50;
/** Characters of a note. */
export const maxNoteLength = 1000;

/** A number that was counted up to a bound: `7`, or `100+`. */
export const countText = (count: number, most: number): string => (count > most ? `${most}+` : String(count));
