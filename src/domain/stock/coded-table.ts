/** Tables with a code and values in each row: pasted from a spreadsheet, or a CSV file. */
import { Columns } from 'shop-import/columns';
import { type RowProblem, refuseFile } from 'shop-import/problem';
import { decodeText, readTable } from 'shop-import/table';
import { plainCell } from 'shop-import/values';
import { type CodedItem, type FindItem, quoted } from './items.ts';

/** Largest file that the desk reads, bytes. */
export const maxListBytes = 5 * 1024 * 1024;

/** A row whose product is known. @property cell the text of a value; empty where there is none */
export type CodedRow<T, Name extends string> = {
  row: number;
  item: T;
  cell: (name: Name) => string;
  /** What is wrong with a value. */
  refuse: (name: Name, message: string) => void;
};

/** Headings of codes; the first one with a cell names the product. */
const codeHeadings = [
  ['ID', 'Product id', 'Handle'],
  ['SKU', 'Variant SKU', 'Code', 'Item code', 'Product code'],
  ['Barcode', 'Variant Barcode', 'EAN', 'GTIN', 'UPC'],
] as const;

/** The text of a file. @throws ImportRefused for a file that is too large, or no text */
export function listText(bytes: Uint8Array): string {
  if (bytes.byteLength > maxListBytes)
    throw refuseFile(`The file has more than ${maxListBytes / 1024 / 1024} MB. Please split it.`);
  return decodeText(bytes).text;
}

/**
 * The rows of a table whose product is known, each product once. Without headings, two columns are a code and the first
 * value.
 * @param headings of the values, the most usual first
 * @throws ImportRefused when the table as a whole cannot be read
 */
export function readCodedTable<T extends CodedItem, Name extends string>(
  text: string,
  headings: Readonly<Record<Name, readonly string[]>>,
  find: FindItem<T>,
): { rows: CodedRow<T, Name>[]; problems: RowProblem[] } {
  const names = Object.keys(headings) as Name[];
  const [value] = names as [Name];
  const [first = { number: 1, cells: [] }, ...others] = readTable(text, {
    needs: `two: a code (an id, a SKU or a barcode), and “${headings[value][0]}”`,
  });
  let columns = new Columns([first]);
  let codes = codeHeadings.flatMap((some) => columns.find(...some) ?? []);
  let used = new Map(names.map((name) => [name, columns.find(...headings[name])]));
  let body = others;
  if (!codes.length && ![...used.values()].some(Boolean) && first.cells.length === 2) {
    columns = new Columns([{ number: 0, cells: ['1', '2'] }]);
    codes = ['1'];
    used = new Map([[value, '2']]);
    body = [first, ...others];
  }
  if (!codes.length)
    throw columns.refuseMissing(
      'codes',
      codeHeadings.map(([name]) => name),
    );
  if (![...used.values()].some(Boolean)) throw columns.refuseMissing('values', headings[value]);

  const problems: RowProblem[] = [];
  const seen = new Map<T, number>();
  const rows = body.flatMap((one): CodedRow<T, Name>[] => {
    const { number: row, cells } = one;
    const say = (message: string, column?: string) => {
      problems.push({ row, ...(column && { column }), message });
      return [];
    };
    if (cells.length < columns.headings.length)
      return say(
        `It has ${cells.length} of ${columns.headings.length} cells. The file may have been cut off: please export it again.`,
      );
    const named = columns.named(one);
    const column = codes.find((heading) => named.cell(heading));
    if (!column) return say('It has no code.', codes[0]);
    const item = find(named.cell(column));
    if (typeof item === 'string') return say(item, column);
    const before = seen.get(item);
    if (before !== undefined) return say(`Row ${before} has ${item.name} already.`, column);
    seen.set(item, row);
    return [
      {
        row,
        item,
        cell: (name) => plainCell(named.cell(used.get(name) ?? '')),
        refuse: (name, message) => void say(message, used.get(name)),
      },
    ];
  });
  return { rows, problems };
}

/** `“=1+1” is not an amount above 0.` */
export const isNot = (text: string, what: string): string => `${quoted(text)} is not ${what}.`;
