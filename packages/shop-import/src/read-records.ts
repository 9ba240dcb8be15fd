/** Reads what else a merchant brings: reviews, discount codes, subscribers and redirects. */
import { type Columns, headingMatcher, type NamedRow } from './columns.ts';
import { refuseFile } from './problem.ts';
import { couponReader } from './records/coupons.ts';
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

function readRow<Value>(reader: RecordReader<Value>, row: NamedRow, columns: Columns): ReadRecord<Value> {
  const notes = new RowNotes(row.number);
  if (row.surplus)
    notes.refuse(undefined, `The row has more cells than there are headings: “${row.surplus.slice(0, 80)}”.`);
  const { name, value } = reader.read(row, columns, notes);
  const rest = row.rest();
  return {
    row: row.number,
    name,
    ...(value !== undefined && !notes.isOut && { value }),
    others: Object.fromEntries(
      rest
        .filter(({ column }) => !reader.isPersonal(column))
        .map(({ column, text }) => [column, text] as const),
    ),
    personal: rest.map(({ column }) => column).filter(reader.isPersonal),
    findings: notes.findings,
  };
}

/**
 * What a table of anything but products brings.
 * @param file its bytes, or the sheet of a workbook
 * @returns undefined for a file of products, and for one that is no table
 * @throws ImportRefused when the file as a whole cannot be read, and for a file of orders
 */
export function readRecords(file: Uint8Array | Sheet): ImportedRecords | undefined {
  const { container, encoding, notes, table } = openSource(file);
  if (container === 'JSON' || container === 'XML') return undefined;
  const { columns, rows } = table();
  if (columns.headings.some(isOrderHeading) && columns.find('Email', 'billing_email', 'Billing Email'))
    throw refuseFile('This is a file of orders. Past orders do not come over: please keep the file.');
  for (const kind of Object.keys(readers) as RecordKind[]) {
    const reader = readers[kind] as RecordReader<RecordValues[RecordKind]>;
    const format = reader.formatOf(columns);
    if (!format) continue;
    // A table with prices is a table of products, also where it has other columns.
    if (kind !== 'coupons' && columns.headings.some((heading) => fieldOf(heading) === 'price'))
      return undefined;
    const records = rows.map((row) => readRow(reader, row, columns));
    return { kind, format, encoding, notes, records } as ImportedRecords;
  }
  return undefined;
}
