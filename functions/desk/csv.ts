/**
 * CSV as spreadsheets open it: RFC 4180 (commas, CRLF, quotes doubled), UTF-8 with a byte order mark, without
 * which Excel would not read ₹ or Devanagari. What people have typed must not become a formula there (OWASP, "CSV
 * Injection"; ASVS 1.2.10), and what only looks like a number must stay as it is. Pure.
 */
import { type Paise, plainRupees } from '#lib/money.ts';

/** What we composed of digits ourselves: it goes out as it is, and a spreadsheet may calculate with it. */
type Figure = { figure: string };

/** Text is whatever somebody may have typed; null is an empty cell. */
export type Cell = string | number | null | Figure;

/** Before the first row of a file. */
export const byteOrderMark = '\ufeff';

/**
 * What a spreadsheet would take for a formula, also behind white space or quotes that it overlooks: `=`, `+`,
 * `-`, `@` and their full-width forms, and what begins with a tab, a line break or a NUL.
 */
const formula = /^'*[\t\r\n\0]|^[\s\0'"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** Digits that it would take for a number and shorten: of their first 0, or of all after the fifteenth. */
const misread = /^'*\s*(?:0\d+|\d{16,})\s*$/;

/**
 * Whether a text needs an apostrophe before it to be left alone. One that has an apostrophe already gets
 * another: so whoever takes one off such a cell has what was typed.
 */
export const needsGuard = (text: string): boolean => formula.test(text) || misread.test(text);

/** Outside quotes these would end a cell, here or where another separator is usual, or be trimmed. */
const needsQuotes = /[",;\t\r\n\0]|^\s|\s$/;

function textCell(text: string): string {
  const guarded = needsGuard(text);
  const safe = guarded ? `'${text}` : text;
  return guarded || needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return textCell(cell);
  return typeof cell === 'number' ? String(cell) : cell.figure;
}

/** One row with its line end. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** An amount in rupees, with which a spreadsheet can calculate. */
export const rupees = (paise: Paise): Figure => ({ figure: plainRupees(paise) });
