/** A courier's file of statuses: its columns, and what each row says of a parcel. Pure. */
import { Columns, headingMatcher } from '#domain/import/columns.ts';
import { refuseFile } from '#domain/import/problem.ts';
import { readTable, type TableRow } from '#domain/import/table-file.ts';
import { isShortened, shortenedMessage } from '#domain/import/values.ts';
import { quoted } from '#domain/stock/items.ts';
import { keysOf } from '#lib/keys.ts';
import type { ParcelState } from './parcel-states.ts';
import { maxFileRows } from './shipping-constants.ts';
import { readStatusTime } from './status-time.ts';
import { cleanNumber } from './tracking-numbers.ts';

/**
 * @property raw the number as the file has it; `number` is clean @property status as the file has it
 * @property at when the courier wrote it, to be compared; empty where the file does not say it
 * @property remark why, or empty @property isCut the file ends in this line, so that its status may be a part only
 */
export type StatusLine = {
  raw: string;
  number: string;
  status: string;
  state: ParcelState;
  at: string;
  remark: string;
  isCut: boolean;
};

/** Each of these with each of those after it. */
const combined = (starts: readonly string[], ends: readonly string[]): string[] =>
  ends.flatMap((end) => starts.map((start) => `${start} ${end}`));

/** What a column may be called, the most certain name first; without case, spaces and punctuation (`Columns`). */
const headings = {
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
    ['Order', 'Channel Order', 'Client Order', 'Customer Order', 'Order Reference', 'Reference', 'Ref'],
    ['ID', 'No', 'Num', 'Number'],
  ),
  status: [
    ...combined(
      [
        ...['Courier', 'Current', 'Latest', 'Last', 'Final', 'Shipment', 'Delivery', 'Parcel', 'Package'],
        ...['Consignment', 'Article', 'Item', 'Tracking', 'AWB', 'Event', 'Scan', '', 'Order'],
      ],
      ['Status', 'Status Name', 'Status Description'],
    ),
    ...['Event Description', 'Last Event', 'Event', 'Last Scan', 'Activity'],
  ],
  remark: [
    ...combined(
      ['', 'Status', 'NDR', 'Latest NDR', 'Failure', 'Undelivered', 'Non Delivery', 'RTO', 'Last'],
      ['Remarks', 'Remark', 'Reason', 'Instructions'],
    ),
    'Reason for Non Delivery',
  ],
  date: combined(
    [
      'Status',
      'Current Status',
      'Last Status',
      'Event',
      'Scan',
      'Last Scan',
      'Last Update',
      'Last Updated',
    ].concat(...['Updated', 'Update', 'Activity', '']),
    ['Date Time', 'Date and Time', 'Timestamp', 'Date', 'On', 'At'],
  ),
  time: combined(['Status', 'Event', 'Scan', 'Last Scan', 'Activity', ''], ['Time']),
} as const;

type Field = keyof typeof headings;

const needs = 'a column of tracking numbers, such as AWB, and one named Status';

/** The headings that a row has, by what their columns hold. */
function fieldsOf(cells: readonly string[]) {
  const columns = new Columns([{ number: 0, cells: [...cells] }]);
  return {
    columns,
    heading: Object.fromEntries(
      keysOf(headings).map((name) => [name, columns.find(...headings[name])]),
    ) as Partial<Record<Field, string>>,
  };
}

function isHeading(cells: readonly string[]): boolean {
  const { heading } = fieldsOf(cells);
  return Boolean((heading.number || heading.order) && heading.status);
}

/** Whether a row has fewer cells than the headings. */
const isCutOff = ({ cells }: TableRow, { cells: head }: TableRow): boolean =>
  cells.length < head.findLastIndex((title) => title.trim()) + 1;

/**
 * Reads a file.
 * @param stateOf what a status stands for
 * @throws ImportRefused when it cannot be read, has no parcels, or numbers that a spreadsheet has shortened
 */
export function readStatusFile(text: string, stateOf: (status: string) => ParcelState): StatusLine[] {
  const [first, ...rows] = readTable(text, { needs, isHeading, most: maxFileRows });
  const head = first ?? { number: 1, cells: [] };
  const { columns, heading } = fieldsOf(head.cells);
  if (!isHeading(head.cells))
    throw refuseFile(
      `The file has no column ${heading.number || heading.order ? 'named Status' : 'of tracking numbers, such as AWB'}. Its first line has: ${columns.headings.slice(0, 12).join(', ').slice(0, 200)}.`,
    );
  if (!rows.length) throw refuseFile('The file has no parcels.');
  const cellsOf = (row: TableRow) => {
    const named = columns.named(row);
    return (name: Field) => named.cell(heading[name] ?? '');
  };
  const hasEnd = /[\r\n]/.test(text.slice(-1));
  const times = rows.map(cellsOf).map((cell) => readStatusTime(`${cell('date')} ${cell('time')}`));
  // Where one date is not day first, the others may not be, either: 05/11 is in May then.
  const isDated = times.every((time) => time !== undefined);
  return rows.map((row, place): StatusLine => {
    const cell = cellsOf(row);
    const column = cell('number') || !cell('order') ? 'number' : 'order';
    const raw = cell(column);
    if (isShortened(raw)) {
      const asInFile = columns.headings.find(headingMatcher(heading[column] ?? '')) ?? '';
      throw refuseFile(shortenedMessage(quoted(raw)), { row: row.number, column: asInFile });
    }
    const isCut = !hasEnd && row === rows.at(-1) && isCutOff(row, head);
    return {
      raw,
      number: cleanNumber(column === 'order' ? raw.replace(/^#/, '') : raw),
      status: cell('status').slice(0, 60),
      state: isCut ? 'unknown' : stateOf(cell('status')),
      at: (isDated && times[place]) || '',
      remark: cell('remark').replace(/\s+/g, ' ').slice(0, 120),
      isCut,
    };
  });
}
