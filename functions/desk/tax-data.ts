/**
 * HSN codes, units and GST rates for an order that was placed before the shop knew them (docs/behaviour.md 8.9): from the
 * catalogue, with the rates of the day of the order. Possible until the parcel is handed over, which issues the invoice.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orderLines, orders, products } from '#db/schema/index.ts';
import { type OrderStatus, unshipped } from '#features/orders/order.ts';
import { ratesAt } from '#features/tax/tax.ts';
import { lacksTaxData } from '../documents/issue.ts';
import type { Operator } from '../http/operator.ts';
import { rateOf, tax } from '../lib/tax.ts';
import { type ChangedOrder, changedOrder, eventsSince } from '../orders/history.ts';
import { addNote } from './order-detail.ts';

type TaxDataResult =
  | { ok: true; seen: number }
  | { ok: false; code: 'not_found' }
  | { ok: false; code: 'not_open'; status: OrderStatus }
  /** @property names of the products of which the catalogue does not know enough */
  | { ok: false; code: 'not_in_catalogue'; names: string[] }
  /** No line lacks anything. */
  | { ok: false; code: 'complete' }
  | ChangedOrder;

/** Completes the lines of an order. @param seen number of history rows that the operator has seen @param now UTC ms */
export async function addTaxData(
  db: Db,
  operator: Operator,
  { orderId, seen }: { orderId: string; seen: number },
  now: number,
): Promise<TaxDataResult> {
  const [[order], lines] = await db.read.batch([
    db.read
      .select({ status: orders.status, createdAt: orders.createdAt })
      .from(orders)
      .where(eq(orders.id, orderId)),
    db.read
      .select({ name: orderLines.name, hsn: products.hsn, unitCode: products.unitCode })
      .from(orderLines)
      .leftJoin(products, eq(products.id, orderLines.productId))
      .where(and(eq(orderLines.orderId, orderId), lacksTaxData)),
  ]);
  if (!order) return { ok: false, code: 'not_found' };
  if (!unshipped.includes(order.status)) return { ok: false, code: 'not_open', status: order.status };
  const rates = ratesAt(tax, order.createdAt);
  const unknown = lines.filter(({ hsn, unitCode }) => !hsn || !unitCode || rates[hsn] === undefined);
  if (unknown.length) return { ok: false, code: 'not_in_catalogue', names: unknown.map(({ name }) => name) };
  if (!lines.length) return { ok: false, code: 'complete' };
  const id = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${id})`;
  const note = { orderId, seen, note: 'HSN codes, units and GST rates were taken from the catalogue.' };
  const [changes] = await db.write.batch([
    eventsSince(db, orderId, seen),
    addNote(db, operator, note, now, { id, only: inArray(orders.status, [...unshipped]) }),
    db.write.run(sql`
      UPDATE ${orderLines} SET hsn = sold.hsn, unit_code = sold.unit_code, rate = ${rateOf(rates, sql`sold.hsn`)}
      FROM (SELECT id AS product, hsn, unit_code FROM ${products}) AS sold
      WHERE order_id = ${orderId} AND product_id = sold.product AND ${lacksTaxData} AND ${done}`),
  ]);
  return changes.length ? changedOrder(order.status, seen, changes) : { ok: true, seen: seen + 1 };
}
