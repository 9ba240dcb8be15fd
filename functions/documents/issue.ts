/**
 * Issuing documents. An invoice is made from the order as it was read, in the batch that packs the parcel or hands it over
 * (`invoices.issueAt` of the store settings): number, document and move are written together or not at all, so that numbers
 * have no gaps (docs/decisions/23-invoices-with-the-parcel.md).
 */
import { asc, eq, sql } from 'drizzle-orm';
import { financialYear } from 'gst/financial-year';
import type { SoldLine } from 'gst/invoice';
import type { Db } from '#db/client.ts';
import { documentCounters, documents, orderLines, products } from '#db/schema/index.ts';
import type { OrderRow } from '#db/schema/orders.ts';
import type { DocumentKind, ShopCreditNote, ShopInvoice } from '#domain/documents/document.ts';
import { invoiceOfOrder } from '#domain/documents/order-invoice.ts';
import { keepUntil } from '#domain/documents/retention.ts';
import { appliedCode } from '#domain/orders/order.ts';
import { mailboxOf } from '#domain/store/contact.ts';
import { suppliedAs } from '#domain/tax/tax.ts';
import { dayOf } from '#lib/dates.ts';
import { billedTo } from '../lib/business.ts';
import { store } from '../lib/store.ts';
import { tax } from '../lib/tax.ts';

/** Whether the shop is registered for GST. Nobody else may issue a tax invoice (CGST Act 2017, section 31). */
export const issuesInvoices = store.legal.gstin !== undefined;

/** Who sells: the shop. */
export const supplier = {
  shop: store.name,
  url: store.url,
  name: store.legal.entity,
  address: store.legal.address ?? [],
  gstin: store.legal.gstin ?? '',
  state: tax.supplier.state,
  email: mailboxOf(store),
  phone: store.care.phone ?? '',
};

const prefixes: Record<DocumentKind, string> = {
  invoice: tax.series.invoice,
  credit_note: tax.series.creditNote,
  debit_note: tax.series.debitNote,
};

/** Statement: the lines of an order with what the catalogue says of them, for its invoice. */
export const readForInvoice = (db: Db, orderId: string) =>
  db.read
    .select({
      line: orderLines,
      product: {
        parts: products.parts,
        category: products.category,
        hsn: products.hsn,
        unit: products.unitCode,
      },
    })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));

type LineRead = Awaited<ReturnType<typeof readForInvoice>>[number];

/** What the order does not know of a line comes from the catalogue, then from the product's category. */
function suppliedLine({ line, product }: LineRead, now: number): SoldLine {
  const { name, price, quantity, discount, rate } = line;
  const known = { hsn: line.hsn ?? product.hsn, unit: line.unitCode ?? product.unit, rate };
  const supplied = suppliedAs(tax, { ...known, category: product.category }, now);
  return { name, parts: product.parts, price, quantity, discount, ...supplied };
}

/**
 * The invoice of an order.
 * @param rows of {@link readForInvoice} @param now UTC ms
 */
export function makeInvoice(order: OrderRow, rows: readonly LineRead[], now: number): ShopInvoice {
  const { reference, createdAt, address, delivery } = order;
  const supplied = {
    reference,
    placedAt: createdAt,
    address,
    business: billedTo(order),
    couponCode: appliedCode(order),
    paymentMethod: order.paymentMethod,
    delivery,
    lines: rows.map((row) => suppliedLine(row, now)),
  };
  return invoiceOfOrder(supplied, supplier, now);
}

/** @property replaces number of the invoice in whose place it is issued: a constraint aborts a second one */
export type NewDocument = {
  document: DocumentKind;
  data: ShopInvoice | ShopCreditNote;
  orderId: string;
  replaces?: string | undefined;
};

/**
 * Statements that give a document the next number of its series, in the batch of the change that needs it.
 * @param now UTC ms
 */
export function issueDocument(db: Db, { document: kind, data, orderId, replaces }: NewDocument, now: number) {
  const year = financialYear(dayOf(now));
  return [
    db.write.run(sql`
      INSERT INTO ${documentCounters} (kind, year, last) VALUES (${kind}, ${year}, 1)
      ON CONFLICT (kind, year) DO UPDATE SET last = last + 1`),
    db.write.run(sql`
      INSERT INTO ${documents} (id, kind, year, serial, number, order_id, at, keep_until, data, replaces)
      SELECT ${crypto.randomUUID()}, kind, year, last, printf('%s/%s/%06d', ${prefixes[kind]}, year, last), ${orderId},
             ${now}, ${keepUntil(now, store.invoices.keepMonths)}, ${JSON.stringify(data)}, ${replaces ?? null}
      FROM ${documentCounters} WHERE kind = ${kind} AND year = ${year}`),
  ];
}
