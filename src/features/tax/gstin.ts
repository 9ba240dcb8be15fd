/**
 * GSTIN: two digits of the state, ten characters of the PAN, one for the registration, Z, and a check character
 * (CGST Rules 2017, rule 10; the check is Luhn's method in base 36).
 */
import { stateCodes } from './states.ts';

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const form = /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/;
const codes = new Set(Object.values(stateCodes));

/** The check character of the first fourteen characters. */
function checkCharacter(gstin: string): string {
  const sum = [...gstin.slice(0, 14)].reduce((all, character, position) => {
    const product = characters.indexOf(character) * (position % 2 ? 2 : 1);
    return all + Math.floor(product / 36) + (product % 36);
  }, 0);
  return characters.charAt((36 - (sum % 36)) % 36);
}

/** A GSTIN as people type it: spaces and small letters are accepted. */
export const normalizeGstin = (typed: string): string => typed.replace(/\s/g, '').toUpperCase();

/** @returns why it is no GSTIN, as a message for a form, or `undefined` when it is one */
export function gstinProblem(gstin: string): string | undefined {
  if (!form.test(gstin)) return 'A GSTIN has 15 characters, such as 29ABCDE1234F1ZW';
  if (!codes.has(gstin.slice(0, 2))) return 'The first two digits of this GSTIN are not the code of a state';
  if (checkCharacter(gstin) !== gstin.at(14))
    return 'The last character does not fit the others. Please check the GSTIN';
  return undefined;
}
