/**
 * A free replacement for a buyer who has told the shop that something is wrong (docs/behaviour.md, "Replacements"): a return
 * that is approved and checked at once, so that nobody waits for the parcel. Papers, stock and money are those of any exchange.
 */
import { sql } from 'drizzle-orm';
import { returnLines, returns } from '#db/schema/index.ts';
import { unitsText } from '#domain/orders/cancellation.ts';
import { faultOf, type ReturnReason, returnProblem, returnReference } from '#domain/returns/return.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, wrongFields } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { editOrder } from '../orders/edit.ts';
import type { OrderContext } from '../orders/operator.ts';
import { openUnits } from '../orders/returns.ts';
import { checkRefusals, checkReturn } from './check.ts';
import { refuseExchange } from './exchange.ts';
import { refuseReturn, returnRefusals } from './request.ts';

/** @property lines units by product @property note the shopper reads it @property seen rows of the history that the operator has read */
export type Replacement = {
  orderId: string;
  lines: readonly { _id: string; quantity: number }[];
  reason: ReturnReason;
  note: string | null;
  seen: number;
};

/** Why nothing is replaced. */
export const replaceRefusals = { ...returnRefusals, ...checkRefusals };

type Written = { ok: true; id: string; lines: { position: number; quantity: number }[] };

/** Replaces units of a delivered order by the same items. */
export async function replaceUnits(
  context: OrderContext,
  owner: Owner,
  { orderId, lines: wanted, reason, note, seen }: Replacement,
): Promise<Awaited<ReturnType<typeof checkReturn>>> {
  if (faultOf(reason) !== 'shop') return wrongFields({ reason: 'A replacement is for a fault of the shop.' });
  const { db, now } = context;
  const written = await editOrder<Written | Refusal>(context, owner, { orderId, seen }, (read) => {
    const { order, lines, returnable } = read;
    if (order.status !== 'Delivered') return returnRefusals.notDelivered(order.status);
    if (!order.paid) return checkRefusals.notPaid();
    const units = wanted.map(({ _id, quantity }) => {
      const line = lines.find(({ productId }) => productId === _id);
      return { position: line?.position ?? -1, name: line?.name ?? _id, quantity, reason, exchangeFor: _id };
    });
    const problem = returnProblem(returnable.lines, openUnits(read.returns), units, store.returns, {
      deliveredAt: returnable.deliveredAt,
      now,
    });
    if (problem) return refuseReturn(problem, lines);
    const refused = refuseExchange(units, returnable.lines, now);
    if (refused) return refused;
    const id = crypto.randomUUID();
    const number = read.returns.length + 1;
    return {
      kind: 'return',
      text: `Return ${returnReference(order.reference, number)} for a replacement: ${unitsText(units)}`,
      statements: (done) => [
        db.write.run(sql`
          INSERT INTO ${returns} (id, order_id, number, status, method, created_at, decided_at)
          SELECT ${id}, ${order.id}, ${number}, 'Approved', 'pickup', ${now}, ${now} WHERE ${done}`),
        db.write.run(sql`
          INSERT INTO ${returnLines} (return_id, position, quantity, reason, exchange_for)
          SELECT ${id}, value ->> 'position', value ->> 'quantity', value ->> 'reason', value ->> 'exchangeFor'
          FROM json_each(${JSON.stringify(units)}) WHERE ${done}`),
      ],
      result: { ok: true, id, lines: units },
    };
  });
  if (!written.ok) return written;
  const { id, lines } = written;
  return checkReturn(context, owner, {
    id,
    seen: 'Approved',
    reason: note,
    lines: lines.map(({ position, quantity }) => ({
      position,
      accepted: quantity,
      restock: false,
      exchange: true,
    })),
  });
}
