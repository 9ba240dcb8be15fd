/** Values of cells as shops and spreadsheets write them. */
import { cleanLine } from './clean-line.ts';
import { withoutApostrophe } from './csv.ts';

/**
 * A name or another short text in one line: without line breaks, marks of direction and other invisible characters. The
 * joiners of Indian scripts stay.
 */
export const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * A cell as text. `="00123"` and `'00123`, with which a spreadsheet is kept from changing a number or calculating a
 * formula, become `00123`; nothing is ever calculated.
 */
export const plainCell = (cell: string): string =>
  withoutApostrophe(cell.trim().replace(/^="([^"]*)"$/, '$1'))
    .replace(/^'(?=[\d=+\-@])/, '')
    .trim();

/** `7.01234E+13`, as a spreadsheet saves a number of twelve or more digits: the others are lost. */
const shortened = /^\d([.,]\d+)?e\+\d+$/i;

/** Whether a spreadsheet has shortened a number, which then cannot be known any more. */
export const isShortened = (cell: string): boolean => shortened.test(cell.trim());

/** @param cell the number as it is now, between quotes */
export const shortenedMessage = (cell: string): string =>
  `A spreadsheet has shortened the number ${cell}. Please format its column as text, and enter it again.`;

const western = /^\d+(\.\d+)?$/;
/** `1,299.50`, `1,29,999`. */
const grouped = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/;
/** `1.299,50`, `12,50`. */
const decimalComma = /^(\d{1,3}(\.\d{3})+|\d+),\d{1,2}$/;

/**
 * A number: `49.95`, `₹ 1,299`, `Rs. 1,29,999.00`, `12,50`.
 * @returns undefined for anything else, also for a formula
 */
export function readNumber(cell: string): number | undefined {
  const text = cleanLine(plainCell(cell))
    .replace(/^(?:₹|rs\.?|inr)\s*/i, '')
    .replace(/\/-$/, '');
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.replace(/^[-+]/, '').replace(/ /g, '');
  if (western.test(digits)) return sign * Number(digits);
  if (grouped.test(digits)) return sign * Number(digits.replaceAll(',', ''));
  if (decimalComma.test(digits)) return sign * Number(digits.replaceAll('.', '').replace(',', '.'));
  return undefined;
}

/** A switch: `true`, `1`, `yes`, or `false`, `0`, `no`. @returns undefined for any other word */
export function readSwitch(cell: string): boolean | undefined {
  const word = cell.trim();
  return /^(true|1|yes|y)$/i.test(word) ? true : /^(false|0|no|n)$/i.test(word) ? false : undefined;
}

/** The parts of a list, without empty and repeated ones. */
export const readList = (cell: string, separator: string | RegExp = ','): string[] => [
  ...new Set(cell.split(separator).map(oneLine).filter(Boolean)),
];

/** A count with Indian grouping: `2,00,000`. */
export const countText = (count: number): string => count.toLocaleString('en-IN'); // rule: money - a count
