/**
 * Orders that give way (docs/behaviour.md, "Unpaid limits"): those in cash or by bank transfer for which nobody has proved anything are cancelled,
 * the youngest first, when their pieces are wanted by somebody who pays at once, or who has proved a mailbox or a delivery.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { holds, orders } from '#db/schema/index.ts';
import { outrankedMessage, outrankedTransferMessage } from '#domain/orders/confirmation.ts';
import { isTransferred } from '#domain/payments/payment-methods.ts';
import type { Store } from '#domain/store/store.ts';
import { oneHour } from '#lib/dates.ts';
import { hasInvoice } from '../documents/read.ts';
import { changeOrder } from './change-order.ts';
import { isUnproved, overShare } from './holds.ts';
import { effectsOfMove } from './move-effects.ts';
import { linesOfOrder, piecesOf } from './move-stock.ts';

/** Orders that are looked at, and that are cancelled by one call. */
const mostRead = 100;
const mostEnded = 20;

/** How many pieces of each product are wanted. */
export type Needs = ReadonlyMap<string, number>;

type Candidate = { id: string; pieces: Record<string, number> };
type Row = { id: string; pieces: string };

/** The orders whose pieces are needed, of candidates in the order in which they give way. @returns left: what is still missing */
export function chooseOutranked(needs: Needs, candidates: readonly Candidate[]) {
  const left = new Map(needs);
  const chosen = candidates.filter(({ pieces }) => {
    if (!Object.keys(pieces).some((id) => (left.get(id) ?? 0) > 0)) return false;
    for (const [id, units] of Object.entries(pieces)) left.set(id, (left.get(id) ?? 0) - units);
    return true;
  });
  return { ids: chosen.map(({ id }) => id), left: [...left].filter(([, units]) => units > 0) };
}

/**
 * Cancels orders that give way, for pieces that are needed. An order that was confirmed meanwhile stays.
 * @param only condition on the orders `o`, with their rows `h` of `holds`
 * @param whole nothing is cancelled unless it brings all that is needed
 * @returns whether any was cancelled
 */
export async function releaseOutranked(
  db: Db,
  needs: Needs,
  { now, only = sql`true`, whole }: { now: number; only?: SQL; whole: boolean },
): Promise<boolean> {
  const pieces = sql`(${piecesOf(linesOfOrder(sql`o.id`))}) AS piece`;
  const rows = await db.read.all<Row>(sql`
    SELECT o.id, (SELECT json_group_object(piece.id, piece.quantity) FROM ${pieces}) AS pieces
    FROM ${holds} AS h CROSS JOIN ${orders} AS o ON o.id = h.order_id
    WHERE h.subject = 'shop' AND ${isUnproved} AND ${only} AND NOT ${hasInvoice(sql`o.id`)}
      AND EXISTS (SELECT 1 FROM ${pieces} WHERE piece.id IN ${[...needs.keys()]})
    ORDER BY h.at DESC LIMIT ${mostRead}`);
  const candidates = rows.map(({ id, pieces }) => ({ id, pieces: JSON.parse(pieces) }));
  const { ids, left } = chooseOutranked(needs, candidates);
  if (whole && left.length) return false;
  let hasEnded = false;
  for (const orderId of ids.slice(0, mostEnded))
    hasEnded = (await endUnproved(db, orderId, now)).ok || hasEnded;
  return hasEnded;
}

/** Cancels an order for which nobody has proved anything by now. */
function endUnproved(db: Db, orderId: string, now: number) {
  const reads = [
    db.read
      .select({ isUnproved: sql<number>`${isUnproved}` })
      .from(sql`${orders} AS o`)
      .where(sql`o.id = ${orderId}`),
  ] as const;
  return changeOrder<{ ok: boolean }, typeof reads>(
    { db, now },
    { by: 'shop' },
    { orderId },
    reads,
    (read, [row]) => {
      if (!row?.isUnproved || read.isInvoiced) return { ok: false };
      const reason = isTransferred(read.order.paymentMethod) ? outrankedTransferMessage : outrankedMessage;
      return {
        event: { kind: 'status', to: 'Cancelled', text: reason },
        when: isUnproved,
        effects: effectsOfMove(read, { to: 'Cancelled', reason }, now),
        result: { ok: true },
      };
    },
  );
}

/** Products of which a run of the job frees pieces. */
const mostProducts = 20;

/**
 * Part of the scheduled job: what others buy makes the pieces fewer of which unpaid orders may hold a share. Orders that give
 * way, and had an hour to be confirmed, give back what is above it, so that there is always something to pay for.
 */
export async function keepShare(db: Db, { limits }: Store, now: number): Promise<void> {
  const over = await db.read.all<{ id: string; units: number }>(
    sql`${overShare(limits.unpaid.shop, now)} LIMIT ${mostProducts}`,
  );
  const needs = new Map(over.map(({ id, units }) => [id, units]));
  if (needs.size)
    await releaseOutranked(db, needs, { now, only: sql`h.at <= ${now - oneHour}`, whole: false });
}
