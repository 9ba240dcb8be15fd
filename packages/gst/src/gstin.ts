/**
 * GSTIN and UIN: fifteen characters, the first two the code of a state, the last a check character (Luhn's method in base 36;
 * CGST Rules 2017, rules 10 and 17). Each kind of number has a pattern of its own; patterns and what GSTR-1 takes are those
 * of GSTN's API, as resilient-tech/india-compliance lists them (gst_india/constants/__init__.py).
 */
import { stateCodes } from './state-codes.ts';

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * @property refusal why an invoice cannot be made out to it, and what helps; undefined: it can
 * @property place what decides the place of supply: the state of the number, or the place of delivery
 * @property gstr1 with whom GSTR-1 lists its invoices and credit notes, also older ones
 * @property gstr3b its part of table 3.2 (inter-state supplies); undefined: of none
 * @property sez whether it can be in a special economic zone
 */
export type GstinRules = {
  pattern: RegExp;
  refusal?: string;
  place: 'number' | 'delivery';
  gstr1: 'businesses' | 'consumers';
  gstr3b?: 'uin';
  sez: boolean;
};

const noBuyer = 'Please enter the GSTIN under which the business buys, or leave it empty';

/**
 * The kinds of numbers. Their patterns do not overlap.
 *
 * - A regular number contains a PAN; so do those of composition, casual and SEZ taxpayers and input service distributors. A
 *   government department may have one with a TAN.
 * - Tax deducted at source (TDS, a D or K before the check character) is deducted by registered persons (CGST Act 2017,
 *   section 24(vi)), many of whom, such as offices of the government, have no other number: it is a buyer's number.
 * - Tax collected at source (TCS, a C): marketplaces have it beside the number under which they buy.
 * - A UIN of an embassy or a body of the United Nations: its holder is no registered person (section 2(94)), so that the
 *   place of delivery decides (IGST Act 2017, section 10(1)(ca)); GSTR-1 lists it with businesses (table 4A).
 * - A non-resident's number, and one for online services from abroad (OIDAR): GSTR-1 takes neither as a recipient.
 */
export const gstinKinds = {
  regular: {
    pattern: /^\d{2}(?:[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9ABE-J][A-Z\d]|[A-Z]{4}\d{5}[A-Z]\dZ[A-Z\d])$/,
    place: 'number',
    gstr1: 'businesses',
    sez: true,
  },
  tds: {
    pattern: /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z][DK][A-Z\d]$/,
    place: 'number',
    gstr1: 'businesses',
    sez: false,
  },
  tcs: {
    pattern: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]C[A-Z\d]$/,
    refusal: `This number is for collecting tax at source. ${noBuyer}`,
    place: 'number',
    gstr1: 'consumers',
    sez: false,
  },
  uin: {
    pattern: /^\d{4}[A-Z]{3}\d{5}(?:UN|ON)[A-Z\d]$/,
    place: 'delivery',
    gstr1: 'businesses',
    gstr3b: 'uin',
    sez: false,
  },
  nonResident: {
    pattern: /^\d{4}[A-Z]{3}\d{5}NR[A-Z\d]$/,
    refusal: `This is the number of a non-resident, which the GST return does not take as a buyer. ${noBuyer}`,
    place: 'number',
    gstr1: 'consumers',
    sez: false,
  },
  onlineServices: {
    pattern: /^99\d{2}[A-Z]{3}\d{5}OS[A-Z\d]$/,
    refusal: `This number is for online services from abroad. ${noBuyer}`,
    place: 'delivery',
    gstr1: 'consumers',
    sez: false,
  },
} as const satisfies Record<string, GstinRules>;
export type GstinKind = keyof typeof gstinKinds;

/** The kind of a number by its pattern; undefined for what has none. The check character is not looked at. */
export const gstinKind = (gstin: string): GstinKind | undefined =>
  (Object.keys(gstinKinds) as GstinKind[]).find((kind) => gstinKinds[kind].pattern.test(gstin));

/** The rules of a number. Those of a number of no kind, as older orders may have, are a regular one's. */
export const gstinRules = (gstin: string): GstinRules => gstinKinds[gstinKind(gstin) ?? 'regular'];

/** The code of other territory, such as the seas; the one of numbers that belong to no state. */
export const otherTerritory = '97';
const codes = new Set([...Object.values(stateCodes), otherTerritory, '99']);

/** The check character of the first fourteen characters. */
export function checkCharacter(gstin: string): string {
  const sum = [...gstin.slice(0, 14)].reduce((all, character, position) => {
    const product = characters.indexOf(character) * (position % 2 ? 2 : 1);
    return all + Math.floor(product / 36) + (product % 36);
  }, 0);
  return characters.charAt((36 - (sum % 36)) % 36);
}

/** @returns why no invoice can be made out to it, as a message for a form, or `undefined` when one can */
export function gstinProblem(gstin: string): string | undefined {
  const kind = gstinKind(gstin);
  if (!kind) return 'A GSTIN has 15 characters, such as 29ABCDE1234F1ZW';
  if (!codes.has(gstin.slice(0, 2))) return 'The first two digits of this GSTIN are not the code of a state';
  if (checkCharacter(gstin) !== gstin.at(14))
    return 'The last character does not fit the others. Please check the GSTIN';
  return gstinRules(gstin).refusal;
}
