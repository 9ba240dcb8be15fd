/** A CSV file of a courier: where its headings are, and which parcel each row is about. Pure. */
import { Columns, headingMatcher } from 'shop-import/columns';
import { refuseFile } from 'shop-import/problem';
import { readTable, type TableRow } from 'shop-import/table';
import { isShortened, shortenedMessage } from 'shop-import/values';
import { quoted } from '#domain/stock/items.ts';
import { keysOf } from '#lib/keys.ts';
import { maxFileRows } from './shipping-constants.ts';
import { cleanNumber } from './tracking-numbers.ts';

/** Each of these with each of those after it. */
export const combined = (starts: readonly string[], ends: readonly string[]): string[] =>
  ends.flatMap((end) => starts.map((start) => `${start} ${end}`));

/** What a column may be called, the most certain name first; without case, spaces and punctuation (`Columns`). */
export const parcelHeadings = {
  number: combined(
    [
      ...['AWB', 'Airway Bill', 'Air Waybill', 'Waybill', 'Tracking AWB', 'AWB Tracking', 'Courier AWB'],
      ...['Courier Tracking', 'Shipment Tracking', 'Tracking', 'Consignment', 'C Note', 'CN', 'Docket'],
      'Article',
    ],
    ['', 'No', 'Num', 'Number', 'ID', 'Code'],
  ),
  /** The shop's own number, for a row without the courier's. */
  order: combined(
    [
      'Order',
      'Channel Order',
      'Sale Order',
      'Client Order',
      'Customer Order',
      'Order Reference',
      'Reference',
      'Ref',
    ],
    ['ID', 'No', 'Num', 'Number'],
  ),
};

/**
 * @property row as a spreadsheet counts it @property raw the number as the file has it; `number` is clean
 * @property cell of a field; empty without its column @property headingOf a field, as in the file
 * @property isCut the file ends in this row, so that a part of it may be missing
 */
export type CourierRow<Field> = {
  row: number;
  raw: string;
  number: string;
  cell: (field: Field) => string;
  headingOf: (field: Field) => string;
  isCut: boolean;
};

/**
 * What a file has to have besides the number of the parcel.
 * @property headings by field @property required one of these fields @property column how its column is called, for messages
 */
type Needed<Field extends string> = {
  headings: Readonly<Record<Field, readonly string[]>>;
  required: readonly NoInfer<Field>[];
  column: string;
};

/** Whether a row has fewer cells than the headings. */
const isCutOff = ({ cells }: TableRow, { cells: head }: TableRow): boolean =>
  cells.length < head.findLastIndex((title) => title.trim()) + 1;

/**
 * Reads a file.
 * @throws ImportRefused when it cannot be read, has no parcels, or numbers that a spreadsheet has shortened
 */
export function readCourierFile<Field extends string>(
  text: string,
  { headings: own, required, column }: Needed<Field>,
): CourierRow<Field>[] {
  type Name = Field | keyof typeof parcelHeadings;
  const headings = { ...parcelHeadings, ...own } as Record<Name, readonly string[]>;
  /** The headings that a row has, by what their columns hold. */
  const fieldsOf = (cells: readonly string[]) => {
    const columns = new Columns([{ number: 0, cells: [...cells] }]);
    const entries = keysOf(headings).map((name) => [name, columns.find(...headings[name])]);
    return { columns, heading: Object.fromEntries(entries) as Partial<Record<Name, string>> };
  };
  const isHeading = (cells: readonly string[]) => {
    const { heading } = fieldsOf(cells);
    return Boolean((heading.number || heading.order) && required.some((name) => heading[name]));
  };
  const needs = `a column of tracking numbers, such as AWB, and one ${column}`;
  const [first, ...rows] = readTable(text, { needs, isHeading, most: maxFileRows });
  const head = first ?? { number: 1, cells: [] };
  const { columns, heading } = fieldsOf(head.cells);
  if (!isHeading(head.cells))
    throw refuseFile(
      `The file has no column ${heading.number || heading.order ? column : 'of tracking numbers, such as AWB'}. Its first line has: ${columns.headings.slice(0, 12).join(', ').slice(0, 200)}.`,
    );
  if (!rows.length) throw refuseFile('The file has no parcels.');
  const headingOf = (name: Name) => columns.headings.find(headingMatcher(heading[name] ?? '')) ?? '';
  const hasEnd = /[\r\n]/.test(text.slice(-1));
  return rows.map((row) => {
    const named = columns.named(row);
    const cell = (name: Name) => named.cell(heading[name] ?? '');
    const numbered = cell('number') || !cell('order') ? 'number' : 'order';
    const raw = cell(numbered);
    if (isShortened(raw))
      throw refuseFile(shortenedMessage(quoted(raw)), { row: row.number, column: headingOf(numbered) });
    return {
      row: row.number,
      raw,
      number: cleanNumber(numbered === 'order' ? raw.replace(/^#/, '') : raw),
      cell,
      headingOf,
      isCut: !hasEnd && row === rows.at(-1) && isCutOff(row, head),
    };
  });
}
