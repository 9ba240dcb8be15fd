/**
 * What buyers may hold unpaid: pieces of orders that wait for their payment, and of cash orders until they are delivered.
 * An order costs nothing, so without limits one person could reserve the whole stock. The limits are `limits.unpaid` of
 * content/store.yaml; docs/behaviour.md, "Unpaid limits" describes them and
 * docs/decisions/29-what-may-be-held-unpaid.md says why.
 *
 * The rule is one SQL query, which says what an order would exceed. The batch that writes an order repeats it as a condition,
 * so that orders at the same moment cannot exceed a limit together. It reads rows of what is held now (`holds`,
 * `product_holds`), never past orders. Triggers delete these rows with the end of an order (db/triggers/holds.sql).
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  bankTransfers,
  holds,
  orderLines,
  orders,
  productHolds,
  products,
  returns,
  users,
} from '#db/schema/index.ts';
import type { Store } from '#domain/store/store.ts';
import { oneDay, oneHour } from '#lib/dates.ts';
import { mailboxOf } from '#lib/mailbox.ts';
import type { Paise } from '#lib/money.ts';
import type { Network } from '../lib/network.ts';
import { store } from '../lib/store.ts';
import { attemptKey } from '../limits/attempts.ts';
import { limitNow } from '../limits/sale-day.ts';
import { addressKey } from './address-subject.ts';
import { linesOfOrder, pieceRows, piecesOf } from './move-stock.ts';
import { deliveredAt } from './returns.ts';

/** Rows end with their order; those of an order that nobody ends count this long. */
const forgottenAfter = 90 * oneDay;

export type UnpaidLimits = Store['limits']['unpaid'];

/**
 * An order that may be held.
 * @property buyer a query for the account's id
 * @property lines with their quantities
 * @property total paise
 * @property networks of the client
 * @property now UTC ms
 */
export type HeldOrder = {
  buyer: SQL;
  address: { email: string; phone: string; address: string; zipcode: string };
  lines: readonly { productId: string; quantity: number }[];
  total: Paise;
  networks: readonly Network[];
  now: number;
};

/**
 * What an order exceeds. `outranked`: the share of the shop, of which orders that give way to this one hold enough
 * (outrank.ts).
 * @property confirming whether it is enough to confirm the email
 */
export type Exceeded = {
  kind: 'account' | 'phone' | 'address' | 'network' | 'shop' | 'outranked';
  confirming: boolean;
};

/** The buyer's newest orders that are looked at: an account may have thousands. */
const newest = 30;

/** A query: the newest orders of an account. @param columns of orders */
export const newestOrders = (buyer: SQL, columns: SQL): SQL =>
  sql`(SELECT ${columns} FROM ${orders} WHERE user_id = ${buyer} ORDER BY created_at DESC LIMIT ${newest})`;

/** Statement: the pieces that the buyer's own orders keep while they wait for their payment; of a kit those of its parts. */
export const selectOwnPieces = (db: Db, buyer: SQL) => {
  const lines = sql`SELECT product_id AS id, quantity FROM ${orderLines} WHERE order_id IN (
    SELECT id FROM ${newestOrders(buyer, sql`id, status, reserved`)} WHERE status = 'Payment Pending' AND reserved = 1)`;
  const own = sql`(${piecesOf(lines)}) AS own`;
  return db.read.select({ id: sql<string>`own.id`, quantity: sql<number>`own.quantity` }).from(own);
};

/** Condition: something was delivered to the account, or this guest, and nothing of that order comes back. */
const hasDelivery = (buyer: SQL, only = sql`true`): SQL => sql`EXISTS (
  SELECT 1 FROM ${newestOrders(buyer, sql`id, status, created_at`)} AS orders
  WHERE orders.status = 'Delivered' AND ${only} AND NOT EXISTS (
    SELECT 1 FROM ${returns} AS back WHERE back.order_id = orders.id AND back.status NOT IN ('Declined', 'Cancelled')))`;

/** Condition: a delivery that they have kept: it cannot be returned any more. */
const hasKept = (buyer: SQL, now: number): SQL =>
  hasDelivery(buyer, sql`${deliveredAt} < ${now - store.returns.days * oneDay}`);

