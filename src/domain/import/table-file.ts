/** Reads the file that another shop's software or a spreadsheet has written. Pure: bytes in, rows out. */
import Papa from 'papaparse';
import { refuseFile } from './problem.ts';
import { countText } from './values.ts';

/** A row with its number, counted from 1 with the header, as a spreadsheet shows it. */
export type TableRow = { number: number; cells: string[] };

/** Largest file that is read, bytes. An export of 1,000 products has about 5 MB. */
export const maxFileBytes = 60 * 1024 * 1024;
/** Most rows that are read: 1,000 products with 30 variants each have 30,000. */
export const maxRows = 50_000;

const starts = (bytes: Uint8Array, ...prefix: number[]) => prefix.every((one, place) => bytes[place] === one);

/**
 * Decodes a text file: UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, and windows-1252 (which contains
 * ISO-8859-1) for all other bytes, as the Encoding standard defines them.
 * @throws ImportRefused for a workbook
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const decode = (encoding: string, fatal = false) => ({
    text: new TextDecoder(encoding, { fatal }).decode(bytes),
    encoding,
  });
  // Workbooks are zip files.
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04))
    throw refuseFile('This is a workbook, not a CSV file. Please save the sheet as CSV.');
  if (starts(bytes, 0xff, 0xfe)) return decode('utf-16le');
  if (starts(bytes, 0xfe, 0xff)) return decode('utf-16be');
  try {
    return decode('utf-8', true);
  } catch {
    return decode('windows-1252');
  }
}

/**
 * The rows of a CSV file; the separator (comma, semicolon, tab or pipe) is detected.
 * @param needs what the columns have to say, for the message about a file with one
 * @throws ImportRefused for an empty file, one that ends inside a quoted cell, one column, or too many rows
 */
export function readTable(
  file: string,
  needs = 'a row of headings and at least a name and a price',
): TableRow[] {
  // Spreadsheets write the separator into a first line of its own.
  const [, named, text = file] = /^sep=([,;\t|])\r?\n([\s\S]*)$/.exec(file) ?? [];
  if (!text.trim()) throw refuseFile('The file is empty.');
  // Empty lines would count as rows of one cell.
  const guess = () =>
    Papa.parse(text, { preview: 10, skipEmptyLines: true, delimitersToGuess: [',', ';', '\t', '|'] });
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: named ?? guess().meta.delimiter });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) {
    const row = (broken.row ?? 0) + (named ? 2 : 1);
    throw refuseFile(
      broken.code === 'MissingQuotes'
        ? 'A quoted cell begins here and never ends. The file may have been cut off: please export it again.'
        : 'A quote in this row is neither at the edge of a cell nor doubled.',
      { row },
    );
  }
  const rows = data
    .map((cells, place) => ({ number: place + (named ? 2 : 1), cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()));
  if (rows.length > maxRows)
    throw refuseFile(
      `The file has ${countText(rows.length)} rows; at most ${countText(maxRows)} are read. Please export it in parts.`,
    );
  if ((rows[0]?.cells.length ?? 0) < 2) throw refuseFile(`The file has one column only. It needs ${needs}.`);
  return rows;
}
