/** Compares each product's stock with the ledger: opening stock, changes and orders. */
import { sql } from 'drizzle-orm';
import { products } from '#db/schema/index.ts';
import type { Difference } from '#domain/reconciliation/rules.ts';
import type { DeskCall } from '../../lib/call.ts';
import { type Paged, pageOf } from '../paging.ts';
import { stockAndLedger } from '../stock.ts';
import { countStock } from './messages.ts';
import { approximateCount } from './orders.ts';

/** Products per request: every line that was ever ordered of each is added up. */
const batchSize = 5;

/** @property ledger what the stock should be @property toSend sold pieces that have not left yet */
type StockRow = { id: string; name: string; stock: number; ledger: number; toSend: number };

/** Returns the difference of a product's stock from its ledger, or `undefined`. */
export function compareStock({ id, name, stock, ledger, toSend }: StockRow): Difference | undefined {
  if (stock === ledger) return undefined;
  return {
    rule: 'stock',
    about: id,
    name,
    place: { screen: 'stock', id },
    expected: String(ledger),
    found: String(stock),
    // The missing or extra change was not recorded, so its time is unknown.
    since: null,
    fix: countStock(toSend),
  };
}

/** Checks the next page of products. Kits have no stock of their own, and what is not counted has none. Writes nothing. */
export async function checkStock({ db }: DeskCall, { after }: Paged) {
  const which = sql`p.id > ${after?.id ?? ''} AND p.part_ids IS NULL AND p.tracked = 1`;
  const rows = await db.read.all<StockRow>(
    sql`${stockAndLedger(which)} ORDER BY p.id LIMIT ${batchSize + 1}`,
  );
  const page = pageOf(rows, ({ id }) => ({ at: 0, id }), batchSize);
  return {
    differences: page.rows.flatMap((row) => compareStock(row) ?? []),
    looked: page.rows.length,
    total: after ? null : await approximateCount(db, sql`${products}`),
    next: page.next,
  };
}
