/**
 * What a change of an order does besides its row of the history (change-order.ts): effects as data. Each becomes statements of
 * the batch, which is aborted as a whole if the order has changed. An effect that can be taken back knows its reverse, so that a
 * move is undone by the reverses of its effects (undo.ts).
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client.ts';
import { coupons, isOpenRefund, orderEvents, outbox, reductions, refunds } from '#db/schema/index.ts';
import type { OrderEmail } from '#db/schema/outbox-email.ts';
import type { Mover } from '#domain/orders/moves.ts';
import type { OrderEventKind, OrderStatus } from '#domain/orders/order.ts';
import { issueDocument, type NewDocument } from '../documents/issue.ts';
import { changeCause, enqueueOrderEmail } from '../outbox/enqueue.ts';
import { enqueueNewOrderEmail } from '../outbox/enqueue-to-operators.ts';
import { dropFlagEmail, type NewFlag, raiseFlag, resolveFlags } from '../outbox/flag.ts';
import { addDueRefund, type DueRefund } from './due-refund.ts';
import { linesOfOrder, moveStock, type Piece, pieceRows } from './move-stock.ts';

/** Pieces of products, `all` for those of the order's lines. */
type Pieces = 'all' | readonly Piece[];

/**
 * A row of a history. @property to the status from now on @property isHidden only operators see it
 * @property by default: who makes the change @property orderId default: the order that is changed
 */
export type OrderEvent = {
  kind: OrderEventKind;
  text: string | null;
  from?: OrderStatus | undefined;
  to?: OrderStatus | undefined;
  isHidden?: boolean;
  id?: string;
  by?: Mover;
  orderId?: string;
};

export type Effect =
  | { effect: 'event'; event: OrderEvent }
  | { effect: 'insert'; table: SQLiteTable; rows: Record<string, unknown>[] }
  /** @property where which rows @property was what the reverse sets */
  | {
      effect: 'update';
      table: SQLiteTable;
      where: SQL;
      set: Record<string, unknown>;
      was?: Record<string, unknown> | undefined;
    }
  | { effect: 'stock'; how: 'take' | 'give'; pieces: Pieces }
  /** Uses of a discount code. */
  | { effect: 'code'; code: string; uses: 1 | -1 }
  | ({ effect: 'refund'; orderId?: string } & Omit<DueRefund, 'orderId' | 'now'>)
  /** Takes back the due refund of a cancellation. @property since when it was added, UTC ms */
  | { effect: 'no refund'; since: number }
  /** @property cause default: this change @property sendAt UTC ms; default: now */
  | { effect: 'email'; email: OrderEmail; cause?: string; sendAt?: number | undefined }
  /** Takes back an email that was not sent yet. */
  | { effect: 'no email'; cause: string }
  /** The email about a new order, to operators. */
  | { effect: 'new order'; orderId?: string }
  | ({ effect: 'document'; orderId?: string } & Omit<NewDocument, 'orderId'>)
  | ({ effect: 'flag' } & Omit<NewFlag, 'now'>)
  /** Statements of another subject. */
  | { effect: 'also'; statements: (db: Db) => readonly Statement[] };

export type Statement = BatchItem<'sqlite'>;

/** Columns with values, or SQL for them. */
type Values<Row> = { [Key in keyof Row]: Row[Key] | SQL };

/** Rows that are added. */
export const insert = <Table extends SQLiteTable>(
  table: Table,
  ...rows: Values<Table['$inferInsert']>[]
): Effect[] => (rows.length ? [{ effect: 'insert', table, rows }] : []);

/** A row that is changed. @param was what the reverse sets */
export const update = <Table extends SQLiteTable & { id: AnySQLiteColumn }>(
  table: Table,
  id: string,
  set: Partial<Values<Table['$inferSelect']>>,
  was?: Partial<Values<Table['$inferSelect']>>,
): Effect => ({ effect: 'update', table, where: eq(table.id, id), set, was });

/** Rows that are changed. */
export const updateWhere = <Table extends SQLiteTable>(
  table: Table,
  where: SQL,
  set: Partial<Values<Table['$inferSelect']>>,
): Effect => ({ effect: 'update', table, where, set });

