/**
 * Sends the emails that wait in the outbox. A row is claimed before it is sent, and retried with growing pauses. No
 * email is lost, and none is sent twice by a mail service that honours the idempotency key (docs/behaviour.md,
 * "Outbox").
 */
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, outbox, users } from '#db/schema/index.ts';
import type { OutboxEmail } from '#db/schema/outbox-email.ts';
import { emailLinkPaths } from '#domain/accounts/email-links.ts';
import { pdfName, type ShopDocument } from '#domain/documents/document.ts';
import { mailboxOf } from '#domain/store/contact.ts';
import { documentPdf } from '../documents/document-pdf.ts';
import { numbered, selectDocuments } from '../documents/read.ts';
import type { Attachment, Sender } from '../email/mail.ts';
import { renderEmail } from '../email/render.ts';
import { claimLink, orderLink } from '../guests/order-link.ts';
import { store } from '../lib/store.ts';
import { paidWith } from '../orders/purchase.ts';
import { cancelledOf, type RefundRow, selectRefunds, transferOf } from '../orders/queries.ts';
import { serializeOrder } from '../orders/serialize.ts';
import { refundCause } from '../outbox/enqueue.ts';
import { raiseFlag } from '../outbox/flag.ts';
import { emailData, type MailedOrder } from './email-data.ts';
import { attemptsBeforeFlag, mailFailures } from './report-failures.ts';

type Row = typeof outbox.$inferSelect;

/** Emails in one run, besides those about flags. */
const batchSize = 20;
/** Emails about flags in one run: neither do they wait for those to shoppers, nor the other way round. */
const flagsPerRun = 5;
const minute = 60 * 1000;
/** Longer than a whole run can take. An email that was claimed without a stored result is sent again after it, ms. */
const claimTime = 3 * minute;
/** With pauses that grow to six hours, the last attempt is after four days. */
const maxAttempts = 24;

/**
 * Emails that hundreds of orders cause at once, and that nobody waits for: those of moves, the requests for reviews and
 * what is back in stock.
 * All others are sent before them, since a link may end in half an hour.
 */
const unhurried: readonly OutboxEmail['kind'][] = [
  'order_shipped',
  'order_delivered',
  'order_cancelled',
  'order_returned',
  'order_undelivered',
  'review_request',
  'confirm_reminder',
  'stock_alert',
];

/** Pause after the n-th failure, ms: 1, 2, 4 … minutes, six hours at most. */
const pauseAfter = (attempts: number): number => Math.min(6 * 60, 2 ** (attempts - 1)) * minute;

/**
 * @property url origin of the shop, for links
 * @property linkKey EMAIL_HASH_KEY; without it emails have no signed links
 * @property now UTC ms
 */
export type DispatchOptions = { db: Db; send: Sender; url: string; linkKey: string | undefined; now: number };

