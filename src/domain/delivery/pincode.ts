/** Pincodes as people type them. Not in pincodes.ts, since every product page loads this file. */

/**
 * A pincode that may be incomplete, without the usual spaces and hyphens. What else is pasted the schema of the form cleans,
 * which is loaded later (src/lib/clean.ts).
 */
export const pincodeDigits = (typed: string): string => typed.replace(/[\s-]/g, '');

export const isPincode = (text: string): boolean => /^[1-9]\d{5}$/.test(text);