/** What takes an effect back. @param at when the change was made, UTC ms @returns undefined: it stays */
export function reverse(effect: Effect, at: number): Effect | undefined {
  switch (effect.effect) {
    case 'update':
      return effect.was && { ...effect, set: effect.was, was: effect.set };
    case 'stock':
      return { ...effect, how: effect.how === 'give' ? 'take' : 'give' };
    case 'code':
      return { ...effect, uses: effect.uses === 1 ? -1 : 1 };
    case 'refund':
      return { effect: 'no refund', since: at };
    case 'email':
      return effect.cause === undefined ? undefined : { effect: 'no email', cause: effect.cause };
    default:
      return undefined;
  }
}

/**
 * The change that effects belong to. @property actorId account of its maker, as a value or a query
 * @property eventId of its row of the history @property now UTC ms
 */
export type Made = { orderId: string; by: Mover; actorId: SQL | string | null; eventId: string; now: number };

/** The statements of an effect. */
export function statementsOf(db: Db, effect: Effect, made: Made): readonly Statement[] {
  const { orderId, eventId, now } = made;
  switch (effect.effect) {
    case 'event':
      return [db.write.insert(orderEvents).values(eventRow(effect.event, made))];
    case 'insert':
      return [db.write.insert(effect.table).values(effect.rows)];
    case 'update':
      return [db.write.update(effect.table).set(effect.set).where(effect.where)];
    case 'stock':
      return moveStock(
        db,
        effect.how,
        effect.pieces === 'all' ? linesOfOrder(orderId) : pieceRows(effect.pieces),
        now,
      );
    case 'code':
      return [
        db.write.run(sql`
          UPDATE ${coupons} SET uses = uses + ${effect.uses} WHERE code = ${effect.code} AND uses + ${effect.uses} >= 0`),
      ];
    case 'refund':
      return addDueRefund(db, { orderId, ...effect, now });
    case 'no refund':
      return withdrawRefund(db, orderId, effect.since, now);
    case 'email': {
      const { email, cause = changeCause(eventId), sendAt } = effect;
      return [enqueueOrderEmail(db, email, cause, now, undefined, sendAt)];
    }
    case 'no email':
      return [db.write.delete(outbox).where(eq(outbox.cause, effect.cause))];
    case 'new order':
      return [enqueueNewOrderEmail(db, effect.orderId ?? orderId, now)];
    case 'document':
      return issueDocument(db, { orderId, ...effect }, now);
    case 'flag':
      return raiseFlag(db, { ...effect, now });
    case 'also':
      return effect.statements(db);
  }
}

/** The row of an event. */
export const eventRow = (event: OrderEvent, made: Omit<Made, 'eventId'>) => ({
  id: event.id ?? crypto.randomUUID(),
  orderId: event.orderId ?? made.orderId,
  at: made.now,
  actor: event.by ?? made.by,
  actorId: event.by ? null : (made.actorId as string | null),
  kind: event.kind,
  fromStatus: event.from ?? null,
  toStatus: event.to ?? null,
  reason: event.text,
  shown: !event.isHidden,
});

/** Takes back the due refund that a cancellation has added, with its flag and email. */
function withdrawRefund(db: Db, orderId: string, since: number, now: number) {
  const isOfIt = sql`order_id = ${orderId} AND reason = 'cancelled' AND created_at = ${since}`;
  const nothingIsDue = sql`NOT EXISTS (SELECT 1 FROM ${refunds} WHERE order_id = ${orderId} AND ${isOpenRefund})`;
  const parts = sql`(SELECT sum(part.amount) FROM ${reductions} AS part WHERE part.order_id = ${orderId} AND part.refund_id = ${refunds}.id)`;
  return [
    // A refund of a part that the cancellation has raised waits for the next one again.
    db.write.run(sql`
      UPDATE ${refunds} SET amount = ${parts}, status = 'too_small'
      WHERE ${isOfIt} AND status = 'due' AND amount > ${parts}`),
    db.write.run(sql`
      DELETE FROM ${refunds} WHERE ${isOfIt} AND status IN ('due', 'too_small') AND ${parts} IS NULL`),
    dropFlagEmail(db, 'refund_due', orderId, nothingIsDue),
    resolveFlags(db, ['refund_due'], orderId, now, nothingIsDue),
  ];
}
