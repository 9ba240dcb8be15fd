/** Reads the orders to ship, and the orders that already have a tracking number. */

import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders, remittances } from '#db/schema/index.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { isPaidOnDelivery, type OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import { maxOrders } from '#domain/shipping/shipping-constants.ts';
import type { Paise } from '#lib/money.ts';
import type { DeskCall } from '../lib/call.ts';
import { fullNameIn } from '../lib/full-name.ts';
import { chargesOf } from './remittance-transfers.ts';

type Row = {
  id: string;
  reference: string;
  status: OrderStatus;
  total: number;
  paid: number;
  paymentMethod: OrderPaymentMethod;
  trackingId: string | null;
  name: string;
  city: string;
  zipcode: string;
  seen: number;
  /** The last note for operators. */
  lastNote: string | null;
  courier: string | null;
  /** JSON; amounts are paise. */
  remittances: string;
};

/** @param ids a query of ids */
const rowsOf = (db: Db, ids: ReturnType<typeof sql>) =>
  db.read.all<Row>(sql`
    SELECT o.id, o.reference, o.status, o.total, o.paid, o.payment_method AS paymentMethod,
           o.tracking_id AS trackingId,
           ${fullNameIn(sql`o.address`)} AS name,
           o.address ->> 'city' AS city, o.address ->> 'zipcode' AS zipcode,
           (SELECT count(*) FROM ${orderEvents} WHERE order_id = o.id) AS seen,
           (SELECT reason FROM ${orderEvents} WHERE order_id = o.id AND kind = 'note'
            ORDER BY rowid DESC LIMIT 1) AS lastNote, o.courier,
           (SELECT json_group_array(json_object('amount', r.amount, 'charges', ${chargesOf('r')}, 'utr', r.utr))
            FROM ${remittances} AS r WHERE r.order_id = o.id) AS remittances
    FROM (${ids}) AS wanted CROSS JOIN ${orders} AS o ON o.id = wanted.id
    ORDER BY o.created_at, o.id`);

/** Amounts are paise. `collect` is what the courier has to collect; null for a paid order. */
const toShip = (row: Row) => ({
  ...row,
  paid: row.paid === 1,
  collect: isPaidOnDelivery(row.paymentMethod) && !row.paid ? row.total : null,
  remittances: JSON.parse(row.remittances) as { amount: Paise; charges: Paise; utr: string }[],
});

/**
 * The oldest order first, at most {@link maxOrders}.
 * @param orderIds unknown ones are left out; undefined for the orders that are Packing
 */
export async function listToShip(
  { db }: DeskCall,
  { orderIds }: { orderIds?: readonly string[] | undefined },
) {
  const ids = orderIds
    ? sql`SELECT DISTINCT value AS id FROM json_each(${JSON.stringify(orderIds)})`
    : sql`SELECT id FROM ${orders} INDEXED BY orders_status WHERE status = 'Packing'
          ORDER BY created_at LIMIT ${maxOrders}`;
  return { orders: (await rowsOf(db, ids)).map(toShip) };
}

/** The orders that have one of these as their tracking number or reference. */
export async function findByNumber({ db }: DeskCall, { numbers }: { numbers: readonly string[] }) {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(numbers)}))`;
  const ids = sql`SELECT id FROM ${orders} INDEXED BY orders_tracking WHERE tracking_id IN ${wanted}
    UNION SELECT id FROM ${orders} INDEXED BY orders_reference WHERE reference IN ${wanted}`;
  return { orders: (await rowsOf(db, ids)).map(toShip) };
}
