/** The stock that orders take and give back (docs/behaviour.md, "Stock and retired products"). */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, stockChanges } from '#db/schema/index.ts';

/** Lines of an order as rows with `id` and `quantity`. @param orderId also a column */
export const linesOfOrder = (orderId: string | SQL): SQL =>
  sql`SELECT product_id AS id, quantity FROM order_lines WHERE order_id = ${orderId}`;

/** Pieces of a product. */
export type Piece = { productId: string | null; quantity: number };

/** Pieces as rows with `id` and `quantity`. */
export const pieceRows = (pieces: readonly Piece[]): SQL =>
  sql`SELECT value ->> 'productId' AS id, value ->> 'quantity' AS quantity FROM json_each(${JSON.stringify(pieces)})`;

/** A query: the pieces of lines, those of a kit by its parts. @param lines a query with `id` and `quantity` */
export const piecesOf = (lines: SQL): SQL => sql`
  SELECT coalesce(part.value, line.id) AS id, sum(line.quantity) AS quantity
  FROM (${lines}) AS line JOIN ${products} AS sold ON sold.id = line.id LEFT JOIN json_each(sold.part_ids) AS part
  GROUP BY 1`;

/**
 * Statements: takes the pieces of lines from the stock, or gives them back. CHECK (stock >= 0) refuses the last piece twice.
 * What is not counted stays as it is. A kit has no pieces: it moves those of its parts, as stock changes of theirs, since no order has the parts. A trigger
 * counts what can be built (db/triggers/stock.sql).
 * @param lines a query with `id` and `quantity` @param now UTC ms
 */
export function moveStock(db: Db, how: 'take' | 'give', lines: SQL, now: number) {
  const sign = sql.raw(how === 'give' ? '1' : '-1');
  return [
    db.write.run(sql`
      INSERT INTO ${stockChanges} (id, product_id, at, change, reason)
      SELECT lower(hex(randomblob(16))), part.value, ${now}, ${sign} * line.quantity, 'kit'
      FROM (${lines}) AS line JOIN ${products} AS sold ON sold.id = line.id
        JOIN json_each(sold.part_ids) AS part JOIN ${products} AS moved ON moved.id = part.value
      WHERE moved.tracked = 1`),
    db.write.run(sql`
      UPDATE ${products} SET stock = ${products}.stock + ${sign} * piece.quantity
      FROM (${piecesOf(lines)}) AS piece
      WHERE ${products}.id = piece.id AND ${products}.tracked = 1`),
  ] as const;
}
