/** Documents, written directly into the database. */
import { randomUUID } from 'node:crypto';
import type { documents } from '#db/schema/index.ts';
import type { SuppliedOrder } from '#domain/documents/invoice.ts';
import { sampleCreditNote, sampleInvoice } from '#domain/documents/testing/sample-documents.ts';

type DocumentRow = typeof documents.$inferInsert;

const rowOf = (
  orderId: string,
  serial: number,
  at: number,
): Omit<DocumentRow, 'kind' | 'number' | 'data'> => ({
  id: randomUUID(),
  year: '20-21',
  serial,
  orderId,
  at,
  keepUntil: at * 2,
});

/** The row of an invoice. @param serial its number, unused so far @param change of the sample order */
export function invoiceRow(
  orderId: string,
  serial: number,
  change: Partial<SuppliedOrder> = {},
): DocumentRow {
  const { kind, number: _, ...data } = sampleInvoice(change);
  return { ...rowOf(orderId, serial, Date.now()), kind, number: `HRT/20-21/${serial}`, data };
}

/**
 * The row of a credit note for one serum of the sample order.
 * @param serial its number, unused so far @param at when it was issued, UTC ms @param change of the sample order
 */
export function creditNoteRow(
  orderId: string,
  serial: number,
  at = Date.now(),
  change: Partial<SuppliedOrder> = {},
): DocumentRow {
  const given = [{ position: 0, quantity: 1, amount: 59_900 }];
  const { kind, number: _, ...data } = sampleCreditNote(sampleInvoice(change), given);
  return { ...rowOf(orderId, serial, at), kind, number: `HRC/20-21/${serial}`, data };
}
