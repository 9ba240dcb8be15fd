/**
 * The email address of a guest whose order was made by phone without one. A row of `users` has an address that keeps people
 * apart, so theirs has the phone: all such guests with the same phone are one customer.
 */

const prefix = 'phone:';

/** What the row of the guest has as its address. @param phone ten digits */
export const guestEmail = ({ email, phone }: { email: string; phone: string }): string =>
  email || prefix + phone;

/** The address to which emails go; empty for a guest without one. @param stored of the row */
export const mailAddress = (stored: string): string => (stored.startsWith(prefix) ? '' : stored);
