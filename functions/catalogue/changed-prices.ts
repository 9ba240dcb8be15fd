/** Prices that the desk has changed since the pages were built. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { catalogueChanges, products } from '#db/schema/index.ts';
import type { ApiProduct } from '#domain/catalogue/product.ts';
import type { ChangedRow } from '#domain/pricing/sale-prices.ts';
import { oneDay } from '#lib/dates.ts';
import { listRows, serializeProduct } from './read.ts';

/**
 * All that is sold of the products that have been changed: also those of a day after a build has the change, since browsers and
 * isolates may have an older one. @param now UTC ms
 */
export function selectChanged(db: Db, now: number) {
  const { id, group, price, originalPrice, sales, retired, position } = products;
  const changed = sql`(SELECT product_id FROM ${catalogueChanges} WHERE ended_at IS NULL OR ended_at > ${now - oneDay})`;
  return (
    db.read
      .select({ id, group, price, originalPrice, sales })
      .from(products)
      // `+`: else the index of all that is sold is read, for its order.
      .where(sql`+${retired} = 0 AND (${id} IN ${changed} OR ${group} IN ${changed})`)
      .orderBy(position, id)
  );
}

/** What was read last in this isolate. */
let known: { text: string; rows: readonly ChangedRow[] } = { text: '[]', rows: [] };

/** The changes that this isolate knows: the same list while it is the same. */
export const knownChanged = (): readonly ChangedRow[] => known.rows;

/** Takes note of what was read. @returns it, as {@link knownChanged} */
export function noteChanged(rows: readonly ChangedRow[]): readonly ChangedRow[] {
  const text = JSON.stringify(rows);
  if (text !== known.text) known = { text, rows };
  return known.rows;
}

/** Products with these ids, and what the desk has changed. */
export async function listWithChanged(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<{ products: ApiProduct[]; changed: readonly ChangedRow[] }> {
  const [rows, changed] = await db.read.batch([listRows(db, ids, ids.length), selectChanged(db, now)]);
  return { products: rows.map((row) => serializeProduct(row, now)), changed };
}
