/**
 * What must hold of orders after any fault. Each invariant is a query for its violations; beside it stands a corruption of
 * the data, after which the query must find one more. What clients, providers and the mail service know is written into
 * tables of its own first, so that the queries can compare it.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isHandedOver, orderStatuses } from '#domain/orders/order.ts';
import { readStore } from '#tools/lib/content.ts';
import type { ShopSimulators } from '#tools/lib/simulators.ts';
import { whole } from '../../support/many-rows.ts';
import { knownBy } from '../../support/rows.ts';
import type { Purchase } from './buyers.ts';

const {
  cashOnDelivery,
  limits: {
    unpaid: { person },
  },
} = readStore();

/** All payments that the simulators have captured; amounts in paise. */
function capturedPayments({ stripe, razorpay }: ShopSimulators) {
  const orderOf = (id: string) => (razorpay.order(id).notes as { order?: string }).order;
  return [
    ...stripe.sessions
      .filter(({ payment_status }) => payment_status === 'paid')
      .map((one) => ({
        order_id: one.client_reference_id,
        payment_id: one.payment_intent,
        amount: one.amount_total,
      })),
    ...razorpay.payments
      .filter(({ captured }) => captured)
      .map(({ id, amount, order_id }) => ({ order_id: orderOf(order_id), payment_id: id, amount })),
  ];
}

/** The pieces of an order as text, so that two can be compared: `aloe ×2, serum ×1`. */
const basket = (items: Record<string, number>): string =>
  Object.entries(items)
    .map(([id, quantity]) => `${id} ×${quantity}`)
    .sort()
    .join(', ');

/**
 * Writes what others know into the database: the tables `requested`, `stock_before`, `captured` and `mailed`, and the view
 * `placed`, which has the orders of the run.
 * @param stockBefore pieces by product
 */
export async function writeExpected(
  { write }: Db,
  purchases: readonly Purchase[],
  stockBefore: Record<string, number>,
  simulators: ShopSimulators,
): Promise<void> {
  const requested = purchases.map(
    ({ key, userId, method, items, saveInfo, total, refused, ...purchase }) => ({
      key,
      user_id: userId,
      method,
      basket: basket(items),
      save_info: saveInfo,
      total,
      refused,
      acknowledged: purchase.acknowledged,
      payments: purchase.payments,
    }),
  );
  const stock = Object.entries(stockBefore).map(([product_id, stock]) => ({ product_id, stock }));
  const mailed = simulators.mailbox.messages.map(({ idempotencyKey = '' }) => ({ key: idempotencyKey }));
  const tables: [name: string, columns: string, rows: object[]][] = [
    ['requested', 'key user_id method basket save_info total refused acknowledged payments', requested],
    ['stock_before', 'product_id stock', stock],
    ['captured', 'order_id payment_id amount', capturedPayments(simulators)],
    ['mailed', 'key', mailed],
  ];
  for (const [name, columns, rows] of tables) {
    const values = columns.split(' ').map((column) => `value ->> '${column}' AS ${column}`);
    const select = sql.raw(`CREATE TABLE ${name} AS SELECT ${values.join(', ')}`);
    await write.run(sql`${select} FROM json_each(${JSON.stringify(rows)})`);
  }
  await write.run(sql.raw(`CREATE VIEW placed AS SELECT * FROM orders WHERE request_hash <> '${knownBy}'`));
}

const handedOver = sql`(${sql.join(
  orderStatuses.filter(isHandedOver).map((status) => sql`${status}`),
  sql`, `,
)})`;
const cash = sql`payment_method = 'cod' AND id <> 'twin'`;
const paidOnline = sql`payment_method <> 'cod' AND paid = 1 AND status <> 'Returned'`;
/** The n-th order of a kind, oldest first. */
const order = (n: number, kind = cash): SQL =>
  sql`(SELECT id FROM placed WHERE ${kind} ORDER BY created_at, id LIMIT 1 OFFSET ${n})`;
/** The sum of an order's (`o`) rows in another table. */
const sumOf = (what: string, table: string, where = 'true'): SQL =>
  sql.raw(`(SELECT coalesce(sum(${what}), 0) FROM ${table} WHERE order_id = o.id AND ${where})`);

/** @property broken a query for a text about each violation @property how what the corruption does */
type Invariant = { broken: SQL; how: string; corrupt: SQL[] };

