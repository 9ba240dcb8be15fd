/** Reads CSV as couriers and spreadsheets write it: commas, semicolons or tabs; quotes; with or without a byte order mark. */
import { byteOrderMark } from '#lib/csv.ts';

const separators = [',', ';', '\t'] as const;

/** The separator that the first line has most often. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => first.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/**
 * The text of a cell. `="00123"` and `'00123`, with which a spreadsheet is kept from changing a number, become `00123`;
 * nothing is ever calculated.
 */
const plainText = (cell: string): string =>
  cell
    .trim()
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'/, '')
    .trim();

/** The rows of a file, without empty ones. */
export function readCsv(file: string): string[][] {
  const text = file.startsWith(byteOrderMark) ? file.slice(1) : file;
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(plainText(cell));
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some(Boolean)) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && !cell.trim()) quoted = true;
    else if (character === separator) endCell();
    else if (character === '\n' || character === '\r') endRow();
    else cell += character;
  }
  endRow();
  return rows;
}
