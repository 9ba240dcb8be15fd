/** Checks the orders page by page, newest first. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, refunds } from '#db/schema/index.ts';
import type { DeskCall } from '../../lib/call.ts';
import { idsOfPurchases, orderOfPurchase, readPurchases } from '../../orders/purchase.ts';
import { type Paged, pageOf } from '../paging.ts';
import { checkOrder } from './order-rules.ts';
import { checkPurchase, type PurchaseSnapshot } from './purchase-rules.ts';
import { serializeDifferences } from './serialize.ts';
import { type OrderSnapshot, readSnapshots } from './snapshot.ts';

/** Orders per request: each costs a dozen index look-ups. */
const batchSize = 500;

/** The approximate number of rows, by the last rowid: exact where rows are never deleted, and without a count. */
export async function approximateCount(db: Db, table: SQL): Promise<number> {
  const [row] = await db.read.all<{ n: number | null }>(sql`SELECT max(rowid) AS n FROM ${table}`);
  return row?.n ?? 0;
}

/** The purchases of orders that were paid and gave something back, by the order that was paid. */
async function readPurchasesOf(
  db: Db,
  rows: readonly OrderSnapshot[],
): Promise<Map<string, PurchaseSnapshot>> {
  const ids = rows
    .filter(({ method, paid, given, refunds }) => method !== 'exchange' && paid && (given || refunds.length))
    .map(({ id }) => id);
  if (!ids.length) return new Map();
  const [refundRows, ...purchases] = await db.read.batch([
    db.read
      .select({ refund: refunds, firstId: sql<string>`coalesce(${orders.purchaseId}, ${orders.id})` })
      .from(orders)
      .innerJoin(refunds, eq(refunds.orderId, orders.id))
      .where(sql`${orders.id} IN ${idsOfPurchases(ids)}`),
    ...readPurchases(db, ids),
  ]);
  return new Map(
    ids.flatMap((id) => {
      const read = orderOfPurchase(id, purchases);
      if (!read) return [];
      const own = refundRows.filter(({ firstId }) => firstId === id);
      const snapshot = {
        orders: [read, ...read.others],
        minimum: read.minimum,
        refunds: own.map(({ refund: { amount, reason, createdAt: at, transfer } }) => ({
          amount,
          reason,
          at,
          isExchange: transfer === 'exchange',
        })),
      };
      return [[id, snapshot] as const];
    }),
  );
}

/** Checks the next page of orders. Writes nothing. */
export async function checkOrderPage({ db, now }: DeskCall, { after }: Paged) {
  const { at, id } = after ?? { at: Number.MAX_SAFE_INTEGER, id: '' };
  const rows = await readSnapshots(
    db,
    sql`WHERE (o.created_at, o.id) < (${at}, ${id}) ORDER BY o.created_at DESC, o.id DESC LIMIT ${batchSize + 1}`,
  );
  const page = pageOf(rows, ({ createdAt, id }) => ({ at: createdAt, id }), batchSize);
  const purchases = await readPurchasesOf(db, page.rows);
  return {
    differences: page.rows.flatMap((order) => {
      const purchase = purchases.get(order.id);
      return serializeDifferences(order, [
        ...checkOrder(order, now),
        ...(purchase ? checkPurchase(order, purchase) : []),
      ]);
    }),
    looked: page.rows.length,
    total: after ? null : await approximateCount(db, sql`${orders}`),
    next: page.next,
  };
}
