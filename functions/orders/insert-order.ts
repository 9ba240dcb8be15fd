/** Inserts an order with its lines and takes its pieces: for the checkout, and for an exchange. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { counted, orderLines, orders, products } from '#db/schema/index.ts';
import type { Sale } from '#domain/pricing/sale.ts';
import type { Paise } from '#lib/money.ts';
import { productPicture } from '#lib/paths.ts';
import { rateOf } from '../lib/tax.ts';
import { moveStock, pieceRows } from './move-stock.ts';

/** A line to insert. @property discount of the line @property seen the product as it was read */
export type NewLine = {
  productId: string;
  price: Paise;
  quantity: number;
  discount: Paise;
  seen?: { name: string; price: Paise; sales: readonly Sale[] } | undefined;
};

/**
 * Statements. A broken constraint aborts the batch: `when` does not hold; a product is no longer sold, or not as it was read;
 * the last piece is gone. A line takes its name, its HSN and its unit from the catalogue.
 * @param rates of GST today (domain/tax/tax.ts)
 */
export function insertOrder(
  db: Db,
  order: typeof orders.$inferInsert,
  lines: readonly NewLine[],
  { rates, when = sql`true` }: { rates: Record<string, number>; when?: SQL },
) {
  const rows = JSON.stringify(
    lines.map(({ seen, ...line }) => ({
      ...line,
      image: productPicture(line.productId),
      ...(seen && { name: seen.name, listed: seen.price, sales: JSON.stringify(seen.sales) }),
    })),
  );
  const status = sql<typeof order.status>`CASE WHEN ${when} THEN ${order.status} END`;
  const value = (key: string): SQL => sql`line.value ->> ${key}`;
  const isAsSeen = (column: string, key: string): SQL =>
    sql`sold.${sql.identifier(column)} = coalesce(${value(key)}, sold.${sql.identifier(column)})`;
  return [
    db.write.insert(orders).values({ ...order, status, counted: counted.later }),
    db.write.run(sql`
      INSERT INTO ${orderLines} (order_id, position, product_id, name, image, price, quantity, discount, hsn, rate, unit_code)
      SELECT ${order.id}, line.key, ${value('productId')}, sold.name, ${value('image')}, ${value('price')}, ${value('quantity')},
             ${value('discount')}, sold.hsn, ${rateOf(rates, sql`sold.hsn`)}, sold.unit_code
      FROM json_each(${rows}) AS line LEFT JOIN ${products} AS sold
        ON sold.id = ${value('productId')} AND sold.retired = 0 AND sold.paused IS NULL
          AND ${isAsSeen('name', 'name')} AND ${isAsSeen('price', 'listed')} AND ${isAsSeen('sales', 'sales')}`),
    ...(order.reserved === false ? [] : moveStock(db, 'take', pieceRows(lines), order.createdAt)),
  ] as const;
}
