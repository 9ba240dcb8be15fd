/**
 * CSV for spreadsheets: RFC 4180 (commas, CRLF, doubled quotes), UTF-8 with a byte order mark, which Excel needs to
 * read ₹ and Devanagari. Text that people have typed must not become a formula (OWASP, "CSV Injection"; ASVS 1.2.10)
 * and must not be converted to a number. Pure.
 */
import { type Paise, plainRupees } from './money.ts';

/** A number or time that the shop has formatted: written unchanged, so that a spreadsheet can calculate with it. */
type Figure = { figure: string };

/** A string is untrusted text; null is an empty cell. */
export type Cell = string | number | null | Figure;

/** Begins a file. */
export const byteOrderMark = '\ufeff';

/**
 * Text that a spreadsheet may read as a formula, also behind white space or quotes that it ignores: `=`, `+`, `-`, `@`
 * and their full-width forms, and text that begins with a tab, a line break or a NUL.
 */
const formula = /^'*[\t\r\n\0]|^[\s\0'"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/**
 * Digits that a spreadsheet would convert to a number: it drops leading zeros, and saves a number of twelve or more digits,
 * such as a barcode, as `8.90123E+12`.
 */
const misreadNumber = /^'*\s*(?:0\d+|\d{12,})\s*$/;

/**
 * Whether a text needs a leading apostrophe so that a spreadsheet leaves it unchanged. Text that already begins with an
 * apostrophe gets a second one, so removing one always restores the original.
 */
const needsApostrophe = (text: string): boolean => formula.test(text) || misreadNumber.test(text);

/** Characters that, unquoted, end a cell (also with other separators), and outer white space, which may be trimmed. */
const needsQuotes = /[",;\t\r\n\0]|^\s|\s$/;

function textCell(text: string): string {
  const guarded = needsApostrophe(text);
  const safe = guarded ? `'${text}` : text;
  return guarded || needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return textCell(cell);
  return typeof cell === 'number' ? String(cell) : cell.figure;
}

/** One row with its line ending. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A file of rows, the first with the headings. */
export const csvFile = (rows: readonly (readonly Cell[])[]): string =>
  byteOrderMark + rows.map(csvRow).join('');

/** An amount as a number of rupees. */
export const rupees = (paise: Paise): Figure => ({ figure: plainRupees(paise) });
