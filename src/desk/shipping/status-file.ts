/** A courier's file of statuses: which columns and words it has, and what an operator can do with it. Pure. */

import { refuseFile } from '#domain/import/problem.ts';
import { readTable } from '#domain/import/table-file.ts';
import { plainCell } from '#domain/import/values.ts';
import type { ReportedState } from '#domain/orders/bulk-constants.ts';
import { correctable } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { maxFileRows } from '#domain/shipping/shipping-constants.ts';
import { cleanNumber } from '#domain/shipping/tracking-numbers.ts';

/** What a courier says of a parcel; `other` changes nothing. */
type ParcelState = ReportedState | 'other';

/** @property raw the number as the file has it @property status as the file has it @property remark why, or empty */
type StatusLine = { raw: string; number: string; status: string; state: ParcelState; remark: string };

/** Usual titles of the columns, in small letters and digits. */
const titles = {
  number:
    /^(awb|waybill|airwaybill|tracking|consignment|cn|docket|article)(no|num|number|id|code)?$|^(trackingawb|awbtracking)(no|number)?$/,
  status:
    /^(current|latest|last|final|shipment|delivery|parcel|order|scan|package)?status(name|description)?$/,
  remark:
    /^(status|ndr|failure|undelivered|nondelivery|rto|last)?(remarks?|reason|instructions)$|^reasonfornondelivery$/,
} as const;

/** The parcel has come back to the shop. A plain `RTO` may stand for the whole way back. */
const isBack =
  /^returned$|\b(rto|return(ed)?) (delivered|completed|closed)\b|\b(returned|delivered) (back )?to (the )?(origin|shipper|seller|sender|consignor)\b/;
const isOnItsWayBack =
  /\b(not|un) ?delivered\b|\b(initiated|transit|pending|out for|dispatched|hub|facility|branch|dc|reattempt|request(ed)?)\b/;

/** The state that a status of a courier stands for. */
export function parcelState(status: string): ParcelState {
  const words = status
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  if (/\brto\b|\breturn(ed|ing)?\b|\bto (the )?(origin|shipper|seller|sender|consignor)\b/.test(words))
    return isBack.test(words) && !isOnItsWayBack.test(words) ? 'returned' : 'other';
  if (
    /\bun ?delivered\b|\bnot delivered\b|\bdelivery (attempt )?failed\b|\bfailed (delivery|attempt)\b|^ndr\b|\brefused\b|\bdelivery attempted\b/.test(
      words,
    )
  )
    return 'undelivered';
  return /^(shipment |parcel |package |order )?(successfully )?delivered\b/.test(words)
    ? 'delivered'
    : 'other';
}

/** Reads a file. @throws ImportRefused when it cannot be read, or has no parcels */
export function readStatusFile(text: string): StatusLine[] {
  const [head = [], ...rows] = readTable(
    text,
    'a column of tracking numbers, such as AWB, and one named Status',
  ).map(({ cells }) => cells.map(plainCell));
  const columns = head.map((title) => title.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const columnOf = (name: keyof typeof titles) => columns.findIndex((title) => titles[name].test(title));
  const [number, status, remark] = [columnOf('number'), columnOf('status'), columnOf('remark')];
  if (number < 0 || status < 0)
    throw refuseFile(
      `The file has no column ${number < 0 ? 'of tracking numbers, such as AWB' : 'named Status'}. Its first line has: ${head.slice(0, 12).join(', ').slice(0, 200)}.`,
    );
  if (!rows.length) throw refuseFile('The file has no parcels.');
  if (rows.length > maxFileRows)
    throw refuseFile(`The file has ${rows.length} lines; at most ${maxFileRows} are possible.`);
  return rows.map((row) => ({
    raw: row[number] ?? '',
    number: cleanNumber(row[number] ?? ''),
    status: (row[status] ?? '').slice(0, 60),
    state: parcelState(row[status] ?? ''),
    remark: (row[remark] ?? '').replace(/\s+/g, ' ').slice(0, 120),
  }));
}

/** An order with a tracking number. @property lastNote its last note for operators */
type Tracked = {
  _id: string;
  reference: string;
  status: OrderStatus;
  trackingId: string | null;
  collect: number | null;
  lastNote: string | null;
};

/** @property kind of the change @property note for an undelivered parcel, which stays where it is */
export type Planned<T> = { order: T; kind: ReportedState; note: string };
export type Skipped = { number: string; status: string; why: string };

/** What would be done with the lines of a file, and what would not, with reasons. */
export function planStatuses<T extends Tracked>(lines: readonly StatusLine[], orders: readonly T[]) {
  const changes: Planned<T>[] = [];
  const skipped: Skipped[] = [];
  const byNumber = Map.groupBy(orders, ({ trackingId }) => cleanNumber(trackingId ?? ''));
  for (const [number, same] of Map.groupBy(lines, (line) => line.number)) {
    const [line] = same;
    if (!line) continue;
    const skip = (why: string) => skipped.push({ number: line.raw, status: line.status, why });
    const found = byNumber.get(number) ?? [];
    if (!number) skip('It has no tracking number.');
    else if (!found.length) skip('No order has this number.');
    else if (new Set(same.map(({ state }) => state)).size > 1)
      skip('The file has several statuses of this parcel.');
    else if (line.state === 'other') skip('This status changes nothing.');
    else
      for (const order of found) {
        const planned = planOne(line, line.state, order);
        if (typeof planned === 'string') skip(`${order.reference}: ${planned}`);
        else changes.push(planned);
      }
  }
  return { changes, skipped };
}

function planOne<T extends Tracked>(
  { status: said, remark }: StatusLine,
  kind: Planned<T>['kind'],
  order: T,
): Planned<T> | string {
  const { status, lastNote } = order;
  const words = `The courier says: ${said}${remark && `, ${remark}`}`;
  // A note stays when the account is deleted, so it has no phone numbers.
  const note = words.replace(/\p{Cc}+/gu, ' ').replace(/\d{4,}/g, '…');
  if (!correctable.includes(status)) return `it is already ${status}.`;
  if (kind === 'undelivered' && lastNote === note) return 'this is already in the notes.';
  return { order, kind, note };
}
