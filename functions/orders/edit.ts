/**
 * Edits of an order by its shopper or an operator, which leave its status as it is. An edit is calculated from the order as it
 * was read. Its batch begins with a row of the order's history, which is written only if the history has not grown since, and
 * everything else depends on that row: two edits, or an edit and the invoice (functions/documents/issue.ts), never mix.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import { DatabaseUnavailable, type Db } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/index.ts';
import { type CancelledUnits, type OrderEventKind, unshipped } from '#domain/orders/order.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import { selectUsable } from '../photos/use.ts';
import { changedOrder, eventsSince, historyLength, orderNotFound } from './history.ts';
import { type OrderToReduce, orderOfPurchase, readPurchase } from './purchase.ts';
import { cancelledOf } from './queries.ts';
import {
  deliveredAt,
  type ReturnRow,
  replacesFaulty,
  selectReturnableLines,
  selectReturns,
} from './returns.ts';

/**
 * The order as it was read, with its purchase. @property by who edits it @property corrections by its shopper
 */
export type EditableOrder = OrderToReduce & {
  cancelled: CancelledUnits[];
  by: 'shopper' | 'operator';
  corrections: number;
  replacesFaulty: number;
  returns: ReturnRow[];
  returnable: { deliveredAt: number; lines: Awaited<ReturnType<typeof selectReturnableLines>> };
  /** Those of the request that its sender may use. */
  usablePhotos: { id: string }[];
};

type Statement = ReturnType<Db['write']['run']>;

/**
 * An edit to write.
 * @property text of the row of the history, which the shopper sees
 * @property when further condition; while it does not hold, the order is read again
 * @property statements that depend on the condition `done` and write nothing else
 * @property result of the edit once it is written
 */
export type Edit<Result> = {
  kind: OrderEventKind;
  text: string;
  when?: SQL;
  statements: (done: SQL, eventId: string) => readonly Statement[];
  result: Result;
};

/**
 * @property seen rows of the order's history that an operator had read; undefined for no check
 * @property photos ids of uploaded photos that the edit uses @property onlyRead nothing is edited: the order may have its invoice
 */
export type EditRequest = {
  orderId: string;
  seen?: number | undefined;
  photos?: readonly string[];
  onlyRead?: boolean;
};

/** It has an invoice, which no edit may contradict: it was issued at packing, or the move to Shipped was undone. */
export const invoiced = refusal(
  409,
  'invoiced',
  'This order already has its invoice and is about to be shipped. You can cancel the whole order, or return products later, but you can no longer change it.',
);

/** Tries of an edit whose order changes at the same time. */
const maxTries = 8;

/**
 * Edits an order.
 * @param decide returns the edit, or a result that needs none
 * @param now UTC ms
 */
export async function editOrder<Result extends { ok: boolean }>(
  { db, now }: { db: Db; now: number },
  owner: Owner,
  request: EditRequest,
  decide: (order: EditableOrder) => Result | Edit<Result>,
): Promise<Result | Refusal> {
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    const read = await readOrder(db, owner, request);
    if ('ok' in read) return read;
    const decided = decide(read);
    if ('ok' in decided) return decided;
    if (await write(db, owner, read, decided, now)) return decided.result;
  }
  throw new DatabaseUnavailable('other changes of the order kept overtaking this one');
}

async function readOrder(
  db: Db,
  owner: Owner,
  { orderId, seen, photos = [], onlyRead = false }: EditRequest,
): Promise<EditableOrder | Refusal> {
  const [[person], [row], unseen, returns, returnableLines, usablePhotos, ...purchaseRows] =
    await db.read.batch([
      findSessionUser(db, owner.tokenHash, owner.now, {}, orderId),
      db.read
        .select({
          cancelled: cancelledOf,
          deliveredAt,
          replacesFaulty,
          corrections: sql<number>`(SELECT count(*) FROM ${orderEvents}
          WHERE order_id = ${orderId} AND kind = 'correction' AND actor = 'shopper')`,
        })
        .from(orders)
        .where(eq(orders.id, orderId)),
      eventsSince(db, orderId, seen),
      selectReturns(db, [orderId]),
      selectReturnableLines(db, [orderId]),
      selectUsable(db, photos, owner),
      ...readPurchase(db, orderId),
    ]);
  const purchase = orderOfPurchase(orderId, purchaseRows);
  if (!person) return signedOut();
  const mine = purchase?.order.userId === person.id;
  if (!row || !purchase || !(mine || (person.role === 'operator' && person.elevated))) return orderNotFound();
  if (!mine && unseen.length) return changedOrder(purchase.order.status, seen, unseen);
  if (!onlyRead && purchase.invoice && unshipped.includes(purchase.order.status)) return invoiced();
  return {
    ...purchase,
    cancelled: row.cancelled,
    corrections: row.corrections,
    replacesFaulty: row.replacesFaulty,
    returns,
    returnable: { deliveredAt: row.deliveredAt, lines: returnableLines },
    usablePhotos,
    by: mine ? 'shopper' : 'operator',
  };
}

/** @returns whether it was written; false if the order has changed since it was read */
async function write(
  db: Db,
  owner: Owner,
  { order, by, events }: EditableOrder,
  { kind, text, when = sql`true`, statements }: Edit<unknown>,
  now: number,
): Promise<boolean> {
  const eventId = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  const editor = sessionUserId(owner.tokenHash, owner.now, order.id);
  const mayEdit = by === 'shopper' ? sql`o.user_id = ${editor}` : isOperator(owner);
  const results = await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason)
      SELECT ${eventId}, o.id, ${now}, ${by}, ${editor}, ${kind}, ${text} FROM ${orders} o
      WHERE o.id = ${order.id} AND o.status = ${order.status} AND ${mayEdit}
      AND ${historyLength(order.id)} = ${events} AND ${when}`),
    ...statements(done, eventId),
    db.write.select({ id: orderEvents.id }).from(orderEvents).where(eq(orderEvents.id, eventId)),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}
