/**
 * CSV for spreadsheets: RFC 4180 (commas, CRLF, doubled quotes), UTF-8 with a byte order mark, which Excel needs to
 * read ₹ and Devanagari. Text that people have typed must not become a formula (OWASP, "CSV Injection"; ASVS 1.2.10)
 * and must not be converted to a number or a date. Pure.
 *
 * CSV has no types, so what keeps a text a text has to be part of it: we write an apostrophe before it, and our readers
 * remove it (`plainCell`). Excel and LibreOffice read the apostrophe as a character of a text, and save it again; Google
 * Sheets takes it as its own mark of a text, and saves the text: neither converts the rest. Quotes alone protect nothing,
 * since all three remove them first. `="00123"` is a formula, which most importers refuse or keep as it is; a tab or a space
 * is trimmed by many, and then the number is converted.
 */
import { type Paise, plainRupees } from './rupees.ts';

/** A number or time that is formatted already: written unchanged, so that a spreadsheet can calculate with it. */
type Figure = { figure: string };

/** An amount, written in rupees with two decimals, without grouping. */
type Amount = { paise: Paise };

/** What identifies something, such as a tracking number: always a text, also if it is digits. */
type Id = { id: string };

/** A string is untrusted text; null is an empty cell. */
export type Cell = string | number | null | Figure | Amount | Id;

/**
 * Who reads a file. `program`: another program, which has to find texts as they are, such as Shopify and the tool of the
 * GST portal. Only formulas and digits that would be lost get an apostrophe there.
 */
type Reader = 'spreadsheet' | 'program';

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

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/**
 * Text that a spreadsheet may convert to a date, a time or another number: `5-9-22`, `3/4`, `2-4`, `10:30`, `MAR 1`, `1.50`,
 * `12E5`.
 */
const misreadText = new RegExp(
  `^'*\\s*(?:(?=\\D*\\d)(?=.*?(?:[-/.:,]|${month}))(?:[\\d\\s\\-/.:,]|${month}|[ap]m)+|\\d+(?:\\.\\d+)?e[+-]?\\d+)\\s*$`,
  'i',
);

const digits = /^'*\d+$/;

/**
 * Whether a text needs a leading apostrophe so that a spreadsheet leaves it unchanged. Text that already begins with an
 * apostrophe gets a second one, so removing one always restores the original.
 */
const needsApostrophe = (text: string, reader: Reader): boolean =>
  formula.test(text) || misreadNumber.test(text) || (reader === 'spreadsheet' && misreadText.test(text));

/** The text of a cell without the apostrophe that {@link csvRow} has written before it. */
export const withoutApostrophe = (cell: string): string => {
  const text = cell.slice(1);
  return cell.startsWith("'") && (digits.test(text) || needsApostrophe(text, 'spreadsheet')) ? text : cell;
};

/** Characters that, unquoted, end a cell (also with other separators), and outer white space, which may be trimmed. */
const needsQuotes = /[",;\t\r\n\0]|^\s|\s$/;

function textCell(text: string, guarded: boolean): string {
  const safe = guarded ? `'${text}` : text;
  return guarded || needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvCell(cell: Cell, reader: Reader): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return textCell(cell, needsApostrophe(cell, reader));
  if (typeof cell === 'number') return String(cell);
  if ('figure' in cell) return cell.figure;
  if ('paise' in cell) return plainRupees(cell.paise);
  return textCell(cell.id, digits.test(cell.id) || needsApostrophe(cell.id, reader));
}

const rowFor =
  (reader: Reader) =>
  (cells: readonly Cell[]): string =>
    `${cells.map((cell) => csvCell(cell, reader)).join(',')}\r\n`;

/** One row with its line ending. */
export const csvRow = rowFor('spreadsheet');
/** The same for another program. */
export const programCsvRow = rowFor('program');

/** A file of rows, the first with the headings. */
export const csvFile = (rows: readonly (readonly Cell[])[], row = csvRow): string =>
  byteOrderMark + rows.map(row).join('');

/** A cell of {@link Id}; empty without one. */
export const idCell = (id: string | null): Cell => (id === null ? null : { id });

/** A cell of {@link Amount}. */
export const rupees = (paise: Paise): Amount => ({ paise });
