/** Reading invoices and credit notes. */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { documents, orders } from '#db/schema/index.ts';
import type { ListedDocument, ShopDocument } from '#domain/documents/document.ts';
import { isHandedOver, type OrderStatus } from '#domain/orders/order.ts';
import { oneDay } from '#lib/dates.ts';
import { isLinked, type Linked } from '../guests/order-link.ts';
import type { Call } from '../lib/call.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal, refuses, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, linkedOrder, sessionUserId } from '../lib/session.ts';
import { store } from '../lib/store.ts';
import { wrongSignature } from '../limits/wrong-signature.ts';
import { readDocumentLink } from './document-link.ts';

/** How long a link to the documents of an order works after the newest was issued, ms. */
const linkLife = 365 * oneDay;

/** A document, and all of its order, oldest first. */
type FoundDocument = { document: ShopDocument; documents: ListedDocument[] };

export const documentRefusals = {
  notFound,
  deadLink: refusal(
    404,
    'link_dead',
    'This link does not work, or is older than a year. You find the documents of your orders in My Orders.',
  ),
  /** The parcel is still here, or the order was cancelled. */
  notIssued: refusal(404, 'not_issued', (status: OrderStatus) => ({
    message:
      status === 'Cancelled'
        ? 'This order was cancelled before it was sent, so it has no invoice.'
        : store.invoices.issueAt === 'packing'
          ? 'The invoice is made when we pack your parcel.'
          : 'The invoice is made when we hand your parcel to the courier.',
  })),
  /** It left before the shop could write an invoice for it. */
  noInvoice: refusal(
    404,
    'no_invoice',
    'This order is from before our shop wrote invoices. Please write to us, and we will send you one.',
  ),
};

const columns = {
  orderId: documents.orderId,
  at: documents.at,
  kind: documents.kind,
  number: documents.number,
  data: documents.data,
  ewayBill: sql<string | null>`(SELECT eway_bill FROM ${orders} WHERE id = ${documents.orderId})`,
};

/** @returns the document as it is printed */
export const numbered = ({
  kind,
  number,
  data,
  ewayBill,
}: Pick<typeof documents.$inferSelect, 'kind' | 'number' | 'data'> & {
  ewayBill: string | null;
}): ShopDocument =>
  ({ ...data, kind, number, ...(kind === 'invoice' && ewayBill && { ewayBill }) }) as ShopDocument;

/**
 * Condition on the documents of an order: the invoice that counts, in whose place no other was issued. The plus leaves the
 * index of the order to be used: without it SQLite reads all invoices of the shop, since they are sorted by time.
 */
export const isCurrentInvoice = sql`+${documents.kind} = 'invoice' AND NOT EXISTS (SELECT 1 FROM ${documents} AS later
  WHERE later.replaces = ${documents}.number)`;

/** Condition: an order has an invoice, whose number is used. @param orderId also a column */
export const hasInvoice = (orderId: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${documents} WHERE ${documents.orderId} = ${orderId} AND +${documents.kind} = 'invoice')`;

/** The statement that reads the documents of orders, oldest first: of each order its invoice, then its credit notes. */
export const selectDocuments = (db: Db, orderIds: readonly string[] | SQL, only?: SQL) =>
  db.read
    .select(columns)
    .from(documents)
    .where(and(inArray(documents.orderId, orderIds), only))
    .orderBy(asc(documents.at), asc(documents.serial));

/** Statements that read one document of an order, the invoice by default, and the list of all. */
const readDocument = (db: Db, orderId: string, number: string | undefined, only: SQL) =>
  [
    selectDocuments(db, [orderId], and(number ? eq(documents.number, number) : isCurrentInvoice, only)),
    db.read
      .select({
        number: documents.number,
        kind: documents.kind,
        day: sql<string>`${documents.data} ->> 'day'`,
        total: sql<number>`${documents.data} ->> 'total'`,
      })
      .from(documents)
      .where(and(eq(documents.orderId, orderId), only))
      .orderBy(asc(documents.at), asc(documents.serial)),
  ] as const;

/** What a request names: an order of the session, or the link of our emails about it. @property number the invoice by default */
type DocumentRequest = { number?: string | undefined } & ({ orderId: string } | { link: string });

/** A document of an order, with the list of all. @throws Refusal */
export async function readOrderDocument(
  call: Call,
  request: DocumentRequest,
): Promise<({ ok: true } & FoundDocument) | Refusal> {
  if ('orderId' in request) return findDocument(call.db, call.owner, request.orderId, request.number);
  const linked = readDocumentLink(hashKey(call), request.link);
  if (!linked) return wrongSignature(call, documentRefusals.deadLink());
  const found = await findLinkedDocument(call.db, linked, request.number, call.now);
  return found ? { ok: true, ...found } : documentRefusals.deadLink();
}
refuses(readOrderDocument, documentRefusals, signedOut, notConfigured);

/**
 * A document of an order, for the shopper who placed it and for operators.
 * @param number the invoice by default
 */
async function findDocument(
  db: Db,
  owner: Owner,
  orderId: string,
  number: string | undefined,
): Promise<({ ok: true } & FoundDocument) | Refusal> {
  const mayRead = sql`(${isOperator(owner)} OR EXISTS (SELECT 1 FROM ${orders} AS own
    WHERE own.id = ${orderId} AND own.user_id = ${sessionUserId(owner.tokenHash, owner.now, orderId)}))`;
  const [[person], [issued], list, [order]] = await db.read.batch([
    findSessionUser(db, owner.tokenHash, owner.now, {}, linkedOrder),
    ...readDocument(db, orderId, number, mayRead),
    db.read
      .select({ status: orders.status })
      .from(orders)
      .where(and(eq(orders.id, orderId), mayRead)),
  ]);
  if (!person) return signedOut();
  if (issued) return { ok: true, document: numbered(issued), documents: list };
  if (!order || number) return notFound(number ? 'This document' : 'This order');
  return isHandedOver(order.status) ? documentRefusals.noInvoice() : documentRefusals.notIssued(order.status);
}

/**
 * A document of an order whose link has a right signature.
 * @param number the invoice by default
 * @returns undefined for a link that is too old or was withdrawn, or a document that the order does not have
 */
async function findLinkedDocument(
  db: Db,
  linked: Linked,
  number: string | undefined,
  now: number,
): Promise<FoundDocument | undefined> {
  const isFresh = sql`EXISTS (SELECT 1 FROM ${documents} AS newest
    WHERE newest.order_id = ${linked.id} AND newest.at > ${now - linkLife})`;
  const isValid = sql`${isFresh} AND EXISTS (SELECT 1 FROM ${orders} WHERE ${isLinked(linked)})`;
  const [[issued], list] = await db.read.batch(readDocument(db, linked.id, number, isValid));
  return issued && { document: numbered(issued), documents: list };
}
