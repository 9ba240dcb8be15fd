/** Pincodes as people type them. Not in pincodes.ts, since every product page loads this file. */

/** The digits of a pincode that may be incomplete: `560 001` becomes `560001`. */
export const pincodeDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 6);

export const isPincode = (text: string): boolean => /^[1-9]\d{5}$/.test(text);
