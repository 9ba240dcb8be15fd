/** Steps of a return: approve, decline, on its way, cancel. Checking it, which moves money, is in check.ts. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { orderEvents, orders, returns } from '#db/schema/index.ts';
import type { OrderEmail } from '#db/schema/outbox-email.ts';
import { unitsText } from '#domain/orders/cancellation.ts';
import { type ReturnStatus, returnReference, returnTargets } from '#domain/returns/return.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import { type OrderContext, refusalOf } from '../orders/operator.ts';
import { type StoredUnits, selectReturns } from '../orders/returns.ts';
import { changeCause, enqueueOrderEmail } from '../outbox/enqueue.ts';

/** Why a return is not moved. */
export const returnMoveRefusals = {
  notFound,
  /** It has changed since it was read, or this step does not follow. */
  changed: refusal(409, 'changed', (status: ReturnStatus) => ({
    message: `This return has changed since you opened it. It is now: ${status}.`,
    status,
  })),
};

/** @property seen its status when it was read @property answer the shop's words to the shopper */
export type ReturnMove = { id: string; to: ReturnStatus; seen: ReturnStatus; answer: string | null };

type Moved = { ok: true; status: ReturnStatus; reference: string };

const verbs: Record<Exclude<ReturnStatus, 'Requested' | 'Checked'>, string> = {
  Approved: 'approved',
  'In Transit': 'on its way to us',
  Declined: 'declined',
  Cancelled: 'cancelled',
};

const emails: Partial<Record<ReturnStatus, OrderEmail['kind']>> = {
  Approved: 'return_approved',
  Declined: 'return_declined',
};

/** The columns that a step sets. @param now UTC ms */
function columnsOf({ to, answer }: ReturnMove, now: number): SQL {
  switch (to) {
    case 'Approved':
      return sql`status = ${to}, decided_at = ${now}, answer = ${answer}`;
    case 'In Transit':
      return sql`status = ${to}, sent_at = ${now}`;
    case 'Declined':
      // Where it had been approved, the time of that stays.
      return sql`status = ${to}, decided_at = coalesce(decided_at, ${now}), ended_at = ${now}, answer = ${answer}, payout = NULL`;
    default:
      return sql`status = ${to}, ended_at = ${now}, payout = NULL, answer = coalesce(${answer}, answer)`;
  }
}

/** A return with its order's reference, for its shopper or an operator. */
export const findReturn = async (
  db: OrderContext['db'],
  owner: Owner,
  id: string,
): Promise<
  | { ok: true; row: Awaited<ReturnType<typeof selectReturns>>[number]; reference: string; mine: boolean }
  | Refusal
> => {
  const orderOf = sql`(SELECT order_id FROM ${returns} WHERE id = ${id})`;
  const [[person], rows, [order]] = await db.read.batch([
    findSessionUser(db, owner.tokenHash, owner.now),
    selectReturns(db, orderOf),
    db.read
      .select({ reference: orders.reference, userId: orders.userId })
      .from(orders)
      .where(eq(orders.id, orderOf)),
  ]);
  if (!person) return signedOut();
  const row = rows.find(({ one }) => one.id === id);
  const mine = order?.userId === person.id;
  if (!row || !order || !(mine || (person.role === 'operator' && person.elevated)))
    return notFound('This return');
  return { ok: true, row, reference: order.reference, mine };
};

/**
 * Moves a return: its shopper cancels it, or an operator takes the other steps. The row, the order's history and the email
 * are one batch; nothing is written if the return has another status by now.
 */
export async function moveReturn(
  { db, now }: OrderContext,
  owner: Owner,
  move: ReturnMove,
  by: 'shopper' | 'operator',
): Promise<Moved | Refusal> {
  const found = await findReturn(db, owner, move.id);
  if (!found.ok) return found;
  const { row, mine } = found;
  if (by === 'shopper' && !mine) return notFound('This return');
  const { one, units } = row;
  if (one.status !== move.seen || !returnTargets(one.status, by).includes(move.to))
    return returnMoveRefusals.changed(one.status);
  const reference = returnReference(found.reference, one.number);
  const eventId = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  const actor = sessionUserId(owner.tokenHash, owner.now);
  const allowed =
    by === 'shopper'
      ? sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${one.orderId} AND user_id = ${actor})`
      : isOperator(owner);
  const email = emails[move.to];
  const queries = [
    findSessionUser(db, owner.tokenHash, owner.now),
    db.write.select({ status: returns.status }).from(returns).where(eq(returns.id, one.id)),
    db.write.select({ id: orderEvents.id }).from(orderEvents).where(eq(orderEvents.id, eventId)),
  ] as const;
  const results = await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason)
      SELECT ${eventId}, order_id, ${now}, ${by}, ${actor}, 'return', ${textOf(reference, move, units)}
      FROM ${returns} WHERE id = ${one.id} AND status = ${move.seen} AND ${allowed}`),
    db.write.run(sql`UPDATE ${returns} SET ${columnsOf(move, now)} WHERE id = ${one.id} AND ${done}`),
    ...(email
      ? [
          enqueueOrderEmail(
            db,
            { kind: email, orderId: one.orderId, what: unitsText(units), reason: move.answer },
            changeCause(eventId),
            now,
            done,
          ),
        ]
      : []),
    ...queries,
  ]);
  const [[person], [after], [event]] = lastResults(results, queries);
  const refused = by === 'operator' ? refusalOf(person) : person ? undefined : signedOut();
  if (refused) return refused;
  if (!event) return returnMoveRefusals.changed(after?.status ?? one.status);
  return { ok: true, status: move.to, reference };
}

/** The line of the order's history, which the shopper reads too. */
function textOf(reference: string, { to, answer }: ReturnMove, units: readonly StoredUnits[]): string {
  const what = verbs[to as keyof typeof verbs] ?? to.toLowerCase();
  const text = `Return ${reference} ${what}: ${unitsText(units)}`;
  return answer ? `${text}. ${answer}` : text;
}
