/** Largest number of saved addresses. Not in account.ts, whose schemas would bring zod to the page. */
export const maxAddresses = 10;