/** Sends the emails that are due. Two runs at once are safe: a row is claimed in the statement that finds it. */
export async function dispatchEmails(options: DispatchOptions): Promise<void> {
  const { db, now } = options;
  const claim = (which: SQL, most: number) =>
    db.write
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1`, nextTryAt: now + claimTime })
      .where(
        inArray(
          outbox.id,
          db.write
            .select({ id: outbox.id })
            .from(outbox)
            .where(and(eq(outbox.status, 'waiting'), lte(outbox.nextTryAt, now), which))
            // Only rows that are due are sorted: an index finds them.
            .orderBy(inArray(sql`${outbox.content} ->> 'kind'`, unhurried), asc(outbox.nextTryAt))
            .limit(most),
        ),
      )
      .returning();
  const isFlag = sql`${outbox.cause} LIKE 'flag:%'`;
  const due = (
    await db.write.batch([claim(isFlag, flagsPerRun), claim(sql`NOT ${isFlag}`, batchSize)])
  ).flat();
  if (!due.length) return;
  const orderOf = await readOrders(options, due);
  const sent = await Promise.allSettled(due.map((row) => sendEmail(options, row, orderOf(row))));
  const failed = sent.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Reads the orders that the emails are about, in their present state. @returns the order of an email */
async function readOrders(
  { db, url, linkKey, now }: DispatchOptions,
  rows: readonly Row[],
): Promise<(row: Row) => MailedOrder | undefined> {
  const ids = rows.flatMap(({ content }) => (content && 'orderId' in content ? [content.orderId] : []));
  if (!ids.length) return () => undefined;
  const withDocument = rows.flatMap(({ content }) =>
    content && 'orderId' in content && bringDocuments.has(content.kind) ? [content.orderId] : [],
  );
  const [orderRows, lines, refundRows, issued] = await db.read.batch([
    db.read
      .select({ order: orders, guest: users.guest, cancelled: cancelledOf, paidWith, transfer: transferOf })
      .from(orders)
      .leftJoin(users, eq(users.id, orders.userId))
      .where(inArray(orders.id, ids)),
    db.read
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, ids))
      .orderBy(asc(orderLines.position)),
    selectRefunds(db, ids),
    selectDocuments(db, withDocument),
  ]);
  const ordersById = new Map(orderRows.map((row) => [row.order.id, row]));
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return (row) => {
    const found = row.content && 'orderId' in row.content ? ordersById.get(row.content.orderId) : undefined;
    if (!found) return undefined;
    const { order, guest, cancelled, paidWith, transfer } = found;
    const refunds = refundRows.filter(({ refund }) => refund.orderId === order.id);
    const sign = row.content?.kind === 'guest_claim' ? claimLink : orderLink;
    const link = guest && linkKey ? url + emailLinkPaths.order(sign(linkKey, order)) : undefined;
    const documents = documentsOf(
      row,
      issued.filter(({ orderId }) => orderId === order.id),
      refunds,
    );
    const lines = byOrder.get(order.id) ?? [];
    const { linkVersion } = order;
    return {
      order: serializeOrder(order, lines, now, { refunds, cancelled, paidWith, transfer }),
      linkVersion,
      link,
      documents,
    };
  };
}

/** Emails that bring a document. */
const bringDocuments: ReadonlySet<OutboxEmail['kind']> = new Set([
  // With an address that came after the parcel had left (functions/desk/order-email.ts).
  'order_placed',
  'order_paid',
  'order_shipped',
  'order_returned',
  'order_undelivered',
  'order_refunded',
  'order_corrected',
]);

type Issued = Awaited<ReturnType<typeof selectDocuments>>[number];

/**
 * The documents that an email brings: the invoice with the parcel; with a return or a refund its credit note, and with a
 * correction the new invoice and the credit note of the one before, which were written in the same batch, at the same time.
 * @param issued of the email's order
 */
function documentsOf(
  { content, cause, createdAt }: Row,
  issued: readonly Issued[],
  refunds: readonly RefundRow[],
): ShopDocument[] {
  const creditNoteAt = (time: number | undefined) =>
    issued.filter(({ kind, at }) => kind === 'credit_note' && at === time);
  const find = (): Issued[] => {
    switch (content?.kind) {
      case 'order_placed':
      case 'order_paid':
      case 'order_shipped':
        return issued.filter(({ kind }) => kind === 'invoice').slice(-1);
      case 'order_corrected':
        // The invoice first: the text names it.
        return issued.filter(({ at }) => at === createdAt).toSorted((a, b) => (a.kind < b.kind ? 1 : -1));
      case 'order_returned':
      case 'order_undelivered':
        return creditNoteAt(createdAt);
      case 'order_refunded':
        return creditNoteAt(refunds.find(({ refund }) => refundCause(refund.id) === cause)?.refund.createdAt);
      default:
        return [];
    }
  };
  return find().map(numbered);
}

const attachmentsOf = (documents: readonly ShopDocument[] = []): Promise<Attachment[]> =>
  Promise.all(
    documents.map(async (document) => ({
      filename: pdfName(document.number),
      type: 'application/pdf',
      content: await documentPdf(document),
    })),
  );

async function sendEmail(
  { db, send, url, linkKey, now }: DispatchOptions,
  row: Row,
  mailed: MailedOrder | undefined,
): Promise<void> {
  const { id, attempts } = row;
  const data = row.content && emailData(row.content, mailed, { url, linkKey });
  // The order that the email is about was deleted.
  if (!data) return finish(db, id, { status: 'given_up', error: 'nothing to say' });
  const email = renderEmail(data, { store, url });
  const attachments = await attachmentsOf(mailed?.documents);
  const result = await send({ ...email, attachments, id, to: row.recipient || mailboxOf(store) });
  if (result.ok) return finish(db, id, { status: 'sent', sentAt: now, content: null, error: null });
  const isGivenUp = result.code === 'refused' || attempts >= maxAttempts;
  const nextTryAt = now + Math.max(pauseAfter(attempts), (result.retryAfter ?? 0) * 1000);
  await db.write.batch([
    db.write
      .update(outbox)
      .set({ error: result.reason, ...(isGivenUp ? { status: 'given_up' as const } : { nextTryAt }) })
      .where(eq(outbox.id, id)),
    // An email about failing emails would fail too.
    ...((isGivenUp || attempts >= attemptsBeforeFlag) && row.content?.kind !== 'operator_flag'
      ? raiseFlag(db, {
          kind: 'mail_failing',
          about: isGivenUp ? mailFailures.givenUp : mailFailures.trying,
          detail: `An email (${row.content?.kind}) could not be sent in ${attempts} attempts: ${result.reason}`,
          now,
        })
      : []),
  ]);
}

const finish = async (db: Db, id: string, set: Partial<Row>): Promise<void> => {
  await db.write.update(outbox).set(set).where(eq(outbox.id, id));
};
