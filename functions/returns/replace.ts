/**
 * A free replacement for a buyer who has told the shop that something is wrong (docs/behaviour.md, "Replacements"): a return
 * that is approved and checked at once, so that nobody waits for the parcel. Papers, stock and money are those of any exchange.
 */
import { unitsText } from '#domain/orders/cancellation.ts';
import { faultOf, type ReturnReason, returnProblem } from '#domain/returns/return.ts';
import { refuses, wrongFields } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { changeOrder } from '../orders/change-order.ts';
import { orderNotFound } from '../orders/history.ts';
import type { OrderCall } from '../orders/operator.ts';
import { openUnits } from '../orders/returns.ts';
import { checkRefusals, checkReturn } from './check.ts';
import { refuseExchange } from './exchange.ts';
import { newReturn, orderToReturn, readToReturn, refuseReturn, returnRefusals } from './request.ts';

/** @property lines units by product @property note the shopper reads it @property seen rows of the history that the operator has read */
export type Replacement = {
  orderId: string;
  lines: readonly { _id: string; quantity: number }[];
  reason: ReturnReason;
  note?: string | null | undefined;
  seen: number;
};

/** Why nothing is replaced. */
export const replaceRefusals = { ...returnRefusals, ...checkRefusals };

type Written = { ok: true; id: string; lines: { position: number; quantity: number }[] };

/** Replaces units of a delivered order by the same items. */
export async function replaceUnits(
  call: OrderCall,
  { orderId, lines: wanted, reason, note = null, seen }: Replacement,
): Promise<Awaited<ReturnType<typeof checkReturn>>> {
  if (faultOf(reason) !== 'shop') return wrongFields({ reason: 'A replacement is for a fault of the shop.' });
  const { db, now } = call;
  const reads = readToReturn(db, orderId);
  const caller = { owner: call.owner, as: 'operator' } as const;
  const written = await changeOrder<Written, typeof reads>(
    call,
    caller,
    { orderId, seen },
    reads,
    (order, ...rows) => {
      const read = orderToReturn(order, rows);
      if (!read) return orderNotFound();
      const { lines, returnable, deliveredAt } = read;
      if (order.order.status !== 'Delivered') return returnRefusals.notDelivered(order.order.status);
      if (!order.order.paid) return checkRefusals.notPaid();
      const units = wanted.map(({ _id, quantity }) => {
        const line = lines.find(({ productId }) => productId === _id);
        return {
          position: line?.position ?? -1,
          name: line?.name ?? _id,
          quantity,
          reason,
          exchangeFor: _id,
        };
      });
      const open = openUnits(read.returns);
      const problem = returnProblem(returnable, open, units, store.returns, { deliveredAt, now });
      if (problem) return refuseReturn(problem, lines);
      const refused = refuseExchange(units, returnable, now);
      if (refused) return refused;
      const id = crypto.randomUUID();
      const approved = { id, status: 'Approved', method: 'pickup', decidedAt: now } as const;
      const { reference, effects } = newReturn(read, approved, units, now);
      return {
        event: { kind: 'return', text: `Return ${reference} for a replacement: ${unitsText(units)}` },
        effects,
        result: { ok: true, id, lines: units },
      };
    },
  );
  if (!written.ok) return written;
  const { id, lines } = written;
  return checkReturn(call, {
    id,
    seen: 'Approved',
    answer: note,
    lines: lines.map(({ position, quantity }) => ({
      position,
      accepted: quantity,
      restock: false,
      exchange: true,
    })),
  });
}
refuses(replaceUnits, replaceRefusals);