/** Condition on a row of `users`, or its alias: the mailbox is known to be real. */
export const hasProvedMailbox = (user: SQL): SQL =>
  sql`coalesce(${user}.verified_at, ${user}.confirmed_at) IS NOT NULL`;

/**
 * Condition on an order `o`: it is to be paid in cash and is not packed, or waits for a bank transfer of which nothing has
 * come; and nobody has proved anything for it: no confirmation, no mailbox, no delivery. It gives way to those who have, and to
 * those who pay.
 */
export const isUnproved: SQL = sql`((o.status = 'Order Placed' AND o.paid = 0 AND o.confirmed_at IS NULL
    AND o.confirm_reason IS NOT 'by_phone'
    OR o.status = 'Payment Pending' AND o.payment_method = 'transfer'
      AND NOT EXISTS (SELECT 1 FROM ${bankTransfers} AS came WHERE came.order_id = o.id))
  AND EXISTS (SELECT 1 FROM ${users} AS buyer
    WHERE buyer.id = o.user_id AND NOT ${hasProvedMailbox(sql`buyer`)} AND NOT ${hasDelivery(sql`buyer.id`)}))`;

const unlimited = 2 ** 50;

/** The part of a limit that a network has, rounded up. */
const partOf = (limit: SQL): SQL => sql`CAST(${limit} * (value ->> 'share') + 0.999 AS INTEGER)`;

/** The subjects of an order with their limits. The account's subject, and the limits of a network, are only known to the database. */
function boundsOf({ address, networks }: HeldOrder, { person, address: shared }: UnpaidLimits) {
  const ofPersons = (persons: number) => ({
    orders: persons * person.orders,
    units: unlimited,
    total: persons * person.total,
    persons,
    share: null,
  });
  return [
    { kind: 'account', subject: null, ...ofPersons(1) },
    { kind: 'phone', subject: attemptKey('hold-phone', address.phone), ...ofPersons(1) },
    {
      kind: 'address',
      subject: attemptKey('hold-address', address.zipcode, addressKey(address)),
      ...ofPersons(shared.persons),
    },
    ...networks.map(({ name, share }) => ({
      kind: 'network',
      subject: `network:${attemptKey('hold-network', name)}`,
      orders: null,
      units: null,
      total: unlimited,
      persons: 0,
      share,
    })),
  ];
}

/**
 * The buyer `me`, the order's subjects `bound` and its pieces `wanted`, for the statements below. Who has proved something (`proved`: a mailbox or
 * a delivery) may hold twice as much (`times`). A guest is as new as another one with the same email.
 */
const common = (order: HeldOrder, limits: UnpaidLimits): SQL => sql`
  me AS MATERIALIZED (SELECT *, confirmed OR delivered AS proved, 1 + (confirmed OR delivered) AS times FROM (
    SELECT u.id, ${hasDelivery(sql`u.id`)} AS delivered, ${hasProvedMailbox(sql`u`)} AS confirmed,
      CASE WHEN u.guest = 1 THEN ${attemptKey('hold-guest', mailboxOf(order.address.email || order.address.phone))} ELSE 'account:' || u.id END AS subject
    FROM ${users} AS u WHERE u.id = ${order.buyer})),
  bound AS MATERIALIZED (
    SELECT value ->> 'kind' AS kind, coalesce(value ->> 'subject', me.subject) AS subject,
      coalesce(value ->> 'orders', ${partOf(limitNow('networkOrders', limits.network.orders, order.now))}) AS orders,
      coalesce(value ->> 'units', ${partOf(limitNow('networkPieces', limits.network.units, order.now))}) AS units, value ->> 'total' AS total, value ->> 'persons' AS persons
    FROM json_each(${JSON.stringify(boundsOf(order, limits))}) JOIN me
    WHERE value ->> 'persons' OR NOT me.proved),
  wanted AS MATERIALIZED (${piecesOf(pieceRows(order.lines))})`;

/** The number of its pieces. */
const units = sql`(SELECT sum(quantity) FROM wanted)`;

/** Percent of the pieces, but of two or three at least one, and never the last. */
const shareOf = (pieces: SQL, percent: SQL): SQL =>
  sql`max(CAST(${pieces} * ${percent} / 100 AS INTEGER), min(1, ${pieces} - 1))`;

