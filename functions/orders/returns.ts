/** Returns of orders, and what of an order can still be returned (docs/behaviour.md, "Returns"). */
import { asc, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  isUndone,
  orderEvents,
  orderLines,
  products,
  reductions,
  refunds,
  returnLines,
  returns,
} from '#db/schema/index.ts';
import type { Returnable } from '#domain/orders/order.ts';
import {
  type ExchangeChoice,
  exchangeChoices,
  replacementOf,
  type SoldVariant,
  sameItem,
} from '#domain/returns/exchange.ts';
import {
  type ApiReturn,
  faultOf,
  isOpenReturn,
  type ReturnableLine,
  type ReturnReason,
  returnableUnits,
  returnableUntil,
  returnReference,
  shopFaults,
} from '#domain/returns/return.ts';
import { isoTime } from '#lib/dates.ts';
import { type Paise, toRupees, toRupeesOrNull } from '#lib/money.ts';
import { store } from '../lib/store.ts';
import type { PhotoUrl } from '../photos/photo-link.ts';
import { photosOf, serializePhotos } from '../photos/use.ts';

/** A unit of a return as it is stored with its names. */
export type StoredUnits = {
  id: string;
  name: string;
  position: number;
  quantity: number;
  reason: ReturnReason;
  /** The size or shade that is wanted instead, and its name in the product; null for the money. */
  exchangeFor: string | null;
  exchangeLabel: string | null;
};

/** Column for a query on `orders`: when its parcel was delivered, UTC ms; older orders have only their own day. */
export const deliveredAt = sql<number>`coalesce((SELECT max(e.at) FROM ${orderEvents} AS e
  WHERE e.order_id = orders.id AND e.to_status = 'Delivered' AND NOT ${isUndone(sql`e`)}), orders.created_at)`;

/** Column for a query on `orders`: whether it replaces something of a return at the shop's fault. */
export const replacesFaulty = sql<number>`EXISTS (SELECT 1 FROM ${returns} AS asked JOIN ${returnLines} AS unit
  ON unit.return_id = asked.id WHERE asked.exchange_order_id = orders.id AND unit.exchange_for IS NOT NULL
  AND unit.reason IN ${shopFaults})`;

/** The columns of a query on `returns`: a return with its units, photos and money. */
export const returnColumns = {
  one: returns,
  units: sql`(SELECT json_group_array(json_object('id', line.product_id, 'name', line.name,
      'position', unit.position, 'quantity', unit.quantity, 'reason', unit.reason,
      'exchangeFor', unit.exchange_for, 'exchangeLabel',
      (SELECT coalesce(label, name) FROM ${products} WHERE id = unit.exchange_for)))
    FROM (SELECT * FROM return_lines WHERE return_id = returns.id ORDER BY position) AS unit
    JOIN ${orderLines} AS line ON line.order_id = returns.order_id AND line.position = unit.position)`.mapWith(
    (json: string): StoredUnits[] => JSON.parse(json),
  ),
  photos: photosOf(sql`return_id = returns.id`),
  amount: sql<Paise | null>`(SELECT amount FROM ${refunds} WHERE id = returns.refund_id)`,
  exchangeReference: sql<
    string | null
  >`(SELECT reference FROM orders AS made WHERE made.id = returns.exchange_order_id)`,
  postage: sql<Paise | null>`(SELECT sum(amount) FROM ${refunds}
    WHERE order_id = returns.order_id AND returns.postage_refund_id IN (id, rest_of))`,
  refundedAt: sql<number | null>`(SELECT done_at FROM ${refunds} WHERE id = returns.refund_id)`,
};

/** Statement: the returns of orders with their units, oldest first. @param orderIds ids, or a query of them */
export const selectReturns = (db: Db, orderIds: readonly string[] | SQLWrapper) =>
  db.read
    .select(returnColumns)
    .from(returns)
    .where(inArray(returns.orderId, orderIds))
    .orderBy(asc(returns.createdAt), asc(returns.number));
export type ReturnRow = Awaited<ReturnType<typeof selectReturns>>[number];

/** A column: the product of a line `order_lines` and its sizes and shades, as they are sold now. */
const variants =
  sql`(SELECT json_group_array(json_object('_id', other.id, 'label', coalesce(other.label, other.name),
    'price', other.price, 'sales', json(other.sales), 'stock', other.stock))
  FROM ${products} AS own JOIN ${products} AS other ON (other.id = own.id OR other.group_id = own.group_id)
  WHERE own.id = order_lines.product_id AND other.retired = 0 AND other.paused IS NULL)`.mapWith(
    (json: string): SoldVariant[] => JSON.parse(json),
  );

/**
 * Statement: the lines of delivered orders, with the units that were not given back, the category of their product and what
 * they can be exchanged for.
 * @param orderIds ids, or a query of them
 */
