/** The papers of several orders in one PDF: of each its packing slip, its invoice and its credit notes. */
import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { hasPackingSlip } from '#features/desk/orders/order-rules.ts';
import type { Store } from '#features/store/store.ts';
import { drawDocument } from '../documents/document-pdf.ts';
import { createPdf } from '../documents/pdf.ts';
import { numbered, selectDocuments } from '../documents/read.ts';
import { drawSlip } from '../documents/slip-pdf.ts';
import { selectForSlips, senderOf, slipOf } from './packing-slips.ts';

/**
 * The oldest order first. An order that has not left has a slip alone, a returned one no slip.
 * @param orderIds unknown ones are left out
 * @returns undefined when there is nothing to print
 */
export async function orderPapers(
  db: Db,
  store: Store,
  orderIds: readonly string[],
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [rows, lines, issued] = await db.read.batch([
    ...selectForSlips(db, inArray(orders.id, [...orderIds])),
    selectDocuments(db, orderIds),
  ]);
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  const documentsOf = Map.groupBy(issued, ({ orderId }) => orderId);
  const from = senderOf(store);
  const pdf = createPdf('Packing slips and invoices');
  for (const order of rows) {
    if (hasPackingSlip(order.status)) drawSlip(pdf, slipOf(order, linesOf.get(order.id)), from);
    for (const document of documentsOf.get(order.id) ?? []) drawDocument(pdf, numbered(document));
  }
  return pdf.pageCount() ? pdf.bytes() : undefined;
}
