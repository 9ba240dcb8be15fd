/** What an operator can do with a courier's file. Pure. */
import type { ReportedState } from '#domain/orders/bulk-constants.ts';
import { correctable } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { StatusLine } from './status-file.ts';
import { cleanNumber } from './tracking-numbers.ts';

/** An order with a tracking number. @property lastNote its last note for operators */
type Tracked = {
  id: string;
  reference: string;
  status: OrderStatus;
  trackingId: string | null;
  collect: number | null;
  lastNote: string | null;
};

/** @property kind of the change @property note for an undelivered parcel, which stays where it is */
export type Planned<T> = { order: T; kind: ReportedState; note: string };
/** @property isUnknown no phrase of the shop is known to say this, so somebody has to look */
export type Skipped = { number: string; status: string; why: string; isUnknown: boolean };

/** The last of several lines about one parcel, by their dates; undefined where they differ and it is not known. */
function lastOf(lines: readonly StatusLine[]): StatusLine | undefined {
  const last = lines.reduce((latest, line) => (line.at > latest.at ? line : latest));
  const differs = ({ state, status }: StatusLine) =>
    state !== last.state || (state === 'unknown' && status !== last.status);
  // A line that has only the day may be later than another one of that day.
  const isEarlier = ({ at }: StatusLine) => at !== '' && !last.at.startsWith(at);
  return lines.every((line) => !differs(line) || isEarlier(line)) ? last : undefined;
}

/** What would be done with the lines of a file, and what would not, with reasons. */
export function planStatuses<T extends Tracked>(lines: readonly StatusLine[], orders: readonly T[]) {
  const changes: Planned<T>[] = [];
  const skipped: Skipped[] = [];
  const skip = ({ raw, status }: StatusLine, why: string, isUnknown = false) =>
    void skipped.push({ number: raw, status, why, isUnknown });
  const byNumber = Map.groupBy(orders, ({ trackingId }) => cleanNumber(trackingId ?? ''));
  const byReference = Map.groupBy(orders, ({ reference }) => reference);
  const ordersOf = (number: string): readonly T[] => byNumber.get(number) ?? byReference.get(number) ?? [];
  // Lines of one order may name it by its tracking number and by its reference.
  const parcels = Map.groupBy(lines, ({ number }) => {
    const [order, ...others] = number ? ordersOf(number) : [];
    return order && !others.length ? order : number;
  });
  for (const [order, same] of parcels) {
    const [first] = same;
    if (!first) continue;
    const line = lastOf(same);
    if (order === '') skip(first, 'It has no tracking number.');
    else if (typeof order === 'string') skip(first, withoutOrder(ordersOf(order)));
    else if (!line) skip(first, 'The file has several statuses of this parcel.');
    else if (line.isCut)
      skip(line, 'The file ends in this line. It may have been cut off: please export it again.');
    else if (line.state === 'unknown') skip(line, 'The shop does not know this status.', true);
    else if (line.state === 'unchanged') skip(line, 'This status changes nothing.');
    else {
      const planned = planOne(line, line.state, order);
      if (typeof planned === 'string') skip(line, `${order.reference}: ${planned}`);
      else changes.push(planned);
    }
  }
  return { changes, skipped: skipped.toSorted((a, b) => Number(b.isUnknown) - Number(a.isUnknown)) };
}

/** Why the lines of a number change no order. @param orders that have it */
const withoutOrder = (orders: readonly Tracked[]): string =>
  orders.length
    ? `${orders.length} orders have this number: ${orders.map(({ reference }) => reference).join(', ')}. Please change them by hand.`
    : 'No order has this number.';

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
