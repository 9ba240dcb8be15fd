/** Reads what else a merchant brings: past orders, reviews, discount codes, subscribers and redirects. */
import { type Columns, headingMatcher, type NamedRow } from './columns.ts';
import { refuseFile } from './problem.ts';
import { couponReader } from './records/coupons.ts';
import { orderReader } from './records/orders.ts';
import {
  type ReadRecord,
  type RecordKind,
  type RecordReader,
  type RecordValues,
  RowNotes,
} from './records/record.ts';
import { redirectReader } from './records/redirects.ts';
import { reviewReader } from './records/reviews.ts';
import { subscriberReader } from './records/subscribers.ts';
import { openSource } from './source.ts';
import type { Sheet } from './table.ts';
import { fieldOf } from './table-fields.ts';

/** In the order in which they are tried: any table with addresses could be one of subscribers. */
const readers: { [Kind in RecordKind]: RecordReader<RecordValues[Kind]> } = {
  orders: orderReader,
  coupons: couponReader,
  reviews: reviewReader,
  redirects: redirectReader,
  subscribers: subscriberReader,
};

/** @property format the system that wrote it @property notes what of the file is not read */
export type ImportedRecords = {
  [Kind in RecordKind]: {
    kind: Kind;
    format: string;
    encoding: string;
    notes: string[];
    records: ReadRecord<RecordValues[Kind]>[];
  };
}[RecordKind];

const isOrderHeading = headingMatcher(
  'Lineitem name',
  'Financial Status',
  'order_number',
  'line_items',
  'Order Total',
);
const isUnknownOrders = (columns: Columns): boolean =>
  columns.headings.some(isOrderHeading) && columns.find('Email', 'Billing Email') !== undefined;

/** The rows of each record, in the order of the file. */
function rowsOfRecords<Value>(
  reader: RecordReader<Value>,
  rows: readonly NamedRow[],
  columns: Columns,
): NamedRow[][] {
  return [...Map.groupBy(rows, (row) => reader.keyOf?.(row, columns) || row).values()];
}

/** The cells that no reader has taken. What further rows repeat of the first is there once. */
function restOf(rows: readonly NamedRow[]): [column: string, text: string][] {
  const [first] = rows;
  const cells = rows.flatMap((row) =>
    row.rest().filter(({ column, text }) => row === first || first?.peek(column) !== text),
  );
  return [...Map.groupBy(cells, ({ column }) => column)].map(([column, texts]) => [
    column,
    [...new Set(texts.map(({ text }) => text))].join(' | '),
  ]);
}

function readRecord<Value>(
  reader: RecordReader<Value>,
  rows: readonly NamedRow[],
  columns: Columns,
): ReadRecord<Value>[] {
  const noted = rows.map((row) => ({ row, notes: new RowNotes(row.number) }));
  const [first] = noted;
  if (!first) return [];
  for (const { row, notes } of noted)
    if (row.surplus)
      notes.refuse(
        undefined,
        `The row has more cells than there are headings: “${row.surplus.slice(0, 80)}”.`,
      );
  const { name, value } = reader.read(first.row, columns, first.notes, noted);
  const rest = restOf(rows);
  return [
    {
      row: first.row.number,
      name,
      ...(value !== undefined && !noted.some(({ notes }) => notes.isOut) && { value }),
      others: Object.fromEntries(rest.filter(([column]) => !reader.isPersonal(column))),
      personal: rest.map(([column]) => column).filter(reader.isPersonal),
      findings: noted.flatMap(({ notes }) => notes.findings),
    },
  ];
}

/**
 * What a table of anything but products brings.
 * @param file its bytes, or the sheet of a workbook
 * @returns undefined for a file of products, and for one that is no table
 * @throws ImportRefused when the file as a whole cannot be read, and for one of orders that is not known
 */
export function readRecords(file: Uint8Array | Sheet): ImportedRecords | undefined {
  const { container, encoding, notes, table } = openSource(file);
  if (container === 'JSON' || container === 'XML') return undefined;
  const { columns, rows } = table();
  for (const kind of Object.keys(readers) as RecordKind[]) {
    const reader = readers[kind] as RecordReader<RecordValues[RecordKind]>;
    const format = reader.formatOf(columns);
    if (kind === 'orders' && !format && isUnknownOrders(columns))
      throw refuseFile(
        'This is a file of orders. It needs columns for the number, the day, the email address and the total.',
      );
    if (!format) continue;
    // A table with prices is a table of products, also where it has other columns.
    if (
      kind !== 'coupons' &&
      kind !== 'orders' &&
      columns.headings.some((heading) => fieldOf(heading) === 'price')
    )
      return undefined;
    const records = rowsOfRecords(reader, rows, columns).flatMap((one) => readRecord(reader, one, columns));
    return { kind, format, encoding, notes, records } as ImportedRecords;
  }
  return undefined;
}
