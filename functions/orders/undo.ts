/**
 * Undoing an operator's move (docs/behaviour.md, "Undo", docs/decisions/26-undo.md): the reverses of its effects, the last one
 * first.
 */
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { documents, orderEvents, outbox } from '#db/schema/index.ts';
import { orderEmailKinds } from '#db/schema/outbox-email.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { undoableMove, undoId, undoReason } from '#domain/orders/undo.ts';
import { type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { type Changed, changeOrder, type OrderVersion } from './change-order.ts';
import { reverse } from './effects.ts';
import { moveRefusals } from './move.ts';
import { effectsOfMove, emailOf, moveCause } from './move-effects.ts';
import type { OrderCall } from './operator.ts';

/** Why a move is not undone, besides `moveRefusals`. */
export const undoRefusals = {
  /** Nothing can be undone, or the email is on its way. */
  notUndoable: refusal(409, 'not_undoable', (status: OrderStatus) => ({
    message: `The order stays ${status}: its last step can no longer be undone.`,
    status,
  })),
  /** A cancelled order's products, or its code, were used by another order. */
  taken: refusal(409, 'taken', (status: OrderStatus) => ({
    message: `The order stays ${status}: another order has bought its products, or used its code, meanwhile.`,
    status,
  })),
};

/** Undoes the last move of an order, with its email. */
export function undoMove(
  { db, undoTime, now, owner }: OrderCall,
  version: OrderVersion,
): Promise<Changed | Refusal> {
  const { orderId } = version;
  const causes = orderEmailKinds.map((kind) => `${kind}:${orderId}`);
  const reads = [
    db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(sql`rowid`),
    db.read
      .select({ cause: outbox.cause })
      .from(outbox)
      .where(and(inArray(outbox.cause, causes), gt(outbox.attempts, 0))),
    db.read
      .select({ kind: documents.kind })
      .from(documents)
      .where(and(eq(documents.orderId, orderId), eq(documents.kind, 'credit_note'))),
  ] as const;
  return changeOrder<Changed, typeof reads>(
    { db, now },
    { owner, as: 'operator' },
    version,
    reads,
    (read, history, sent, creditNotes) => {
      const { order } = read;
      const { status, userId, purchaseId } = order;
      const move = undoableMove(history, undoTime, now);
      if (!move) return undoRefusals.notUndoable(status);
      const { from, to, cashId, at } = move;
      // The move again, of the order as it was before.
      const set = {
        ...(to === 'Shipped' && { trackingId: order.trackingId, courier: order.courier }),
        ...(cashId && { paid: true }),
      };
      const was = {
        status: from,
        ...(to === 'Shipped' && { trackingId: null, courier: null }),
        ...(cashId && { paid: false }),
      };
      const before = { ...read, order: { ...order, ...was } };
      const email = emailOf(before, { to });
      const cause = email && moveCause(email);
      // A credit note stands, and so does what the purchase of an exchange has paid for.
      const isFinal = to === 'Cancelled' && (creditNotes.length > 0 || purchaseId !== null);
      const wasSent = sent.some((one) => one.cause === cause);
      if (isFinal || wasSent || userId === null) return undoRefusals.notUndoable(status);
      return {
        event: { id: undoId(move.id, crypto.randomUUID()), kind: 'status', to: from, text: undoReason(to) },
        when: sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE cause = ${cause ?? null} AND attempts > 0)`,
        effects: [
          ...effectsOfMove(before, { to, set }, at)
            .toReversed()
            .flatMap((effect) => reverse(effect, at) ?? []),
          ...(cashId
            ? [
                {
                  effect: 'event',
                  event: {
                    id: undoId(cashId, crypto.randomUUID()),
                    kind: 'correction',
                    text: 'The cash was not collected.',
                  },
                } as const,
              ]
            : []),
        ],
        result: (seen) => ({ ok: true, status: from, seen }),
        conflict: () => undoRefusals.taken(status),
      };
    },
  );
}
refuses(undoMove, moveRefusals, undoRefusals);
