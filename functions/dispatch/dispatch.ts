/**
 * Sends the emails that wait in the outbox. A row is claimed before it is sent, and retried with growing pauses. No
 * email is lost, and none is sent twice by a mail service that honours the idempotency key (docs/behaviour.md 13.1).
 */
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, outbox, users } from '#db/schema/index.ts';
import type { OutboxEmail } from '#db/schema/outbox-email.ts';
import { emailLinkPaths } from '#features/accounts/email-links.ts';
import { pdfName } from '#features/documents/numbering.ts';
import { invoicePdf } from '../documents/invoice-pdf.ts';
import { numbered, selectInvoices } from '../documents/read.ts';
import { renderEmail } from '../email/render.ts';
import type { Attachment, Sender } from '../email/send.ts';
import { raiseFlag } from '../flags/flag.ts';
import { orderLink } from '../guests/order-link.ts';
import { store } from '../lib/store.ts';
import { selectRefunds } from '../orders/queries.ts';
import { serializeOrder } from '../orders/serialize.ts';
import { emailData, type MailedOrder } from './email-data.ts';

type Row = typeof outbox.$inferSelect;

/** Emails in one run. */
const batchSize = 20;
const minute = 60 * 1000;
/** Longer than a whole run can take. An email that was claimed without a stored result is sent again after it, ms. */
const claimTime = 3 * minute;
/** With pauses that grow to six hours, the last attempt is after four days. */
const maxAttempts = 24;
/** Failed attempts after which a flag is raised for operators. */
const attemptsBeforeFlag = 5;

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
  const due = await db.write
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, nextTryAt: now + claimTime })
    .where(
      inArray(
        outbox.id,
        db.write
          .select({ id: outbox.id })
          .from(outbox)
          .where(and(eq(outbox.status, 'waiting'), lte(outbox.nextTryAt, now)))
          .orderBy(asc(outbox.nextTryAt))
          .limit(batchSize),
      ),
    )
    .returning();
  if (!due.length) return;
  const ordersById = await readOrders(options, due);
  const sent = await Promise.allSettled(due.map((row) => sendEmail(options, row, ordersById)));
  const failed = sent.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The orders that the emails are about, in their present state, by id. */
async function readOrders(
  { db, url, linkKey }: DispatchOptions,
  rows: readonly Row[],
): Promise<Map<string, MailedOrder>> {
  const ids = rows.flatMap(({ letter }) => (letter && 'orderId' in letter ? [letter.orderId] : []));
  if (!ids.length) return new Map();
  // Only the email about a parcel brings the invoice.
  const shipped = rows.flatMap(({ letter }) => (letter?.kind === 'order_shipped' ? [letter.orderId] : []));
  const [orderRows, lines, refundRows, invoiceRows] = await db.read.batch([
    db.read
      .select({ order: orders, guest: users.guest })
      .from(orders)
      .leftJoin(users, eq(users.id, orders.userId))
      .where(inArray(orders.id, ids)),
    db.read
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, ids))
      .orderBy(asc(orderLines.position)),
    selectRefunds(db, ids),
    selectInvoices(db, shipped),
  ]);
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return new Map(
    orderRows.map(({ order, guest }) => {
      const refunds = refundRows.filter(({ refund }) => refund.orderId === order.id);
      const link = guest && linkKey ? url + emailLinkPaths.order(orderLink(linkKey, order.id)) : undefined;
      const issued = invoiceRows.find(({ orderId }) => orderId === order.id);
      const invoice = issued && numbered(issued);
      return [order.id, { order: serializeOrder(order, byOrder.get(order.id) ?? [], refunds), link, invoice }];
    }),
  );
}

/** The email about a parcel brings the invoice. */
function attachmentsOf(email: OutboxEmail, ordersById: ReadonlyMap<string, MailedOrder>): Attachment[] {
  const invoice = email.kind === 'order_shipped' ? ordersById.get(email.orderId)?.invoice : undefined;
  return invoice
    ? [{ filename: pdfName(invoice.number), type: 'application/pdf', content: invoicePdf(invoice) }]
    : [];
}

async function sendEmail(
  { db, send, url, linkKey, now }: DispatchOptions,
  row: Row,
  ordersById: ReadonlyMap<string, MailedOrder>,
): Promise<void> {
  const { id, attempts } = row;
  const data = row.letter && emailData(row.letter as OutboxEmail, ordersById, { url, linkKey });
  // The order that the email is about was deleted.
  if (!data) return finish(db, id, { status: 'given_up', error: 'nothing to say' });
  const email = renderEmail(data, { store, url });
  const attachments = attachmentsOf(row.letter as OutboxEmail, ordersById);
  const result = await send({ ...email, attachments, id, to: row.recipient || store.care.email });
  if (result.ok) return finish(db, id, { status: 'sent', sentAt: now, letter: null, error: null });
  const isGivenUp = result.code === 'refused' || attempts >= maxAttempts;
  const nextTryAt = now + Math.max(pauseAfter(attempts), (result.retryAfter ?? 0) * 1000);
  await db.write.batch([
    db.write
      .update(outbox)
      .set({ error: result.reason, ...(isGivenUp ? { status: 'given_up' as const } : { nextTryAt }) })
      .where(eq(outbox.id, id)),
    // An email about failing emails would fail too.
    ...((isGivenUp || attempts >= attemptsBeforeFlag) && row.letter?.kind !== 'operator_flag'
      ? raiseFlag(db, {
          kind: 'mail_failing',
          about: id,
          detail: `An email (${row.letter?.kind}) could not be sent in ${attempts} attempts: ${result.reason}`,
          now,
        })
      : []),
  ]);
}

const finish = async (db: Db, id: string, set: Partial<Row>): Promise<void> => {
  await db.write.update(outbox).set(set).where(eq(outbox.id, id));
};
