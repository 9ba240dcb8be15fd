/** The number of a parcel's e-way bill, by operators (docs/desk.md, "Papers and shipping"). */
import { orders } from '#db/schema/index.ts';
import { unshipped } from '#domain/orders/order.ts';
import type { DeskCall } from '../lib/call.ts';
import { type Refusal, refuses } from '../lib/refusal.ts';
import { type Changed, changeOrder, type OrderVersion } from '../orders/change-order.ts';
import { update } from '../orders/effects.ts';
import { moveRefusals } from '../orders/move.ts';

/** @property ewayBill twelve digits; null: it has none */
type Numbering = OrderVersion & { ewayBill: string | null };

/** Sets or takes off the number before the parcel leaves, with a row of the history that only operators see. */
export const writeEwayBill = (
  { db, now, operator: { id: actorId } }: DeskCall,
  { ewayBill, ...version }: Numbering,
): Promise<Changed | Refusal> =>
  changeOrder<Changed>({ db, now }, { by: 'operator', actorId }, version, [], ({ order, events }) => {
    const { id, status } = order;
    if (order.ewayBill === ewayBill) return { ok: true, status, seen: events };
    if (!unshipped.includes(status)) return moveRefusals.notOpen(status);
    const text = ewayBill ? `E-way bill ${ewayBill}` : 'The e-way bill was taken off';
    return {
      event: { kind: 'note', isHidden: true, text },
      effects: [update(orders, id, { ewayBill })],
      result: (seen) => ({ ok: true, status, seen }),
    };
  });
refuses(writeEwayBill, moveRefusals);
