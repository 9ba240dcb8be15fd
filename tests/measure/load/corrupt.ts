/**
 * Tests the checker: breaks each invariant on purpose, in the real database or in the remembered data, and expects the
 * checker to find it. Only for the end of a run, since nothing is repaired afterwards.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { knownBy } from '../../support/rows.ts';
import { checkInvariants, type Expected, type Invariant } from './invariants.ts';
import { readLedger } from './ledger.ts';

type Corruption = { how: string; statements?: SQL[]; remembered?: (expected: Expected) => Expected };

/** Cash orders of the run. */
const inCash = sql`payment_method = 'cod' AND request_hash <> ${knownBy} AND id <> 'twin'`;
/** The nth order of a kind, oldest first. */
const order = (n: number, kind = inCash): SQL =>
  sql`(SELECT id FROM orders WHERE ${kind} ORDER BY created_at, id LIMIT 1 OFFSET ${n})`;
const paidOnline = sql`payment_method <> 'cod' AND paid = 1 AND status <> 'Returned'`;

/** One corruption per invariant, as the type requires. The last ones disturb the data the most. */
const corruptions: Record<Invariant, Corruption> = {
  'every order got a final answer': {
    how: 'an answer is forgotten',
    remembered: (expected) => ({
      ...expected,
      requested: expected.requested.map((one, n) => (n ? one : { ...one, acknowledged: [], refused: false })),
    }),
  },
  'stock at the start = stock now + pieces sold': {
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
  'no stored order was refused or never requested': {
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
  'the history has every step, and ends with the status of the order': {
    how: 'a step is forgotten',
    statements: [
      sql`DROP TRIGGER order_events_no_delete`,
      sql`DELETE FROM order_events WHERE order_id = ${order(4)}`,
    ],
  },
  'a code has as many uses as orders': {
    how: 'a use is given back',
    statements: [sql`UPDATE coupons SET uses = uses - 1`],
  },
  'an address to be saved is saved once': {
    how: 'an address vanishes',
    statements: [sql`DELETE FROM addresses WHERE id = (SELECT min(id) FROM addresses)`],
  },
  'every placed order has one email, and no other order has': {
    how: 'a letter vanishes',
    statements: [sql`DELETE FROM outbox WHERE cause = 'order_placed:' || ${order(5)}`],
  },
  'every email was sent, once': {
    how: 'a letter is mailed again',
    remembered: (expected) => ({ ...expected, mailed: [...expected.mailed, ...expected.mailed.slice(0, 1)] }),
  },
  'every captured payment belongs to a paid order, or is due for refund': {
    how: 'an order that was paid is cancelled, and nothing owed back',
    statements: [sql`UPDATE orders SET status = 'Cancelled' WHERE id = ${order(0, paidOnline)}`],
  },
  'every online payment or refund due was captured by a provider': {
    how: 'an order is paid by money that nobody has seen',
    statements: [
      sql`UPDATE payments SET payment_id = 'pay_unknown' WHERE order_id = ${order(1, paidOnline)}`,
    ],
  },
  'no order stays pending': {
    how: 'a paid order waits again',
    statements: [sql`UPDATE orders SET status = 'Payment Pending' WHERE id = ${order(2, paidOnline)}`],
  },
  'the numbers of invoices and credit notes have no gap': {
    how: 'a number is taken without a document',
    statements: [sql`UPDATE document_counters SET last = last + 1`],
  },
  'every parcel that left has one invoice, and no other order has one': {
    how: 'an invoice vanishes',
    statements: [
      sql`DROP TRIGGER documents_no_delete`,
      sql`DELETE FROM documents WHERE id = (SELECT min(id) FROM documents WHERE kind = 'invoice')`,
    ],
  },
  'what came back was credited and refunded once': {
    how: 'a credit note vanishes',
    statements: [
      sql`DELETE FROM documents WHERE id = (SELECT min(id) FROM documents WHERE kind = 'credit_note')`,
    ],
  },
  'no line is without its order': {
    how: 'a line loses its order',
    // The table's constraints refuse this, so a copy without them replaces it; renaming one would fail, since triggers of
    // other tables name it.
    statements: [
      sql`CREATE TABLE copied_lines AS SELECT * FROM order_lines`,
      sql`DROP TABLE order_lines`,
      sql`CREATE TABLE order_lines AS SELECT * FROM copied_lines`,
      sql`UPDATE order_lines SET order_id = 'gone' WHERE order_id = ${order(6)} AND position = 0`,
    ],
  },
  'nothing acknowledged is lost': {
    how: 'an order vanishes whole',
    statements: [sql`DELETE FROM orders WHERE id = ${order(7)}`],
  },
  'the limits of cash on delivery hold': {
    how: 'an order on delivery costs a lakh',
    statements: [
      sql`UPDATE orders SET subtotal = subtotal + 10000000, total = total + 10000000 WHERE id = ${order(0)}`,
    ],
  },
};

/** @returns one line for each corruption, and whether the checker found all of them */
export async function testChecker(db: Db, expected: Expected): Promise<{ all: boolean; lines: string[] }> {
  const lines: string[] = [];
  let all = true;
  let before = checkInvariants(await readLedger(db), expected);
  for (const broken of Object.keys(corruptions) as Invariant[]) {
    const { how, statements = [], remembered } = corruptions[broken];
    for (const statement of statements) await db.write.run(statement);
    const ledger = await readLedger(db);
    const after = checkInvariants(ledger, remembered ? remembered(expected) : expected)[broken];
    const isNew = after.filter((line) => !before[broken].includes(line));
    lines.push(`${how}: ${isNew.length ? `seen (${isNew[0]})` : `NOT SEEN by "${broken}"`}`);
    all &&= isNew.length > 0;
    before = checkInvariants(ledger, expected);
  }
  return { all, lines };
}
