/** Reading invoices. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { documents, orderLines, orders } from '#db/schema/index.ts';
import type { Invoice, NumberedInvoice } from '#features/documents/invoice.ts';
import type { OrderStatus } from '#features/orders/order.ts';
import { oneDay } from '#lib/dates.ts';
import type { Owner } from '../session/owner.ts';
import { findSessionUser, isOperator, sessionUserId } from '../session/session.ts';

/** How long a link to an invoice works after it was issued, ms. */
const invoiceLinkLife = 365 * oneDay;

type InvoiceResult =
  | { ok: true; invoice: NumberedInvoice }
  | { ok: false; code: 'signed_out' | 'not_found' }
  /** The parcel is still here, or the order was cancelled. */
  | { ok: false; code: 'not_issued'; status: OrderStatus }
  /** A line has no code, rate or unit, so no invoice can be made. */
  | { ok: false; code: 'no_tax_data' };

type Issued = Pick<typeof documents.$inferSelect, 'number' | 'data'>;

/** @param issued an invoice */
export const numbered = ({ number, data }: Issued): NumberedInvoice => ({ ...(data as Invoice), number });

/** The statement that reads the invoices of orders. */
export const selectInvoices = (db: Db, orderIds: readonly string[], only?: SQL) =>
  db.read
    .select({ orderId: documents.orderId, number: documents.number, data: documents.data })
    .from(documents)
    .where(and(inArray(documents.orderId, [...orderIds]), eq(documents.kind, 'invoice'), only));

/** The invoice of an order, for the shopper who placed it and for operators. */
export async function findInvoice(db: Db, owner: Owner, orderId: string): Promise<InvoiceResult> {
  const mayRead = sql`(${isOperator(owner)} OR EXISTS (SELECT 1 FROM ${orders} AS own
    WHERE own.id = ${orderId} AND own.user_id = ${sessionUserId(owner.tokenHash, owner.now)}))`;
  const [[person], [issued], [order]] = await db.read.batch([
    findSessionUser(db, owner.tokenHash, owner.now),
    selectInvoices(db, [orderId], mayRead),
    db.read
      .select({
        status: orders.status,
        lacksTaxData: sql<number>`EXISTS (SELECT 1 FROM ${orderLines} AS line
          WHERE line.order_id = ${orderId} AND (line.hsn IS NULL OR line.rate IS NULL OR line.unit_code IS NULL))`,
      })
      .from(orders)
      .where(and(eq(orders.id, orderId), mayRead)),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  if (issued) return { ok: true, invoice: numbered(issued) };
  if (!order) return { ok: false, code: 'not_found' };
  return order.lacksTaxData
    ? { ok: false, code: 'no_tax_data' }
    : { ok: false, code: 'not_issued', status: order.status };
}

/** The invoice of an order whose link has a right signature. @returns undefined for a link that is too old */
export async function findLinkedInvoice(
  db: Db,
  orderId: string,
  now: number,
): Promise<NumberedInvoice | undefined> {
  const [issued] = await selectInvoices(db, [orderId], sql`${documents.at} > ${now - invoiceLinkLife}`);
  return issued && numbered(issued);
}