/** By their names in the report. The last corruptions disturb the data the most. */
const invariants = {
  'every order got a final answer': {
    broken: sql`SELECT key || ' has no answer' AS line FROM requested WHERE acknowledged = '[]' AND NOT refused`,
    how: 'an answer is forgotten',
    corrupt: [sql`UPDATE requested SET acknowledged = '[]', refused = 0 WHERE rowid = 1`],
  },
  'stock at the start = stock now + pieces sold': {
    // A kit takes the pieces of its parts, and has none of its own.
    broken: sql`SELECT b.product_id || ': ' || b.stock || ' at first, ' || p.stock || ' now, ' || sold || ' sold' AS line FROM (
      SELECT product_id, stock, (SELECT coalesce(sum(quantity), 0) FROM order_lines l JOIN placed o ON o.id = l.order_id
        JOIN products k ON k.id = l.product_id
        WHERE o.status <> 'Cancelled' AND stock_before.product_id IN (SELECT value FROM json_each(coalesce(k.part_ids, json_array(k.id))))
        ) AS sold FROM stock_before) b
      JOIN products p ON p.id = b.product_id
      WHERE p.part_ids IS NULL AND (p.stock < 0 OR b.stock <> p.stock + sold)`,
    how: 'a piece appears',
    corrupt: [
      sql`UPDATE products SET stock = stock + 1 WHERE id = (SELECT min(id) FROM products WHERE part_ids IS NULL)`,
    ],
  },
  'lines - discount + delivery = total': {
    broken: sql`SELECT id || ': ' || subtotal || ' - ' || discount || ' + ' || delivery || ' = ' || total AS line FROM placed o
      WHERE total <> subtotal - discount + delivery OR subtotal <> ${sumOf('price * quantity', 'order_lines')}
        OR discount <> ${sumOf('discount', 'order_lines')}`,
    how: 'a line costs a paisa more',
    corrupt: [sql`UPDATE order_lines SET price = price + 1 WHERE order_id = ${order(0)} AND position = 0`],
  },
  // Buyers of a run are known, so they may hold twice as much. Later stock plus their own pieces is never more than at the start.
  'no account holds more unpaid than it may': {
    broken: sql`WITH held AS (SELECT * FROM placed WHERE NOT paid AND status NOT IN ('Delivered', 'Cancelled', 'Returned'))
      SELECT user_id || ' holds ' || count(*) || ' orders, ' || sum(total) AS line FROM held GROUP BY user_id
        HAVING count(*) > ${whole(2 * person.orders)} OR sum(total) > ${whole(2 * person.total)}
      UNION ALL SELECT user_id || ' holds ' || sum(quantity) || ' of ' || l.product_id FROM held o
        JOIN order_lines l ON l.order_id = o.id LEFT JOIN stock_before b ON b.product_id = l.product_id
        GROUP BY user_id, l.product_id
        HAVING sum(quantity) > 2 * max(${whole(person.units)}, coalesce(b.stock, 0) * ${whole(person.stockPercent)} / 100)`,
    how: 'an order holds a hundred pieces',
    corrupt: [sql`UPDATE order_lines SET quantity = 100 WHERE order_id = ${order(8)} AND position = 0`],
  },
  'every order has its lines': {
    broken: sql`SELECT id || ' has no lines' AS line FROM placed WHERE id NOT IN (SELECT order_id FROM order_lines)`,
    how: 'an order loses its lines',
    corrupt: [sql`DELETE FROM order_lines WHERE order_id = ${order(1)}`],
  },
  'no stored order was refused or never requested': {
    broken: sql`SELECT o.id || ' was requested by nobody, or refused' AS line FROM placed o
      LEFT JOIN requested r ON r.key = o.idempotency_key AND r.user_id = o.user_id WHERE r.key IS NULL OR r.refused`,
    how: 'an order gets another key',
    corrupt: [sql`UPDATE orders SET idempotency_key = 'nobody-knows-it' WHERE id = ${order(2)}`],
  },
  'a key has one order, and one payment': {
    broken: sql`SELECT idempotency_key || ' has ' || count(*) || ' orders' AS line FROM placed
        GROUP BY user_id, idempotency_key HAVING count(*) > 1
      UNION ALL SELECT r.key || ' was answered with several orders' FROM requested r, json_each(r.acknowledged) a
        GROUP BY r.key HAVING count(DISTINCT a.value) > 1
      UNION ALL SELECT r.key || ' was answered with several payments' FROM requested r, json_each(r.payments) p
        GROUP BY r.key HAVING count(DISTINCT p.value) > 1`,
    how: 'an order is there twice',
    corrupt: [
      sql`DROP INDEX orders_idempotency`,
      sql`INSERT INTO orders (id, reference, user_id, status, payment_method, subtotal, discount, delivery, total,
            address, idempotency_key, request_hash, created_at)
          SELECT 'twin', 'ORD-TWIN', user_id, status, payment_method, subtotal, discount, delivery, total,
            address, idempotency_key, request_hash, created_at FROM orders WHERE id = ${order(3)}`,
    ],
  },
  'the history has every step, and ends with the status of the order': {
    broken: sql`WITH RECURSIVE
      step AS (SELECT * FROM order_events WHERE kind = 'status'),
      path(id, at, steps) AS (
        SELECT placed.id, to_status, 1 FROM placed JOIN step ON order_id = placed.id
          WHERE from_status IS NULL AND to_status = iif(payment_method = 'cod', 'Order Placed', 'Payment Pending')
        UNION ALL SELECT path.id, to_status, steps + 1 FROM path JOIN step ON order_id = path.id AND from_status = path.at
          WHERE steps < 20)
      SELECT id || ' is ' || status || '; its history is no path to that' AS line FROM placed WHERE id NOT IN (
        SELECT path.id FROM path JOIN placed ON placed.id = path.id
        WHERE at = status AND steps = (SELECT count(*) FROM step WHERE order_id = path.id))`,
    how: 'a step is forgotten',
    corrupt: [
      sql`DROP TRIGGER order_events_no_delete`,
      sql`DELETE FROM order_events WHERE order_id = ${order(4)}`,
    ],
  },
  'a code has as many uses as orders': {
    broken: sql`SELECT code || ' has ' || uses || ' uses of ' || max_uses || ', ' || found || ' orders' AS line FROM (
      SELECT *, (SELECT count(*) FROM placed WHERE coupon_code = code AND status <> 'Cancelled') AS found FROM coupons)
      WHERE uses <> found OR uses > max_uses`,
    how: 'a use is given back',
    corrupt: [sql`UPDATE coupons SET uses = uses - 1`],
  },
  'an address to be saved is saved once': {
    broken: sql`SELECT DISTINCT r.user_id || ' has not one address' AS line FROM requested r
      JOIN placed o ON o.id = r.acknowledged ->> 0
      WHERE save_info AND (SELECT count(*) FROM addresses a WHERE a.user_id = r.user_id) <> 1`,
    how: 'an address vanishes',
    corrupt: [sql`DELETE FROM addresses WHERE id = (SELECT min(id) FROM addresses)`],
  },
  'every placed order has one email, and no other order has': {
    broken: sql`SELECT id || ', ' || status || ', has not the right number of emails' AS line FROM placed o
      WHERE (payment_method = 'cod' OR paid) <> (
        SELECT count(*) FROM outbox WHERE cause IN ('order_placed:' || o.id, 'order_paid:' || o.id))`,
    how: 'an email vanishes',
    corrupt: [sql`DELETE FROM outbox WHERE cause = 'order_placed:' || ${order(5)}`],
  },
  'every email was sent, once': {
    broken: sql`SELECT cause || ' is ' || status || ', or was not mailed once' AS line FROM outbox
      WHERE status <> 'sent' OR (SELECT count(*) FROM mailed WHERE key = outbox.id) <> 1`,
    how: 'an email is mailed again',
    corrupt: [sql`INSERT INTO mailed SELECT key FROM mailed LIMIT 1`],
  },
  'every captured payment belongs to a paid order, or is due for refund': {
    broken: sql`SELECT payment_id || ': ' || amount || ' taken, ' || back || ' owed back' AS line FROM (
        SELECT *, (SELECT coalesce(sum(amount), 0) FROM refunds r WHERE r.payment_id = c.payment_id) AS back,
          EXISTS (SELECT 1 FROM orders o JOIN payments p ON p.order_id = o.id AND p.payment_id = c.payment_id
            WHERE o.id = c.order_id AND o.paid AND o.total = c.amount AND o.status NOT IN ('Cancelled', 'Returned')) AS is_sold
        FROM captured c) WHERE back <> iif(is_sold, 0, amount)`,
    how: 'an order that was paid is cancelled, and nothing owed back',
    corrupt: [sql`UPDATE orders SET status = 'Cancelled' WHERE id = ${order(0, paidOnline)}`],
  },
  'every online payment or refund due was captured by a provider': {
    broken: sql`SELECT o.id || ' is paid by ' || coalesce(payment_id, 'nothing') AS line FROM placed o
        LEFT JOIN payments p ON p.order_id = o.id
        WHERE paid AND NOT EXISTS (SELECT 1 FROM captured c WHERE c.payment_id = p.payment_id)
      UNION ALL SELECT r.id || ' gives back ' || coalesce(payment_id, 'nothing') FROM refunds r
        WHERE NOT EXISTS (SELECT 1 FROM captured c WHERE c.payment_id = r.payment_id)`,
    how: 'an order is paid by money that nobody has seen',
    corrupt: [sql`UPDATE payments SET payment_id = 'pay_unknown' WHERE order_id = ${order(1, paidOnline)}`],
  },
  'no order stays pending': {
    broken: sql`SELECT id || ' still waits' AS line FROM placed WHERE status = 'Payment Pending'`,
    how: 'a paid order waits again',
    corrupt: [sql`UPDATE orders SET status = 'Payment Pending' WHERE id = ${order(2, paidOnline)}`],
  },
  'the numbers of invoices and credit notes have no gap': {
    broken: sql`SELECT c.kind || ' ' || c.year || ' is at ' || last || ', and has ' || count(serial) AS line
      FROM document_counters c LEFT JOIN documents d ON d.kind = c.kind AND d.year = c.year
      GROUP BY c.kind, c.year HAVING count(serial) <> last OR count(DISTINCT serial) <> last OR min(serial) <> 1 OR max(serial) <> last`,
    how: 'a number is taken without a document',
    corrupt: [sql`UPDATE document_counters SET last = last + 1`],
  },
  'every parcel that left has one invoice, and no other order has one': {
    broken: sql`SELECT id || ', ' || status || ', has not its invoice' AS line FROM placed o
      WHERE ${sumOf('1', 'documents', "kind = 'invoice'")} <> (status IN ${handedOver})
        OR ${sumOf("data ->> 'total'", 'documents', "kind = 'invoice'")} <> iif(status IN ${handedOver}, total, 0)`,
    how: 'an invoice vanishes',
    corrupt: [
      sql`DROP TRIGGER documents_no_delete`,
      sql`DELETE FROM documents WHERE kind = 'invoice' AND order_id = ${order(0, sql`status IN ${handedOver}`)}`,
    ],
  },
  'what came back was credited and refunded once': {
    broken: sql`SELECT id || ', ' || status || ': not its whole total was credited and refunded once' AS line FROM placed o
      WHERE ${sumOf('amount', 'reductions')} <> iif(status = 'Returned', total, 0)
        OR ${sumOf("data ->> 'total'", 'documents', "kind = 'credit_note'")} <> iif(status = 'Returned', total, 0)
        OR ${sumOf('amount', 'refunds', "reason = 'returned'")} <> iif(status = 'Returned' AND paid, total, 0)`,
    how: 'a credit note vanishes',
    corrupt: [
      sql`DELETE FROM documents WHERE id = (SELECT min(id) FROM documents WHERE kind = 'credit_note')`,
    ],
  },
  'no line is without its order': {
    broken: sql`SELECT 'a line of ' || order_id || ', which is not there' AS line FROM order_lines
      WHERE order_id NOT IN (SELECT id FROM orders)`,
    how: 'a line loses its order',
    // The table's constraints refuse this, so a copy without them replaces it; renaming one would fail, since triggers of
    // other tables name it.
    corrupt: [
      sql`CREATE TABLE copied_lines AS SELECT * FROM order_lines`,
      sql`DROP TABLE order_lines`,
      sql`CREATE TABLE order_lines AS SELECT * FROM copied_lines`,
      sql`UPDATE order_lines SET order_id = 'gone' WHERE order_id = ${order(6)} AND position = 0`,
    ],
  },
  'nothing acknowledged is lost': {
    broken: sql`SELECT r.key || ' was placed as ' || a.value || ', which is not there, refused, or another order' AS line
      FROM requested r, json_each(r.acknowledged) a LEFT JOIN orders o ON o.id = a.value
      WHERE o.id IS NULL OR r.refused OR o.user_id <> r.user_id OR o.idempotency_key <> r.key OR o.payment_method <> r.method
        OR o.total <> r.total OR r.basket IS NOT (SELECT group_concat(piece, ', ') FROM (
          SELECT product_id || ' ×' || quantity AS piece FROM order_lines WHERE order_id = o.id ORDER BY 1))`,
    how: 'an order vanishes whole',
    corrupt: [sql`DELETE FROM orders WHERE id = ${order(7)}`],
  },
  'a checked return gave back what came, and keeps no account': {
    broken: sql`SELECT r.id || ' of ' || r.order_id || ' gave back nothing, or keeps where the money went' AS line
      FROM returns r LEFT JOIN refunds f ON f.id = r.refund_id
      WHERE r.status = 'Checked' AND (coalesce(f.id, r.exchange_order_id) IS NULL
        OR (coalesce(f.status, 'done') = 'done' AND r.payout IS NOT NULL)
        OR (f.id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM reductions WHERE order_id = r.order_id AND refund_id = f.id AND kind = 'returned')))`,
    how: 'a return is checked without a refund',
    corrupt: [
      sql`INSERT INTO returns (id, order_id, number, status, method, created_at)
        VALUES ('corrupt', ${order(8)}, 1, 'Checked', 'pickup', 0)`,
    ],
  },
  'an exchange is paid with what came back': {
    broken: sql`SELECT o.reference || ' costs ' || o.total || ', and was paid with ' || coalesce(f.paid, 0) AS line
      FROM orders o LEFT JOIN (SELECT transfer_reference, sum(amount) AS paid FROM refunds
        WHERE transfer = 'exchange' AND status = 'done' GROUP BY 1) f ON f.transfer_reference = o.reference
      WHERE o.payment_method = 'exchange' AND (o.paid = 0 OR o.total <> coalesce(f.paid, 0)
        OR NOT EXISTS (SELECT 1 FROM returns WHERE exchange_order_id = o.id))`,
    how: 'an exchange is paid with nothing',
    corrupt: [sql`UPDATE orders SET payment_method = 'exchange', paid = 1 WHERE id = ${order(9)}`],
  },
  'a remittance is the cash of a paid order': {
    broken: sql`SELECT r.id || ' brings ' || r.amount || ' for ' || coalesce(o.reference, 'no order') AS line
      FROM remittances r LEFT JOIN orders o ON o.id = r.order_id
      WHERE o.id IS NULL OR o.paid = 0 OR o.payment_method <> 'cod'`,
    how: 'a courier transfers the cash of an unpaid order',
    corrupt: [
      sql`INSERT INTO remittances (id, order_id, amount, utr, at, confirmed_by)
        VALUES ('corrupt', ${order(10)}, 100, 'N1', 0, 'nobody')`,
    ],
  },
  'the limits of cash on delivery hold': {
    broken: sql`SELECT id || ' costs ' || total AS line FROM placed
      WHERE payment_method = 'cod' AND status IN ('Order Placed', 'Packing') AND total > ${cashOnDelivery.maxOrder}`,
    how: 'an order on delivery costs a lakh',
    corrupt: [
      sql`UPDATE orders SET subtotal = subtotal + 10000000, total = total + 10000000 WHERE id = ${order(0)}`,
    ],
  },
} satisfies Record<string, Invariant>;

export type InvariantName = keyof typeof invariants;
const all = Object.keys(invariants) as InvariantName[];

/** @returns the violations of each invariant; none where it holds */
export async function checkInvariants(
  { read }: Db,
  names: readonly InvariantName[] = all,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const name of names)
    found[name] = (await read.all<{ line: string }>(invariants[name].broken)).map(({ line }) => line);
  return found;
}

/**
 * Breaks each invariant, and expects its query to find it. Only for the end of a run, since nothing is repaired afterwards.
 * @returns one line for each corruption, and whether all were found
 */
export async function testInvariants(db: Db): Promise<{ all: boolean; lines: string[] }> {
  const lines: string[] = [];
  let missed = 0;
  for (const name of all) {
    const { how, corrupt } = invariants[name];
    const { [name]: before = [] } = await checkInvariants(db, [name]);
    for (const statement of corrupt) await db.write.run(statement);
    const { [name]: after = [] } = await checkInvariants(db, [name]);
    const added = after.find((line) => !before.includes(line));
    if (!added) missed += 1;
    lines.push(`${how}: ${added ? `seen (${added})` : `NOT SEEN by "${name}"`}`);
  }
  return { all: !missed, lines };
}