export const selectReturnableLines = (db: Db, orderIds: readonly string[] | SQLWrapper) =>
  db.read
    .select({
      orderId: orderLines.orderId,
      _id: orderLines.productId,
      name: orderLines.name,
      position: orderLines.position,
      price: orderLines.price,
      variants,
      category: sql<string>`(SELECT category FROM ${products} WHERE id = order_lines.product_id)`,
      left: sql<number>`order_lines.quantity - (SELECT coalesce(sum(given.quantity), 0) FROM ${reductions} AS given
        WHERE given.order_id = order_lines.order_id AND given.position = order_lines.position AND given.kind <> 'cancelled')`,
    })
    .from(orderLines)
    .where(inArray(orderLines.orderId, orderIds))
    .orderBy(asc(orderLines.position));
type LineRow = Awaited<ReturnType<typeof selectReturnableLines>>[number];

/** What a line can be exchanged for. @param now UTC ms */
export function choicesOf(
  { _id, price, variants }: Pick<LineRow, '_id' | 'price' | 'variants'>,
  now: number,
): ExchangeChoice[] {
  const listed = variants.find((one) => one._id === _id) ?? null;
  return exchangeChoices({ productId: _id, price, listed }, variants, now);
}

/** What is sent for a line, if it is possible: another size or shade, or for a fault of the shop the same item. @param now UTC ms */
export function choiceFor(
  line: Pick<LineRow, '_id' | 'price' | 'variants'>,
  { exchangeFor, reason }: { exchangeFor?: string | null | undefined; reason: ReturnReason },
  now: number,
): ExchangeChoice | undefined {
  if (exchangeFor !== line._id) return choicesOf(line, now).find(({ _id }) => _id === exchangeFor);
  return faultOf(reason) === 'shop' ? replacementOf({ productId: line._id }, line.variants) : undefined;
}

/** The units of open returns. */
export const openUnits = (rows: readonly ReturnRow[]): StoredUnits[] =>
  rows.flatMap(({ one, units }) => (isOpenReturn(one.status) ? units : []));

/** What is sent for a unit in exchange, as people read it; null for the money. */
export const exchangeOf = ({
  id,
  exchangeFor,
  exchangeLabel,
}: Pick<StoredUnits, 'id' | 'exchangeFor' | 'exchangeLabel'>): string | null =>
  exchangeFor === id ? sameItem : exchangeLabel;

/** A return as the API returns it. @param reference of its order */
export const serializeReturn = (
  { one, units, photos, amount, postage, exchangeReference, refundedAt }: ReturnRow,
  reference: string,
  photoUrl: PhotoUrl | undefined,
): ApiReturn => ({
  _id: one.id,
  reference: returnReference(reference, one.number),
  status: refundedAt === null ? one.status : 'Refunded',
  items: units.map(({ id: _id, position: _, exchangeFor, exchangeLabel, ...unit }) => ({
    _id,
    ...unit,
    exchange: exchangeOf({ id: _id, exchangeFor, exchangeLabel }),
  })),
  method: one.method,
  note: one.note,
  photos: serializePhotos(photos, photoUrl),
  answer: one.answer,
  exchange: exchangeReference,
  amount: toRupeesOrNull(amount),
  postage: toRupeesOrNull(postage),
  date: new Date(one.createdAt).toISOString(),
  decidedAt: isoTime(one.decidedAt),
  sentAt: isoTime(one.sentAt),
  endedAt: isoTime(one.endedAt),
  refundedAt: isoTime(refundedAt),
});

/**
 * What of an order can still be returned.
 * @param deliveredAt, @param now UTC ms @returns null if nothing can
 */
export function returnableOf(
  status: string,
  deliveredAt: number,
  lines: readonly (ReturnableLine & Pick<LineRow, '_id' | 'name' | 'price' | 'variants'>)[],
  rows: readonly ReturnRow[],
  now: number,
): Returnable | null {
  const until = returnableUntil(deliveredAt, store.returns);
  if (status !== 'Delivered' || now >= until) return null;
  const units = returnableUnits(lines, openUnits(rows));
  const items = lines.flatMap((line) => {
    const { _id, name, position, category } = line;
    const quantity = units.get(position) ?? 0;
    const onlyFaulty = store.returns.excluded.includes(category);
    const exchanges = choicesOf(line, now).map(({ stock, difference, ...choice }) => ({
      ...choice,
      left: stock,
      difference: toRupees(difference),
    }));
    const replaceable = replacementOf({ productId: _id }, line.variants)?.stock ?? 0;
    return quantity ? [{ _id, name, quantity, onlyFaulty, exchanges, replaceable }] : [];
  });
  const { condition, postageMost } = store.returns;
  return items.length
    ? { until: new Date(until).toISOString(), items, condition, postageMost: toRupees(postageMost) }
    : null;
}
