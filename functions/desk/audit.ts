/** Who did what: written in the batch of what was done, read newest first. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { audit, orderEvents, orders, users } from '#db/schema/index.ts';
import { type AuditAction, auditActions } from '#features/desk/audit.ts';
import type { OrderEventKind, OrderStatus } from '#features/orders/order.ts';
import type { Operator } from '../http/operator.ts';
import { beyond, type Cursor, pageOf, pageSize } from './paging.ts';

/** What was done; `about` and `detail` may be sub-selects, for what only the database knows. */
export type Done = { action: AuditAction; about: string | SQL; detail?: string | SQL | null };

/** For the batch that does it. @param when the condition under which it was done */
export const noteDown = (
  db: Db,
  { id }: Pick<Operator, 'id'>,
  { action, about, detail = null }: Done,
  now: number,
  when = sql`true`,
) =>
  db.write.run(sql`
    INSERT INTO ${audit} (id, at, actor_id, action, about, detail)
    SELECT ${crypto.randomUUID()}, ${now}, ${id}, ${action}, ${about}, ${detail} WHERE ${when}`);

/** `as…@example.in`: enough to recognise an address, since what the list holds can never be erased. */
export function abbreviated(address: string): string {
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
 * A person stands in the list, and in flags, as an id, since what the list holds can never be erased; they are
 * named while they are there. The id may have a colon and more behind it.
 */
export const aboutWhom = (about: SQL): SQL<string> => sql<string>`coalesce(
  (SELECT name || ' <' || email || '>' FROM ${users}
    WHERE ${users.id} = substr(${about}, 1, instr(${about} || ':', ':') - 1)), ${about})`;

/** What operators did to orders, and everything else that they did, as one list. */
export async function listAudit(db: Db, cursor: Cursor | undefined) {
  const from = beyond(cursor, sql`at`, sql`id`);
  const rows = await db.read.all<Row>(sql`
    SELECT done.*, (SELECT name || ' <' || email || '>' FROM ${users} WHERE id = done.actor_id) AS actor FROM (
      SELECT * FROM (
        SELECT id, at, actor_id, action, NULL AS kind, NULL AS status, ${aboutWhom(sql`about`)} AS about, NULL AS orderId, detail
        FROM ${audit} WHERE ${from} ORDER BY at DESC, id DESC LIMIT ${pageSize + 1})
      UNION ALL
      SELECT * FROM (
        SELECT id, at, actor_id, NULL, kind, to_status,
               (SELECT reference FROM ${orders} WHERE id = order_id), order_id, reason
        FROM ${orderEvents} WHERE actor = 'operator' AND ${from} ORDER BY at DESC, id DESC LIMIT ${pageSize + 1})
    ) AS done ORDER BY at DESC, id DESC LIMIT ${pageSize + 1}`);
  const page = pageOf(rows, ({ at, id }) => ({ at, id }));
  return { entries: page.rows.map(answer), next: page.next };
}

const answer = ({ id, at, actor, action, kind, status, about, orderId, detail }: Row) => ({
  _id: id,
  date: new Date(at).toISOString(),
  actor: actor ?? 'A former operator',
  did: action ? auditActions[action] : didToOrder(kind, status),
  about,
  orderId,
  detail,
});

function didToOrder(kind: OrderEventKind | null, status: OrderStatus | null): string {
  if (status) return `moved an order to ${status}`;
  switch (kind) {
    case 'tracking':
      return 'changed the tracking of an order';
    case 'payment':
      return 'noted a payment';
    case 'refund':
      return 'confirmed a refund';
    default:
      return 'wrote a note on an order';
  }
}
