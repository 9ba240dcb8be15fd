/** The audit list: written in the batch of each action, read newest first. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { audit, orderEvents, orders, users } from '#db/schema/index.ts';
import { type AuditAction, auditActions } from '#domain/audit/actions.ts';
import type { OrderEventKind, OrderStatus } from '#domain/orders/order.ts';
import { isUndoId } from '#domain/orders/undo.ts';
import type { DeskCall, Operator } from '../lib/call.ts';
import { afterCursor, type Paged, pageOf, pageSize } from './paging.ts';

/** `about` and `detail` may be sub-selects, for values that only the database knows. */
export type AuditEntry = { action: AuditAction; about: string | SQL; detail?: string | SQL | null };

/** The statement that records an action, for its batch. @param when condition of the entry */
export const writeAudit = (
  db: Db,
  { id }: Pick<Operator, 'id'>,
  { action, about, detail = null }: AuditEntry,
  now: number,
  when = sql`true`,
) =>
  db.write.run(sql`
    INSERT INTO ${audit} (id, at, actor_id, action, about, detail)
    SELECT ${crypto.randomUUID()}, ${now}, ${id}, ${action}, ${about}, ${detail} WHERE ${when}`);

/** Shortens an address to `as…@example.in`, since audit entries can never be erased. */
export function maskEmail(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return `${name.slice(0, 2)}…@${host}`;
}

type Row = {
  id: string;
  at: number;
  actor: string | null;
  action: AuditAction | null;
  kind: OrderEventKind | null;
  status: OrderStatus | null;
  about: string;
  orderId: string | null;
  detail: string | null;
};

/**
 * The name and address of the account that `about` begins with, or `about` itself. Audit entries and flags store ids,
 * since they can never be erased; a name is shown while the account exists. A colon and more may follow the id.
 */
export const subjectName = (about: SQL): SQL<string> => sql<string>`coalesce(
  (SELECT name || ' <' || email || '>' FROM ${users}
    WHERE ${users.id} = substr(${about}, 1, instr(${about} || ':', ':') - 1)), ${about})`;

/** A page of the audit list: operators' events in the history of orders, and all other actions. */
export async function listAudit({ db }: DeskCall, { after }: Paged) {
  const from = afterCursor(after, sql`at`, sql`id`);
  const rows = await db.read.all<Row>(sql`
    SELECT done.*, (SELECT name || ' <' || email || '>' FROM ${users} WHERE id = done.actor_id) AS actor FROM (
      SELECT * FROM (
        SELECT id, at, actor_id, action, NULL AS kind, NULL AS status, ${subjectName(sql`about`)} AS about, NULL AS orderId, detail
        FROM ${audit} WHERE ${from} ORDER BY at DESC, id DESC LIMIT ${pageSize + 1})
      UNION ALL
      SELECT * FROM (
        SELECT id, at, actor_id, NULL, kind, to_status,
               (SELECT reference FROM ${orders} WHERE id = order_id), order_id, reason
        FROM ${orderEvents} WHERE actor = 'operator' AND ${from} ORDER BY at DESC, id DESC LIMIT ${pageSize + 1})
    ) AS done ORDER BY at DESC, id DESC LIMIT ${pageSize + 1}`);
  const page = pageOf(rows, ({ at, id }) => ({ at, id }));
  return { ...page, rows: page.rows.map(entryOf) };
}

const entryOf = ({ actor, action, kind, status, ...row }: Row) => ({
  ...row,
  actor: actor ?? 'A former operator',
  did: action ? auditActions[action] : orderActionLabel(kind, status, isUndoId(row.id)),
});

/** @param isUndo the row undoes another one (src/domain/orders/undo.ts) */
function orderActionLabel(kind: OrderEventKind | null, status: OrderStatus | null, isUndo: boolean): string {
  if (status) return `moved an order ${isUndo ? 'back ' : ''}to ${status}`;
  switch (kind) {
    case 'tracking':
      return 'changed the tracking of an order';
    case 'payment':
      return 'recorded a payment';
    case 'refund':
      return 'confirmed a refund';
    case 'cancellation':
      return 'cancelled a part of an order';
    case 'return':
      return 'moved a return';
    case 'correction':
      return isUndo ? 'undid recording the cash of an order' : 'corrected the address of an order';
    default:
      return 'wrote a note on an order';
  }
}