/** What all buyers together may hold of a product, per cent, in SQL. @param now UTC ms */
const sharesNow = ({ percent, percentPerHour }: UnpaidLimits['shop'], now: number) => ({
  percent: limitNow('cash', percent, now),
  percentPerHour: limitNow('cashPerHour', percentPerHour, now),
});

/** Length of a slot of `product_holds`, ms: the triggers have it too. */
const slotLength = 10 * 60 * 1000;

/** Condition on `product_holds`: its orders are of the last hour. @param slot a column, or a time */
const isRecent = (slot: SQL, now: number): SQL => sql`${slot} > ${now - oneHour - slotLength}`;

/** Pieces of the product `sold` in orders that give way. @param only condition on their rows of `holds`, `h` */
export const unprovedPieces = (only: SQL): SQL => sql`(SELECT coalesce(sum(l.quantity), 0) FROM ${holds} AS h
  CROSS JOIN ${orders} AS o ON o.id = h.order_id CROSS JOIN order_pieces AS l ON l.order_id = o.id
  WHERE h.subject = 'shop' AND ${only} AND l.product_id = sold.id AND ${isUnproved})`;

/** A query: what the order would exceed; no row for one that may be held. */
export function exceededBy(order: HeldOrder, limits: UnpaidLimits): SQL {
  const { total, now } = order;
  const { person } = limits;
  const shop = sharesNow(limits.shop, now);
  const isOver = (times: SQL) =>
    sql`(held.held_orders > held.orders * ${times} OR held.held_units > held.units * ${times} OR held.held_total > held.total * ${times})`;
  const mostOf = (times: SQL) =>
    sql`held.persons * ${times} * max(${person.units}, CAST((sold.stock + coalesce(piece.units, 0)) * ${person.stockPercent} / 100 AS INTEGER))`;
  const together = sql`coalesce(piece.units, 0) + wanted.quantity`;
  // Anybody can type a phone or an address: who has proved something shares them with others who have.
  const counted = (
    kind: SQL,
  ) => sql`h.until > ${now} AND (${kind} NOT IN ('phone', 'address') OR NOT me.proved
    OR NOT EXISTS (SELECT 1 FROM ${orders} AS o WHERE o.id = h.order_id AND ${isUnproved}))`;
  const recent = sql`(SELECT coalesce(sum(units), 0) FROM ${productHolds}
    WHERE product_id = sold.id AND ${isRecent(sql`slot`, now)})`;
  const pieces = sql`(sold.stock + coalesce(open.units, 0))`;
  const overall = sql`coalesce(open.units, 0) + wanted.quantity - ${shareOf(pieces, shop.percent)}`;
  const inHour = sql`iif(me.delivered, 0, ${recent} + wanted.quantity - ${shareOf(pieces, shop.percentPerHour)})`;
  const since = isRecent(sql`h.at - h.at % ${slotLength}`, now);
  return sql`
    WITH ${common(order, limits)},
    held AS MATERIALIZED (
      SELECT bound.*, count(h.order_id) + 1 AS held_orders, coalesce(sum(h.units), 0) + ${units} AS held_units,
        coalesce(sum(h.total), 0) + ${total} AS held_total
      FROM me CROSS JOIN bound LEFT JOIN ${holds} AS h ON h.subject = bound.subject AND ${counted(sql`bound.kind`)}
      GROUP BY bound.subject),
    many AS (SELECT * FROM held WHERE persons AND held_units > persons * ${person.units}),
    piece AS MATERIALIZED (
      SELECT many.subject, l.product_id AS id, sum(l.quantity) AS units
      FROM me CROSS JOIN many CROSS JOIN ${holds} AS h ON h.subject = many.subject AND ${counted(sql`many.kind`)}
        CROSS JOIN order_pieces AS l ON l.order_id = h.order_id
      GROUP BY 1, 2),
    crowded AS (
      SELECT ${overall} > ${unprovedPieces(sql`true`)} OR ${inHour} > ${unprovedPieces(since)} AS is_proved
      FROM me JOIN wanted JOIN ${products} AS sold ON sold.id = wanted.id
        LEFT JOIN ${productHolds} AS open ON open.product_id = sold.id AND open.slot = 0
      WHERE iif(${overall} > 0 OR ${inHour} > 0, NOT ${hasKept(sql`me.id`, now)}, 0))
    SELECT kind, min(confirming) AS confirming FROM (
      SELECT held.kind, NOT me.proved AND (NOT held.persons OR NOT ${isOver(sql`2`)}) AS confirming
      FROM me JOIN held WHERE ${isOver(sql`iif(held.persons, me.times, 1)`)}
      UNION ALL
      SELECT held.kind, NOT me.proved AND ${together} <= ${mostOf(sql`2`)}
      FROM me JOIN many AS held JOIN wanted JOIN ${products} AS sold ON sold.id = wanted.id
        LEFT JOIN piece ON piece.subject = held.subject AND piece.id = wanted.id
      WHERE ${together} > ${mostOf(sql`me.times`)}
      UNION ALL
      SELECT iif(me.proved AND NOT crowded.is_proved, 'outranked', 'shop'), NOT me.proved AND NOT crowded.is_proved
      FROM me JOIN crowded)
    GROUP BY kind`;
}

