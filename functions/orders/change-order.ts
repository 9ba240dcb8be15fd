/**
 * The one way in which an order changes: it is read, a function decides in TypeScript, and one batch writes a row of its
 * history with all effects. The batch is aborted if the history has grown since it was read; so a change happens once and whole
 * or not at all, and two changes never mix (docs/decisions/40-one-writer.md).
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { brokenConstraint, DatabaseUnavailable, type Db, lastResults } from '#db/client.ts';
import { orderEvents, orders, payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { Mover } from '#domain/orders/moves.ts';
import { type OrderStatus, unshipped } from '#domain/orders/order.ts';
import type { Paise } from '#lib/money.ts';
import { proofExpired } from '../accounts/prove-password.ts';
import { hasInvoice } from '../documents/read.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import { type Effect, eventRow, type OrderEvent, statementsOf } from './effects.ts';
import { changedOrder, eventsSince, historyLength, orderNotFound } from './history.ts';
import { refusalOf } from './operator.ts';
import { receivedOf } from './queries.ts';

/**
 * Who changes an order. A session is checked when the order is read, and again by the batch; `linked` is its shopper, also with
 * its link, and `either` that or an operator. Without a session the caller knows who it is.
 * @property proven condition: the operator's password, which was checked, is still theirs
 */
export type Caller =
  | { owner: Owner; as: 'shopper' | 'linked' | 'operator' | 'either'; proven?: SQL | undefined }
  | { by: Mover; actorId?: SQL | string | null | undefined };

/**
 * An order as it was read. @property events number of rows of its history: its version
 * @property isInvoiced it has an invoice, whose number is used: before the parcel is handed over if the shop issues it at packing,
 *   or if the move to Shipped was undone (docs/decisions/26-undo.md) @property received what has come by bank transfer, paise
 * @property by who changes it
 */
export type OrderRead = {
  order: typeof orders.$inferSelect;
  payment: Payment | null;
  received: Paise;
  events: number;
  isInvoiced: boolean;
  by: Mover;
};

/**
 * A change to write.
 * @property when further condition, on the order `o` too: while it does not hold, the order is read again
 * @property result of the change; of a function of the number of rows of the history then
 * @property conflict the result if a constraint of the database refuses it, such as the last piece; undefined: the order is read
 *   again
 */
export type Change<Result> = {
  event: OrderEvent;
  when?: SQL | undefined;
  effects: readonly Effect[];
  result: Result | ((seen: number) => Result);
  conflict?: (constraint: string) => Result | Refusal | undefined;
};

/** A changed order. @property seen rows of its history by now */
export type Changed = { ok: true; status: OrderStatus; seen: number };

/**
 * @property orderId its id, or a query for it
 * @property seen rows of the order's history that an operator had read; undefined for no check
 */
export type OrderVersion<Id = string> = { orderId: Id; seen?: number | undefined };

/** What is refused if it was done before, also if the order has changed since. @property when condition */
export type Once = { when: SQL; refusal: () => Refusal };

export type Queries = readonly BatchItem<'sqlite'>[];
/** The rows that queries return. */
export type RowsOf<Q extends Queries> = { -readonly [Index in keyof Q]: Q[Index]['_']['result'] };

/** Tries of a change whose order changes at the same time. */
const maxTries = 8;

/**
 * Changes an order.
 * @param reads further queries that the decision needs
 * @param decide returns the change, or a result that needs none
 */
export async function changeOrder<Result extends { ok: boolean }, const Q extends Queries = readonly []>(
  { db, now }: { db: Db; now: number },
  caller: Caller,
  version: OrderVersion<string | SQL> & { once?: Once },
  reads: Q,
  decide: (read: OrderRead, ...rows: RowsOf<Q>) => Result | Refusal | Change<Result>,
): Promise<Result | Refusal> {
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    const [read, rows] = await readOrder(db, caller, version, reads);
    if ('ok' in read) return read;
    const decided = decide(read, ...(rows as RowsOf<Q>));
    if ('ok' in decided) return decided;
    const { result, conflict } = decided;
    try {
      const seen = await write(db, caller, read, decided, now);
      return typeof result === 'function' ? result(seen) : result;
    } catch (error) {
      const constraint = brokenConstraint(error);
      if (constraint && hasChanged(constraint)) continue;
      if (!constraint || !conflict) throw error;
      const refused = conflict(constraint);
      if (refused) return refused;
    }
  }
  throw new DatabaseUnavailable('other changes of the order kept overtaking this one');
}

