/** The papers of several orders in one PDF. */
import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { hasPackingSlip } from '#features/desk/orders/order-rules.ts';
import type { Paper } from '#features/desk/orders/papers.ts';
import { unshipped } from '#features/orders/order.ts';
import type { Store } from '#features/store/store.ts';
import { drawDocument } from '../documents/document-pdf.ts';
import { drawLabel } from '../documents/label-pdf.ts';
import { createPdf } from '../documents/pdf.ts';
import { drawPickList } from '../documents/pick-list-pdf.ts';
import { numbered, selectDocuments } from '../documents/read.ts';
import { drawSlip } from '../documents/slip-pdf.ts';
import { selectForSlips, senderOf, slipOf } from './packing-slips.ts';

/**
 * First the pick list of the orders that are still here, then of each order its slip, invoice and credit notes, and last
 * the labels, which have their own paper. The oldest order is first. An order that waits for its online
 * payment, or was cancelled or returned, has neither slip nor label; an invoice exists once the parcel has left.
 * @param orderIds unknown ones are left out
 * @returns undefined when there is nothing to print
 */
export async function orderPapers(
  db: Db,
  store: Store,
  orderIds: readonly string[],
  papers: readonly Paper[],
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [rows, lines, issued] = await db.read.batch([
    ...selectForSlips(db, inArray(orders.id, [...orderIds])),
    selectDocuments(db, papers.includes('invoices') ? orderIds : []),
  ]);
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  const documentsOf = Map.groupBy(issued, ({ orderId }) => orderId);
  const parcels = new Map(
    rows
      .filter(({ status }) => hasPackingSlip(status))
      .map((order) => [order.id, slipOf(order, linesOf.get(order.id))]),
  );
  const from = senderOf(store);
  const pdf = createPdf('Papers of orders');
  const toPick = [...parcels.values()].filter(({ status }) => unshipped.includes(status));
  if (papers.includes('pickList') && toPick.length) drawPickList(pdf, toPick);
  for (const { id } of rows) {
    const slip = parcels.get(id);
    if (slip && papers.includes('slips')) drawSlip(pdf, slip, from);
    for (const document of documentsOf.get(id) ?? []) drawDocument(pdf, numbered(document));
  }
  if (papers.includes('labels')) for (const slip of parcels.values()) drawLabel(pdf, slip, from);
  return pdf.pageCount() ? pdf.bytes() : undefined;
}
