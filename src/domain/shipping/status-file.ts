/** A courier's file of statuses: its columns, and what each row says of a parcel. Pure. */
import { combined, readCourierFile } from './courier-file.ts';
import type { ParcelState } from './parcel-states.ts';
import { readStatusTime } from './status-time.ts';

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

/** What a column may be called, the most certain name first. */
const headings = {
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

/**
 * Reads a file.
 * @param stateOf what a status stands for
 * @throws ImportRefused as {@link readCourierFile}
 */
export function readStatusFile(text: string, stateOf: (status: string) => ParcelState): StatusLine[] {
  const rows = readCourierFile(text, { headings, required: ['status'], column: 'named Status' });
  const times = rows.map(({ cell }) => readStatusTime(`${cell('date')} ${cell('time')}`));
  // Where one date is not day first, the others may not be, either: 05/11 is in May then.
  const isDated = times.every((time) => time !== undefined);
  return rows.map(
    ({ raw, number, cell, isCut }, place): StatusLine => ({
      raw,
      number,
      status: cell('status').slice(0, 60),
      state: isCut ? 'unknown' : stateOf(cell('status')),
      at: (isDated && times[place]) || '',
      remark: cell('remark').replace(/\s+/g, ' ').slice(0, 120),
      isCut,
    }),
  );
}