async function readOrder(
  db: Db,
  caller: Caller,
  { orderId, seen, once }: OrderVersion<string | SQL> & { once?: Once },
  reads: Queries,
) {
  const session = 'owner' in caller ? caller : undefined;
  const { tokenHash, now } = session?.owner ?? { tokenHash: '', now: 0 };
  const more = { proven: sql<number>`${session?.proven ?? sql`1`}` };
  const link = session && linkOf(session.as, orderId);
  const [[person], [row], unseen, ...rows] = (await db.read.batch([
    findSessionUser(db, tokenHash, now, more, link),
    db.read
      .select({
        order: orders,
        payment: payments,
        received: receivedOf(sql`orders.id`),
        events: historyLength(orderId),
        isInvoiced: hasInvoice(orderId).mapWith(Boolean),
        wasDone: sql<number>`${once?.when ?? sql`0`}`,
      })
      .from(orders)
      .leftJoin(payments, eq(payments.orderId, orders.id))
      .where(eq(orders.id, orderId)),
    eventsSince(db, orderId, seen),
    ...reads,
  ] as const)) as unknown as [
    (Awaited<ReturnType<typeof findSessionUser>>[number] & { proven: number })[],
    (Omit<OrderRead, 'by'> & { wasDone: number })[],
    Awaited<ReturnType<typeof eventsSince>>,
    ...unknown[],
  ];
  const refused = session && refuse(session, person);
  if (refused) return [refused] as const;
  const isMine = session !== undefined && row?.order.userId === person?.id;
  const by = session ? moverOf(session.as, isMine, person) : (caller as { by: Mover }).by;
  if (!row || !by) return [orderNotFound()] as const;
  if (once && row.wasDone) return [once.refusal()] as const;
  if (by === 'operator' && unseen.length) return [changedOrder(row.order.status, seen, unseen)] as const;
  return [{ ...row, by }, rows] as const;
}

/** The order whose link counts as its session. */
const linkOf = (as: Session['as'], orderId: string | SQL): string | SQL | undefined =>
  as === 'linked' || as === 'either' ? orderId : undefined;

type Session = Extract<Caller, { owner: Owner }>;
type Person = { id: string; role: string; elevated: boolean; proven: number };

function refuse({ as }: Session, person: Person | undefined) {
  if (as === 'operator') return refusalOf(person) ?? (person?.proven ? undefined : proofExpired(person));
  return person ? undefined : signedOut();
}

function moverOf(as: Session['as'], isMine: boolean, person: Person | undefined): Mover | undefined {
  if (as === 'operator') return 'operator';
  if (isMine) return 'shopper';
  return as === 'either' && person?.role === 'operator' && person.elevated ? 'operator' : undefined;
}

/**
 * Writes a change. The kind of its row is NULL if the order has changed since it was read, which aborts the batch.
 * @returns the number of rows of the history then
 */
async function write(
  db: Db,
  caller: Caller,
  { order, events, by }: OrderRead,
  { event, when = sql`true`, effects }: Change<unknown>,
  now: number,
): Promise<number> {
  const { id: orderId } = order;
  const { actorId, may } = rightsOf(caller, by, orderId);
  const made = { orderId, by, actorId, now };
  const row = eventRow({ ...event, from: event.to && order.status }, made);
  const isUnchanged = sql`EXISTS (SELECT 1 FROM ${orders} AS o WHERE o.id = ${orderId}
    AND ${historyLength(orderId)} = ${events} AND ${may} AND ${when})`;
  const kind = sql<typeof row.kind>`CASE WHEN ${isUnchanged} THEN ${row.kind} END`;
  const queries = [
    db.write
      .select({ seen: historyLength(orderId) })
      .from(orders)
      .where(eq(orders.id, orderId)),
  ] as const;
  const results = await db.write.batch([
    db.write.insert(orderEvents).values({ ...row, kind }),
    ...effects.flatMap((effect) => statementsOf(db, effect, { ...made, eventId: row.id })),
    ...queries,
  ]);
  return lastResults(results, queries)[0][0]?.seen ?? events;
}

/** Whether a batch was aborted because the order had changed. */
const hasChanged = (constraint: string): boolean => constraint.includes('order_events.kind');

/** The account that makes the change, and the condition that it may. */
function rightsOf(caller: Caller, by: Mover, orderId: string) {
  if (!('owner' in caller)) return { actorId: caller.actorId ?? null, may: sql`true` };
  const { owner, as, proven = sql`true` } = caller;
  const actorId = sessionUserId(owner.tokenHash, owner.now, linkOf(as, orderId));
  return {
    actorId,
    may: by === 'shopper' ? sql`o.user_id = ${actorId}` : sql`${isOperator(owner)} AND ${proven}`,
  };
}

/** It has an invoice, which no change may contradict: it was issued at packing, or the move to Shipped was undone. */
export const invoiced = refusal(
  409,
  'invoiced',
  'This order already has its invoice and is about to be shipped. You can cancel the whole order, or return products later, but you can no longer change it.',
);

/** Whether an order that is still here has its invoice. */
export const isClosedByInvoice = ({ order, isInvoiced }: OrderRead): boolean =>
  isInvoiced && unshipped.includes(order.status);
