/**
 * Issuing documents. An invoice is made from the order as it was read, in the batch that packs the parcel or hands it over
 * (`invoices.issueAt` of the store settings): number, document and move are written together or not at all, so that numbers have no gaps. If the order has changed since it was read,
 * the document's data is NULL, which aborts the batch (docs/decisions/23-invoices-with-the-parcel.md).
 */
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { brokenConstraint, type Db } from '#db/client.ts';
import { documentCounters, documents, orderEvents, orderLines, orders, products } from '#db/schema/index.ts';
import type { CreditNote } from '#domain/documents/credit-note.ts';
import type { DocumentKind } from '#domain/documents/document.ts';
import { type Invoice, invoiceOf, type SuppliedLine } from '#domain/documents/invoice.ts';
import { financialYear, keepUntil } from '#domain/documents/numbering.ts';
import { appliedCode } from '#domain/orders/order.ts';
import { suppliedAs } from '#domain/tax/tax.ts';
import { billedTo } from '../lib/business.ts';
import { store } from '../lib/store.ts';
import { tax } from '../lib/tax.ts';

const supplier = {
  shop: store.name,
  url: store.url,
  name: store.legal.entity,
  address: store.legal.address,
  gstin: store.legal.gstin,
  state: tax.supplier.state,
  email: store.care.email,
  phone: store.care.phone,
};

const prefixes: Record<DocumentKind, string> = {
  invoice: tax.series.invoice,
  credit_note: tax.series.creditNote,
  debit_note: tax.series.debitNote,
};

/** Statements that read what an invoice of the order needs. */
export const readForInvoice = (db: Db, orderId: string) =>
  [
    db.read
      .select({
        order: orders,
        events: sql<number>`(SELECT count(*) FROM ${orderEvents} WHERE order_id = ${orderId})`,
      })
      .from(orders)
      .where(eq(orders.id, orderId)),
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
      .orderBy(asc(orderLines.position)),
  ] as const;

type Read = ReturnType<typeof readForInvoice>;
type OrderRead = Awaited<Read[0]>[number];
type LineRead = Awaited<Read[1]>[number];

/** @property events number of rows of the order's history when it was read */
export type PreparedInvoice = { data: Invoice; events: number };

/** What the order does not know of a line comes from the catalogue, then from the product's category. */
function suppliedLine({ line, product }: LineRead, now: number): SuppliedLine {
  const { name, price, quantity, discount, rate } = line;
  const known = { hsn: line.hsn ?? product.hsn, unit: line.unitCode ?? product.unit, rate };
  const supplied = suppliedAs(tax, { ...known, category: product.category }, now);
  return { name, parts: product.parts, price, quantity, discount, ...supplied };
}

/**
 * The invoice of an order that was read with {@link readForInvoice}.
 * @param now UTC ms
 */
export function prepareInvoice(
  { order, events }: OrderRead,
  rows: readonly LineRead[],
  now: number,
): PreparedInvoice {
  const lines = rows.map((row) => suppliedLine(row, now));
  const { reference, createdAt, address, delivery } = order;
  const supplied = {
    reference,
    placedAt: createdAt,
    address,
    business: billedTo(order),
    couponCode: appliedCode(order),
    paymentMethod: order.paymentMethod,
    delivery,
    lines,
  };
  return { data: invoiceOf(supplied, supplier, now), events };
}

/** Statements that give a document the next number of its series. @param data as SQL: NULL aborts the batch */
function issue(
  db: Db,
  { kind, orderId, replaces = null }: { kind: DocumentKind; orderId: string; replaces?: string | null },
  data: SQL,
  when: SQL,
  now: number,
) {
  const year = financialYear(now);
  return [
    db.write.run(sql`
      INSERT INTO ${documentCounters} (kind, year, last) SELECT ${kind}, ${year}, 1 WHERE ${when}
      ON CONFLICT (kind, year) DO UPDATE SET last = last + 1`),
    db.write.run(sql`
      INSERT INTO ${documents} (id, kind, year, serial, number, order_id, at, keep_until, data, replaces)
      SELECT ${crypto.randomUUID()}, kind, year, last, printf('%s/%s/%06d', ${prefixes[kind]}, year, last), ${orderId},
             ${now}, ${keepUntil(now, store.invoices.keepMonths)}, ${data}, ${replaces}
      FROM ${documentCounters} WHERE kind = ${kind} AND year = ${year} AND ${when}`),
  ];
}

/**
 * Statements for the batch that packs the parcel or hands it over; none of them issues a second invoice.
 * @param done condition: this batch has moved the order, which has added one row to its history
 */
export function issueInvoice(
  db: Db,
  orderId: string,
  { data, events }: PreparedInvoice,
  done: SQL,
  now: number,
) {
  const when = sql`${done} AND NOT EXISTS (SELECT 1 FROM ${documents} WHERE order_id = ${orderId} AND kind = 'invoice')`;
  const isUnchanged = sql`(SELECT count(*) FROM ${orderEvents} WHERE order_id = ${orderId}) = ${events + 1}`;
  const asRead = sql`CASE WHEN ${isUnchanged} THEN ${JSON.stringify(data)} END`;
  return issue(db, { kind: 'invoice', orderId }, asRead, when, now);
}

/**
 * Statements for the batch that gives something back, or adds to what kept goods cost.
 * @param done condition: this batch has done it, and the order had not changed since `data` was made
 */
export const issueNote = (
  db: Db,
  kind: 'credit_note' | 'debit_note',
  orderId: string,
  data: CreditNote,
  done: SQL,
  now: number,
) => issue(db, { kind, orderId }, sql`${JSON.stringify(data)}`, done, now);

/**
 * Statements for the batch that replaces an invoice. A constraint aborts one that replaces it a second time.
 * @param replaces the number of the invoice @param done condition, as in {@link issueNote}
 */
export const issueReplacement = (
  db: Db,
  orderId: string,
  data: Invoice,
  replaces: string,
  done: SQL,
  now: number,
) => issue(db, { kind: 'invoice', orderId, replaces }, sql`${JSON.stringify(data)}`, done, now);

/** Whether a batch was aborted because the order had changed since it was read. */
export const wasChangedMeanwhile = (error: unknown): boolean =>
  brokenConstraint(error)?.includes('documents.data') ?? false;
