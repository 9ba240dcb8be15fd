/** What the desk prints of several orders: parcels without prices and email addresses, and issued documents. */
import { asc, inArray } from 'drizzle-orm';
import { orderLines, orders } from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import type { Paper } from '#domain/documents/papers.ts';
import { hasPackingSlip } from '#domain/orders/order-rules.ts';
import { numbered, selectDocuments } from '../documents/read.ts';
import type { DeskCall } from '../lib/call.ts';
import { store } from '../lib/store.ts';

/** `collect`: paise that the courier has to collect; null when the order is paid */
const parcelOf = (
  { id, reference, createdAt, status, address: { email: _, ...address }, paid, total, ewayBill }: OrderRow,
  lines: OrderLine[] = [],
) => ({
  id,
  reference,
  createdAt,
  status,
  address,
  lines: lines.map(({ productId, name, quantity }) => ({ id: productId, name, quantity })),
  collect: paid ? null : total,
  ewayBill,
});

/**
 * The parcels of orders and their sender, and their invoices and credit notes where these are wanted; the oldest order is
 * first. An order that waits for its online payment, or was cancelled or returned, has no parcel; an invoice exists once
 * the parcel has left.
 * @param orderIds unknown ones are left out
 */
export async function readPapers(
  { db }: DeskCall,
  { orderIds, papers }: { orderIds: readonly string[]; papers: readonly Paper[] },
) {
  const { name, legal, care } = store;
  const isWanted = inArray(orders.id, [...orderIds]);
  const [rows, lines, issued] = await db.read.batch([
    db.read.select().from(orders).where(isWanted).orderBy(asc(orders.createdAt), asc(orders.id)),
    db.read
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, [...orderIds]))
      .orderBy(asc(orderLines.position)),
    selectDocuments(db, papers.includes('invoices') ? orderIds : []),
  ]);
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  const documentsOf = Map.groupBy(issued, ({ orderId }) => orderId);
  return {
    from: { name, entity: legal.entity, address: legal.address ?? [], phone: care.phone ?? '' },
    parcels: rows
      .filter(({ status }) => hasPackingSlip(status))
      .map((order) => parcelOf(order, linesByOrder.get(order.id))),
    documents: rows.flatMap(({ id }) => documentsOf.get(id) ?? []).map(numbered),
  };
}
