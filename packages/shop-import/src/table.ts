/** Reads the file that another shop's software or a spreadsheet has written. Pure: bytes in, rows out. */
import Papa from 'papaparse';
import { refuseFile } from './problem.ts';
import { countText } from './values.ts';

/** A row with its number, counted from 1 with the header, as a spreadsheet shows it. */
export type TableRow = { number: number; cells: string[] };

/** A sheet of a workbook. @property others names of its other sheets that have cells, which are not read */
export type Sheet = { name: string; rows: string[][]; others: string[] };

/** Largest file that is read, bytes. An export of 1,000 products has about 5 MB. */
export const maxFileBytes = 60 * 1024 * 1024;
/** Most rows that are read: 1,000 products with 30 variants each have 30,000. */
export const maxRows = 50_000;

/** @throws ImportRefused for a file that has more bytes than are read */
export function refuseLarge(bytes: number): void {
  if (bytes > maxFileBytes)
    throw refuseFile(`The file has more than ${maxFileBytes / 1024 / 1024} MB. Please export it in parts.`);
}

const starts = (bytes: Uint8Array, ...prefix: number[]) => prefix.every((one, place) => bytes[place] === one);

/**
 * Decodes a text file: UTF-8 or UTF-16 with a byte order mark; without one UTF-16 where every other byte of its beginning
 * is zero, UTF-8, and windows-1252 (which contains ISO-8859-1) for all other bytes, as the Encoding standard defines them.
 * @throws ImportRefused for a workbook
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const decode = (encoding: string, fatal = false) => ({
    text: new TextDecoder(encoding, { fatal }).decode(bytes),
    encoding,
  });
  // Workbooks are zip files, which `openFile` reads (workbook.ts).
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04))
    throw refuseFile('This is a workbook, not a CSV file. Please save the sheet as CSV.');
  if (starts(bytes, 0xff, 0xfe) || (bytes[0] && bytes[1] === 0 && bytes[3] === 0)) return decode('utf-16le');
  if (starts(bytes, 0xfe, 0xff) || (bytes[0] === 0 && bytes[1] && bytes[2] === 0)) return decode('utf-16be');
  try {
    return decode('utf-8', true);
  } catch {
    return decode('windows-1252');
  }
}

const separators = [',', ';', '\t', '|'];
/** The separator is detected in so many characters, so that the rest of a broken file is not read for each separator. */
const sampleLength = 65_536;
/** Rows in which the headings are looked for: reports have titles above them. */
const rowsAboveBody = 30;

type IsHeading = (cells: readonly string[]) => boolean;

/**
 * The separator with which a row has the headings, or else the one that gives rows of the same length. Where the first row
 * has the headings, it is the one that makes the most cells of it: lists in cells below have separators of their own.
 */
function detectSeparator(text: string, isHeading: IsHeading | undefined): string {
  const end = text.length > sampleLength ? text.lastIndexOf('\n', sampleLength) : 0;
  const sample = text.slice(0, end > 0 ? end : sampleLength);
  const read = (delimiter: string) =>
    Papa.parse<string[]>(sample, { delimiter, preview: rowsAboveBody }).data;
  const fitting = isHeading && separators.find((separator) => read(separator).some(isHeading));
  if (fitting) return fitting;
  // Empty lines would count as rows of one cell.
  const guessed = Papa.parse(sample, { preview: 10, skipEmptyLines: true, delimitersToGuess: separators })
    .meta.delimiter;
  if (isHeading) return guessed;
  const [first = ''] = sample
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const cellsOf = (separator: string) => first.split(separator).length;
  return separators.reduce((best, one) => (cellsOf(one) > cellsOf(best) ? one : best), guessed);
}

type BrokenQuote = { row: number; isOpen: boolean };

/**
 * The first cell that begins with a quote and has no end, or goes on after it. Papa reads such a file to its end, for each
 * quote with an error and a look at the text as far as the next separator; this looks at every character once.
 * @property row counted from 0
 */
function findBrokenQuote(text: string, separator: string): BrokenQuote | undefined {
  const edge = new RegExp(`[${separator}\\n]|\\r\\n?`, 'g');
  const gap = separator === '\t' ? / */y : /[^\S\r\n]*/y;
  let row = 0;
  for (let at = 0; at < text.length; at = edge.lastIndex) {
    edge.lastIndex = at;
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end < 0) return { row, isOpen: true };
      gap.lastIndex = end + 1;
      gap.exec(text);
      edge.lastIndex = gap.lastIndex;
      const next = text[gap.lastIndex];
      if (next !== undefined && next !== separator && next !== '\r' && next !== '\n')
        return { row, isOpen: false };
    }
    const [found] = edge.exec(text) ?? [];
    if (found === undefined) return undefined;
    if (found !== separator) row += 1;
  }
  return undefined;
}

/**
 * @property needs what the columns have to say, for the message about a file with one
 * @property isHeading whether a row has the headings; rows above it are left out. Without it the first row has them
 * @property most rows that are read
 */
type TableOptions = { needs?: string; isHeading?: IsHeading; most?: number };

/**
 * The rows of a CSV file, the first with the headings; the separator (comma, semicolon, tab or pipe) is detected. Where no
 * row has the headings, all rows are returned.
 * @throws ImportRefused for an empty file, one that ends inside a quoted cell, one column, or too many rows
 */
export function readTable(
  file: string,
  {
    needs = 'a row of headings and at least a name and a price',
    isHeading,
    most = maxRows,
  }: TableOptions = {},
): TableRow[] {
  // Spreadsheets write the separator into a first line of its own.
  const [, named, text = file.replace(/^\ufeff/, '')] =
    /^\ufeff?"?sep=([,;\t|])"?(?:\r\n|\r|\n)([\s\S]*)$/i.exec(file) ?? [];
  const first = named ? 2 : 1;
  if (!text.trim()) throw refuseFile('The file is empty.');
  const delimiter = named ?? detectSeparator(text, isHeading);
  const refuseQuote = ({ row, isOpen }: BrokenQuote) =>
    refuseFile(
      isOpen
        ? 'A quoted cell begins here and never ends. The file may have been cut off: please export it again.'
        : 'A quote in this row is neither at the edge of a cell nor doubled.',
      { row: row + first },
    );
  const broken = findBrokenQuote(text, delimiter);
  if (broken) throw refuseQuote(broken);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  // Papa is stricter where a file has line ends of several kinds.
  const error = errors.find(({ type }) => type === 'Quotes');
  if (error) throw refuseQuote({ row: error.row ?? 0, isOpen: error.code === 'MissingQuotes' });
  const all = data
    .map((cells, place) => ({ number: place + first, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()));
  const top = all.slice(0, isHeading ? rowsAboveBody : 1);
  const heading = isHeading ? top.findIndex(({ cells }) => isHeading(cells)) : 0;
  const rows = all.slice(Math.max(heading, 0));
  const count = isHeading ? rows.length - 1 : rows.length;
  if (count > most)
    throw refuseFile(
      `The file has ${countText(count)} rows; at most ${countText(most)} are read. Please export it in parts.`,
    );
  if (Math.max(...top.map(({ cells }) => cells.length)) < 2)
    throw refuseFile(`The file has one column only. It needs ${needs}.`);
  return rows;
}
