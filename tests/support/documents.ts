/** Documents, written directly into the database. */
import { randomUUID } from 'node:crypto';
import type { documents } from '#db/schema/index.ts';
import { invoiceOf, type SuppliedOrder } from '#features/documents/invoice.ts';
import { order, supplier } from '#features/documents/testing/sample-documents.ts';

/** The row of an invoice. @param serial its number, unused so far @param change of the sample order */
export function invoiceRow(
  orderId: string,
  serial: number,
  change: Partial<SuppliedOrder> = {},
): typeof documents.$inferInsert {
  const at = Date.now();
  return {
    ...{ id: randomUUID(), kind: 'invoice', year: '20-21', serial, number: `HRT/20-21/${serial}` },
    ...{ orderId, at, keepUntil: at * 2, data: invoiceOf({ ...order, ...change }, supplier, at) },
  };
}