/** Statement: reads what an order would exceed. */
export const readExceeded = (db: Db, order: HeldOrder, limits: UnpaidLimits) =>
  db.read.all<{ kind: Exceeded['kind']; confirming: number }>(exceededBy(order, limits));

/** Condition: the order may be held. */
export const mayHold = (order: HeldOrder, limits: UnpaidLimits): SQL =>
  sql`NOT EXISTS (${exceededBy(order, limits)})`;

/** Statement for the order's batch, after its lines: what it holds. */
export const addHolds = (db: Db, orderId: string, order: HeldOrder, limits: UnpaidLimits) =>
  db.write.run(sql`
    INSERT INTO ${holds} (subject, order_id, units, total, at, until)
    WITH ${common(order, limits)}
    SELECT subject, ${orderId}, ${units}, ${order.total}, ${order.now},
      iif(persons, ${order.now + forgottenAfter}, ${order.now + oneHour}) FROM bound
    UNION ALL
    SELECT 'shop', ${orderId}, ${units}, ${order.total}, ${order.now}, ${order.now + forgottenAfter}`);

/** A query: products of which unpaid orders hold more than their share, and by how many pieces, since others were sold. */
export function overShare(shop: UnpaidLimits['shop'], now: number): SQL {
  const share = shareOf(sql`(sold.stock + open.units)`, sharesNow(shop, now).percent);
  return sql`
    SELECT sold.id, open.units - ${share} AS units
    FROM ${productHolds} AS open INDEXED BY product_holds_slot JOIN ${products} AS sold ON sold.id = open.product_id
    WHERE open.slot = 0 AND open.units > ${share}`;
}

/** Condition on an order: its pieces are taken already, or there are enough. @param order the table, or its alias */
export const canTakeStock = (order: SQL): SQL<number> => sql<number>`(${order}.reserved = 1 OR NOT EXISTS (
  SELECT 1 FROM (${piecesOf(linesOfOrder(sql`${order}.id`))}) AS piece JOIN products AS kept ON kept.id = piece.id
  WHERE kept.stock < piece.quantity))`;

/** Statement: whether {@link canTakeStock} holds. @param orderId also a query */
export const selectEnough = (db: Db, orderId: string | SQL) =>
  db.read
    .select({ enough: canTakeStock(sql`${orders}`) })
    .from(orders)
    .where(eq(orders.id, orderId));

/**
 * Statement: products of which unpaid orders hold nine tenths of what they may, or more.
 * @param most number of products
 */
export function mostlyHeld(db: Db, shop: UnpaidLimits['shop'], now: number, most: number) {
  const { percent, percentPerHour } = sharesNow(shop, now);
  return db.read.all<{ id: string; name: string; units: number; stock: number }>(sql`
    SELECT id, name, units, stock FROM (
      SELECT sold.id, sold.name, sold.stock, open.units,
        (SELECT coalesce(sum(units), 0) FROM ${productHolds} WHERE product_id = sold.id AND ${isRecent(sql`slot`, now)}) AS recent
      FROM ${productHolds} AS open JOIN ${products} AS sold ON sold.id = open.product_id
      WHERE open.slot = 0 AND open.units > 0)
    WHERE units * 1000 >= (stock + units) * 9 * ${percent} OR recent * 1000 >= (stock + units) * 9 * ${percentPerHour}
    ORDER BY units DESC LIMIT ${most}`);
}
