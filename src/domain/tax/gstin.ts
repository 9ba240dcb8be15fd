/**
 * GSTIN: fifteen characters, the first two the code of a state, the last a check character (Luhn's method in base 36; CGST
 * Rules 2017, rules 10 and 17). The forms are those of GSTN's own tools and APIs: a regular number contains a PAN; one for
 * tax deducted at source (TDS) may contain a TAN; one for tax collected at source (TCS) has a C before the check
 * character; a UIN of an embassy or a body of the United Nations, and the number of a non-resident, contain a country or
 * body.
 */
import { stateCodes } from './states.ts';

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const forms = [
  // Regular, composition, casual, SEZ, input service distributor, TCS.
  /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9A-J][A-Z\d]$/,
  // TDS.
  /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z][DK][A-Z\d]$/,
  // UIN, non-resident taxable person.
  /^\d{4}[A-Z]{3}\d{5}(?:UN|ON|NR)[A-Z\d]$/,
  // Online services from abroad.
  /^99\d{2}[A-Z]{3}\d{5}OS[A-Z\d]$/,
];

/** The code of other territory, such as the seas; the one of numbers that belong to no state. */
export const otherTerritory = '97';
const codes = new Set([...Object.values(stateCodes), otherTerritory, '99']);

/** The check character of the first fourteen characters. */
function checkCharacter(gstin: string): string {
  const sum = [...gstin.slice(0, 14)].reduce((all, character, position) => {
    const product = characters.indexOf(character) * (position % 2 ? 2 : 1);
    return all + Math.floor(product / 36) + (product % 36);
  }, 0);
  return characters.charAt((36 - (sum % 36)) % 36);
}

/** @returns why it is no GSTIN, as a message for a form, or `undefined` when it is one */
export function gstinProblem(gstin: string): string | undefined {
  if (!forms.some((form) => form.test(gstin))) return 'A GSTIN has 15 characters, such as 29ABCDE1234F1ZW';
  if (!codes.has(gstin.slice(0, 2))) return 'The first two digits of this GSTIN are not the code of a state';
  if (checkCharacter(gstin) !== gstin.at(14))
    return 'The last character does not fit the others. Please check the GSTIN';
  return undefined;
}
