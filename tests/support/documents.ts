/** Documents: those of orders, and rows that are written directly into the database. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { documents } from '#db/schema/index.ts';
import type { ListedDocument, ShopInvoice } from '#domain/documents/document.ts';
import type { SuppliedOrder } from '#domain/documents/order-invoice.ts';
import { sampleCreditNote, sampleInvoice } from '#domain/documents/testing/sample-documents.ts';
import type { Client } from './client.ts';
import { attachTracking } from './desk.ts';
import { orderOf, placeOrder, serum, toner } from './orders.ts';
import type { TestShop } from './shop.ts';

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

export type DocumentAnswer = {
  code?: string;
  message?: string;
  document: ShopInvoice & { number: string };
  documents: ListedDocument[];
};

/** The invoice of an order, as a client reads it. */
export const invoiceOf = (client: Client, orderId: string) =>
  client.post<DocumentAnswer>('/api/order/document', { orderId });

/** Such an order as {@link placed} whose parcel was handed over. @returns its id */
export async function shippedOrder(operator: Client, person: Client, change?: object): Promise<string> {
  const orderId = await placed(person, change);
  expect((await attachTracking(operator, orderId)).status).toBe(200);
  return orderId;
}

/** The documents of an order. */
export const stored = ({ db }: TestShop, orderId: string) =>
  db.read.select().from(documents).where(eq(documents.orderId, orderId));

/** Orders two serums and a toner. @returns the order's id */
export async function placed(person: Client, change: object = {}): Promise<string> {
  const order = await orderOf(person, { [serum]: 2, [toner]: 1 });
  const { status, body } = await placeOrder(person, { ...order, ...change });
  expect(status, body.message).toBe(200);
  return body.order._id;
}
