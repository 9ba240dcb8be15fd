/** The file of parcels for a courier (docs/desk.md, "Papers and shipping"). It is recorded in the audit list before it is sent. */

import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products } from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import { hasPackingSlip } from '#domain/orders/order-rules.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import { type Parcel, parcelFile } from '#domain/shipping/parcel-file.ts';
import { proveOperator } from '../accounts/prove-operator.ts';
import {
  forgetPasswordAttempts,
  isOperatorStillProven,
  type Proof,
  proofExpired,
} from '../accounts/prove-password.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import type { DeskCall } from '../lib/call.ts';
import { courierExports } from '../lib/couriers.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { writeAudit } from './audit.ts';

type ParcelFile = {
  ok: true;
  /** The text of the CSV file. */
  file: string;
  parcels: number;
  /** References of parcels whose weight is unknown. */
  withoutWeight: string[];
  /** References of orders that have no parcel. */
  leftOut: string[];
};

type LineRead = { line: OrderLine; sku: string | null; grams: number | null };

/** @property parts grams of the parts of a kit; null if one of them is unknown, or for what is no kit */
const readLines = (db: Db, orderIds: readonly string[]) =>
  db.read
    .select({
      line: orderLines,
      sku: products.sku,
      grams: sql<
        number | null
      >`coalesce(${products.netGrams}, (SELECT iif(count(part.net_grams) = count(*) AND count(*) > 0, sum(part.net_grams), NULL)
        FROM json_each(${products.partIds}) AS one LEFT JOIN ${products} AS part ON part.id = one.value))`,
    })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.position));

const parcelOf = (order: OrderRow, lines: readonly LineRead[] = []): Parcel => {
  const { address, total, paid, paymentMethod } = order;
  return {
    reference: order.reference,
    placedAt: order.createdAt,
    ...address,
    pincode: address.zipcode,
    total,
    collect: isPaidOnDelivery(paymentMethod) && !paid ? total : 0,
    delivery: order.delivery,
    discount: order.discount,
    lines: lines.map(({ line, sku, grams }) => ({
      sku: sku ?? line.productId,
      name: line.name,
      quantity: line.quantity,
      price: line.price,
      grams: grams ?? undefined,
    })),
  };
};

/**
 * Makes the file of the chosen orders; the oldest order is first.
 * @param orderIds unknown ones are left out
 * @param person the operator, whose password was checked; this clears their failed attempts
 */
export async function makeParcelFile(
  call: DeskCall,
  { orderIds, format: name, ...asked }: { orderIds: readonly string[]; format: string } & Proof,
): Promise<ParcelFile | Refusal> {
  const { db, owner } = call;
  const format = courierExports.formats.find((one) => one.name === name);
  if (!format) return notFound('This file');
  const person = await proveOperator(call, asked);
  const [rows, lines] = await db.read.batch([
    db.read
      .select()
      .from(orders)
      .where(inArray(orders.id, [...orderIds]))
      .orderBy(asc(orders.createdAt), asc(orders.id)),
    readLines(db, orderIds),
  ]);
  const byOrder = Map.groupBy(lines, ({ line }) => line.orderId);
  const sent = rows.filter(({ status, sample }) => hasPackingSlip(status) && !sample);
  const made = parcelFile(
    format,
    sent.map((order) => parcelOf(order, byOrder.get(order.id))),
    courierExports.packaging,
  );
  const proof = isOperatorStillProven(owner, person);
  const detail = `${sent.length} ${sent.length === 1 ? 'parcel' : 'parcels'}`;
  const [, , [proven], [session]] = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    writeAudit(
      db,
      person,
      { action: 'export', about: `Parcels for ${format.name}`, detail },
      owner.now,
      proof,
    ),
    db.write.select({ proven: sql<number>`${proof}` }).from(sql`(SELECT 1)`),
    findSessionUser(db, owner.tokenHash, owner.now),
  ]);
  if (!proven?.proven) return proofExpired(session);
  return {
    ok: true,
    ...made,
    parcels: sent.length,
    leftOut: rows.filter((row) => !sent.includes(row)).map(({ reference }) => reference),
  };
}
refuses(makeParcelFile, notFound, sessionCode);
