/**
 * Whether the checker would see it: each invariant is broken on purpose, in the real database or in what
 * is remembered, and the checker must say so. Only for the end of a run, since nothing is mended afterwards.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { Expected } from './expected.ts';
import { examine, type Invariant } from './invariants.ts';
import { readLedger } from './ledger.ts';

type Corruption = { how: string; statements?: SQL[]; remembered?: (expected: Expected) => Expected };

/** The nth order of a kind, oldest first. */
const order = (n: number, kind = sql`payment_method = 'cod' AND id <> 'twin'`): SQL =>
  sql`(SELECT id FROM orders WHERE ${kind} ORDER BY created_at, id LIMIT 1 OFFSET ${n})`;
const paidOnline = sql`payment_method <> 'cod' AND paid = 1`;

/** The types see to it that none is left out. In this order: what comes last disturbs the most. */
const corruptions: Record<Invariant, Corruption> = {
  'every order got a final answer': {
    how: 'an answer is forgotten',
    remembered: (expected) => ({
      ...expected,
      asked: expected.asked.map((one, n) => (n ? one : { ...one, acknowledged: [], refused: false })),
    }),
  },
  'stock at first = stock now + pieces sold': {
    how: 'a piece appears',
    statements: [sql`UPDATE products SET stock = stock + 1 WHERE id = (SELECT min(id) FROM products)`],
  },
  'lines - discount + delivery = total': {
    how: 'a line costs a paisa more',
    statements: [sql`UPDATE order_lines SET price = price + 1 WHERE order_id = ${order(0)} AND position = 0`],
  },
  'no account holds more unpaid than it may': {
    how: 'an order holds a hundred pieces',
    statements: [sql`UPDATE order_lines SET quantity = 100 WHERE order_id = ${order(8)} AND position = 0`],
  },
  'every order has its lines': {
    how: 'an order loses its lines',
    statements: [sql`DELETE FROM order_lines WHERE order_id = ${order(1)}`],
  },
  'nothing is stored that was refused or never asked for': {
    how: 'an order gets another key',
    statements: [sql`UPDATE orders SET idempotency_key = 'nobody-knows-it' WHERE id = ${order(2)}`],
  },
  'a key has one order, and one payment': {
    how: 'an order is there twice',
    statements: [
      sql`DROP INDEX orders_idempotency`,
      sql`INSERT INTO orders (id, reference, user_id, status, payment_method, subtotal, discount, delivery, total,
            address, idempotency_key, request_hash, created_at)
          SELECT 'twin', 'ORD-TWIN', user_id, status, payment_method, subtotal, discount, delivery, total,
            address, idempotency_key, request_hash, created_at FROM orders WHERE id = ${order(3)}`,
    ],
  },
  'history tells every step, and ends where the order is': {
    how: 'a step is forgotten',
    statements: [
      sql`DROP TRIGGER order_events_no_delete`,
      sql`DELETE FROM order_events WHERE order_id = ${order(4)}`,
    ],
  },
  'a code is used as often as orders have it': {
    how: 'a use is given back',
    statements: [sql`UPDATE coupons SET uses = uses - 1`],
  },
  'an address that was to be kept is kept once': {
    how: 'an address vanishes',
    statements: [sql`DELETE FROM addresses WHERE id = (SELECT min(id) FROM addresses)`],
  },
  'what was placed has one letter, and nothing else has': {
    how: 'a letter vanishes',
    statements: [sql`DELETE FROM outbox WHERE cause = 'order_placed:' || ${order(5)}`],
  },
  'every letter was mailed, once': {
    how: 'a letter is mailed again',
    remembered: (expected) => ({ ...expected, mailed: [...expected.mailed, ...expected.mailed.slice(0, 1)] }),
  },
  'what a provider took is a paid order, or owed back': {
    how: 'an order that was paid is cancelled, and nothing owed back',
    statements: [sql`UPDATE orders SET status = 'Cancelled' WHERE id = ${order(0, paidOnline)}`],
  },
  'what is paid online, or owed back, a provider took': {
    how: 'an order is paid by money that nobody has seen',
    statements: [
      sql`UPDATE payments SET payment_id = 'pay_unknown' WHERE order_id = ${order(1, paidOnline)}`,
    ],
  },
  'no order waits for its payment for ever': {
    how: 'a paid order waits again',
    statements: [sql`UPDATE orders SET status = 'Payment Pending' WHERE id = ${order(2, paidOnline)}`],
  },
  'no line is without its order': {
    how: 'a line loses its order',
    // The table as it is refuses this: a copy takes its place.
    statements: [
      sql`CREATE TABLE copied_lines AS SELECT * FROM order_lines`,
      sql`DROP TABLE order_lines`,
      sql`ALTER TABLE copied_lines RENAME TO order_lines`,
      sql`UPDATE order_lines SET order_id = 'gone' WHERE order_id = ${order(6)} AND position = 0`,
    ],
  },
  'nothing acknowledged is lost': {
    how: 'an order vanishes whole',
    statements: [sql`DELETE FROM orders WHERE id = ${order(7)}`],
  },
  'the limits of cash on delivery hold': {
    how: 'one account has all orders',
    statements: [sql`UPDATE orders SET user_id = (SELECT user_id FROM orders WHERE id = ${order(0)})`],
  },
};

/** @returns one line for each corruption, and whether all were seen */
export async function testChecker(db: Db, expected: Expected): Promise<{ all: boolean; lines: string[] }> {
  const lines: string[] = [];
  let all = true;
  let before = examine(await readLedger(db), expected);
  for (const broken of Object.keys(corruptions) as Invariant[]) {
    const { how, statements = [], remembered } = corruptions[broken];
    for (const statement of statements) await db.write.run(statement);
    const ledger = await readLedger(db);
    const after = examine(ledger, remembered ? remembered(expected) : expected)[broken];
    const isNew = after.filter((line) => !before[broken].includes(line));
    lines.push(`${how}: ${isNew.length ? `seen (${isNew[0]})` : `NOT SEEN by "${broken}"`}`);
    all &&= isNew.length > 0;
    before = examine(ledger, expected);
  }
  return { all, lines };
}
