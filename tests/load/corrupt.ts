/**
 * Whether the checker would see it: each invariant is broken on purpose, in the real database, and the
 * checker must say so. Only for the end of a run, since nothing is mended afterwards.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { type Expected, examine, type Invariant } from './invariants.ts';
import { readLedger } from './ledger.ts';

type Corruption = { breaks: Invariant; how: string; statements: SQL[] };

/** The nth order that is there, oldest first. */
const order = (n: number): SQL => sql`(SELECT id FROM orders ORDER BY created_at, id LIMIT 1 OFFSET ${n})`;

const corruptions: Corruption[] = [
  {
    breaks: 'stock at first = stock now + pieces sold',
    how: 'a piece appears',
    statements: [sql`UPDATE products SET stock = stock + 1 WHERE id = (SELECT min(id) FROM products)`],
  },
  {
    breaks: 'lines - discount + delivery = total',
    how: 'a line costs a paisa more',
    statements: [sql`UPDATE order_lines SET price = price + 1 WHERE order_id = ${order(0)} AND position = 0`],
  },
  {
    breaks: 'every order has its lines',
    how: 'an order loses its lines',
    statements: [sql`DELETE FROM order_lines WHERE order_id = ${order(1)}`],
  },
  {
    breaks: 'nothing is stored that was refused or never asked for',
    how: 'an order gets another key',
    statements: [sql`UPDATE orders SET idempotency_key = 'nobody-knows-it' WHERE id = ${order(2)}`],
  },
  {
    breaks: 'a key has one order',
    how: 'an order is there twice',
    statements: [
      sql`DROP INDEX orders_idempotency`,
      sql`INSERT INTO orders SELECT 'twin', 'ORD-TWIN', user_id, status, paid, payment_method, subtotal, discount,
            delivery, total, address, idempotency_key, request_hash, tracking_id, courier, cancelled_by, created_at,
            sample FROM orders WHERE id = ${order(3)}`,
    ],
  },
  {
    breaks: 'the limits of cash on delivery hold',
    how: 'one account has all orders',
    statements: [sql`UPDATE orders SET user_id = (SELECT user_id FROM orders WHERE id = ${order(4)})`],
  },
  {
    breaks: 'no line is without its order',
    how: 'a line loses its order',
    statements: [
      sql`PRAGMA foreign_keys = OFF`,
      sql`UPDATE order_lines SET order_id = 'gone' WHERE order_id = ${order(5)} AND position = 0`,
    ],
  },
  {
    breaks: 'nothing acknowledged is lost',
    how: 'an order vanishes',
    statements: [sql`DELETE FROM orders WHERE id = ${order(6)}`],
  },
];

/** @returns one line for each corruption, and whether all were seen */
export async function testChecker(db: Db, expected: Expected): Promise<{ all: boolean; lines: string[] }> {
  const lines: string[] = [];
  let all = true;
  let before = examine(await readLedger(db), expected);
  for (const { breaks, how, statements } of corruptions) {
    for (const statement of statements) await db.write.run(statement);
    const after = examine(await readLedger(db), expected);
    const seen = after[breaks].length > before[breaks].length;
    lines.push(`${how}: ${seen ? `seen (${after[breaks].at(-1)})` : `NOT SEEN by "${breaks}"`}`);
    all &&= seen;
    before = after;
  }
  return { all, lines };
}
