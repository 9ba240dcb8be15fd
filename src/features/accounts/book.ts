/** Addresses that an account keeps. Here, without the rules of account.ts: the page needs only this to show itself. */
export const mostAddresses = 10;
