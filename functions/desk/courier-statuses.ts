/** What a courier's file says of a parcel, recorded for its order (docs/desk.md, "Papers and shipping"). */
import type { ReportedState } from '#domain/orders/bulk-constants.ts';
import { undeliveredMessage } from '#domain/orders/undelivered.ts';
import type { DeskCall } from '../lib/call.ts';
import type { Refusal } from '../lib/refusal.ts';
import type { Changed } from '../orders/change-order.ts';
import { type Moved, type MoveRequest, moveOrder } from '../orders/move.ts';
import type { OrderCall } from '../orders/operator.ts';
import { writeNote } from './order-detail.ts';

/**
 * @property seen number of rows of the order's history that the operator had read
 * @property note the courier's words, for operators
 */
export type Reported = { orderId: string; seen: number; state: ReportedState; note: string };

/** What holds for all parcels of the file. @property restock whether pieces that came back can be sold again */
export type ReportAnswers = Pick<MoveRequest, 'collected'> & { restock: boolean };

/**
 * Delivers an order, notes that it was not delivered, or returns it with a note. A delivered parcel was out for delivery
 * before; a step that was made stays when the next one is refused.
 */
export async function recordReported(
  call: DeskCall & OrderCall,
  { orderId, seen, state, note }: Reported,
  { collected, restock }: ReportAnswers,
): Promise<Changed | Moved | Refusal> {
  const write = (now: number) => writeNote(call, { orderId, note, seen: now });
  if (state === 'undelivered') return write(seen);
  if (state === 'returned') {
    const reason = undeliveredMessage;
    const returned = {
      orderId,
      seen,
      to: 'Returned' as const,
      reason,
      undelivered: 'other' as const,
      restock,
    };
    const done = await moveOrder(call, returned);
    return done.ok ? write(done.seen) : done;
  }
  const out = await moveOrder(call, { orderId, seen, to: 'Out for Delivery' });
  if (!out.ok) return out;
  return moveOrder(call, { orderId, seen: out.seen, to: 'Delivered', collected, mustMove: true });
}
