/**
 * The outbox. An email is written in the same batch as the change that causes it: none is lost, and none is sent for
 * a change that failed. functions/dispatch/dispatch.ts sends it afterwards (docs/behaviour.md, "Outbox").
 */
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders, outbox, refunds, users } from '#db/schema/index.ts';
import { type OrderEmail, type OutboxEmail, orderEmailKinds } from '#db/schema/outbox-email.ts';
import { oneDay, oneHour } from '#lib/dates.ts';
import { store } from '../lib/store.ts';

/**
 * @property cause unique per recipient: enqueueing the same cause again does nothing
 * @property content stored as JSON in the column `letter`
 * @property when condition in the database for the email to be written
 * @property limited a stranger may have caused it: it counts towards the recipient's limit, and is held above it
 * @property now UTC ms
 * @property sendAt not before this time, UTC ms; default: now
 */
export type EmailToEnqueue = {
  cause: string;
  to: string | SQL;
  content: OutboxEmail;
  now: number;
  sendAt?: number | undefined;
  when?: SQL | undefined;
  limited?: true | SQL | undefined;
};

/** Emails with a link that gives access to an account. When one is held, its content is not stored. */
const kindsWithKey: ReadonlySet<OutboxEmail['kind']> = new Set([
  'password_reset',
  'email_change',
  'verify_email',
]);

/**
 * Emails that a page has just named to the person who reads it, by the begin of their causes: the confirmation of a cash
 * order, the receipt of a message, the link of a subscription, the link of a guest who chose a password. Each kind has a
 * limit of its own for a day, so that neither other emails nor another kind holds them.
 */
const receiptCauses: readonly string[] = ['order_placed', 'ticket', 'subscribe', 'guest_claim'];

/** An email that is held for a limit is sent by itself for so long, ms (functions/dispatch/release-held.ts). */
export const heldFor = 2 * oneDay;

/**
 * Prefix of the causes of deleted accounts' emails, which the scheduled job erases (functions/jobs/delete-expired.ts).
 */
export const deletedAccountCause = 'account_deleted:';

/** What a cause begins with: `order_placed` of `order_placed:5`, and '' of a text without a colon. */
export const kindOf = (cause: SQLWrapper): SQL => sql`substr(${cause}, 1, instr(${cause}, ':') - 1)`;

/** What an email counts with, from its cause: its own kind if it is a receipt, else ''. @param row alias in the outbox */
export const limitedAs = (row: SQL): SQL => {
  const kind = kindOf(sql`replace(${row}.cause, ${deletedAccountCause}, '')`);
  return sql`iif(${kind} IN ${receiptCauses}, ${kind}, '')`;
};

/** How many more emails a recipient may get. @param as {@link limitedAs} @param now UTC ms */
export function emailsLeft(recipient: string | SQL, as: string | SQL, now: number): SQL {
  const { perHour, perDay, receiptsPerDay } = store.limits.emails;
  // The newest of its times: one that was held counts from when it is sent.
  const sentSince = (since: number) => sql`(SELECT count(*) FROM ${outbox} AS earlier
    WHERE earlier.recipient = ${recipient} AND earlier.created_at > ${since - heldFor} AND earlier.created_at <= ${now + oneHour}
    AND coalesce(earlier.sent_at, earlier.next_try_at) > ${since}
    AND earlier.limited = 1 AND earlier.status <> 'held' AND ${limitedAs(sql`earlier`)} = ${as})`;
  return sql`iif(${as} <> '', ${receiptsPerDay} - ${sentSince(now - oneDay)},
    min(${perHour} - ${sentSince(now - oneHour)}, ${perDay} - ${sentSince(now - oneDay)}))`;
}

/**
 * Condition: a recipient has reached the limit of emails that strangers may have caused, for an hour or for a day
 * (`limits.emails` of content/store.yaml). Receipts do not count. @param now UTC ms
 */
export const isOverEmailLimit = (recipient: string | SQL, now: number): SQL =>
  sql`(${emailsLeft(recipient, '', now)} <= 0)`;

/**
 * Condition: the whole shop has reached its limit of emails that strangers caused in an hour to addresses that nobody has
 * verified. @param now UTC ms
 */
export const isShopOverEmailLimit = (now: number): SQL<number> => sql<number>`((SELECT count(*) FROM (
  SELECT 1 FROM ${outbox} AS earlier WHERE earlier.stranger = 1 AND earlier.created_at > ${now - oneHour}
  LIMIT ${store.limits.emails.shopPerHour})) >= ${store.limits.emails.shopPerHour})`;

/** Emails about orders are never held for the whole shop: each of them is an order. */
const orderKinds: ReadonlySet<string> = new Set(orderEmailKinds);

/** Why an email is held, for operators. */
export const heldReasons = {
  recipient: 'The address has received too many emails that strangers can cause.',
  shop: 'The shop has sent too many emails to addresses that nobody has confirmed, within an hour.',
} as const;

/**
 * A statement for a write batch that puts an email into the outbox. Without a recipient it writes nothing. The
 * statement itself counts the recipient's emails, so parallel requests cannot exceed the limit.
 */
export function enqueueEmail(
  db: Db,
  { cause, to, content, now, sendAt = now, when = sql`true`, limited }: EmailToEnqueue,
) {
  const json = JSON.stringify(content);
  const kind = cause.slice(0, cause.indexOf(':'));
  const as = receiptCauses.includes(kind) ? kind : '';
  const isStranger = orderKinds.has(content.kind)
    ? sql`0`
    : sql`counts AND NOT EXISTS (SELECT 1 FROM ${users} AS owner
        WHERE owner.email = address AND owner.guest = 0 AND owner.verified_at IS NOT NULL)`;
  return db.write.run(sql`
    INSERT INTO ${outbox} (id, cause, recipient, letter, status, error, limited, stranger, next_try_at, created_at)
    SELECT ${crypto.randomUUID()}, ${cause}, address,
           iif(held IS NOT NULL, ${kindsWithKey.has(content.kind) ? null : json}, ${json}),
           iif(held IS NOT NULL, 'held', 'waiting'), held, counts, stranger AND held IS NULL, ${sendAt}, ${now}
    FROM (SELECT address, counts, stranger, CASE WHEN NOT counts THEN NULL
            WHEN ${emailsLeft(sql`address`, as, now)} <= 0 THEN ${heldReasons.recipient}
            WHEN stranger AND ${isShopOverEmailLimit(now)} THEN ${heldReasons.shop} END AS held
          FROM (SELECT address, counts, ${isStranger} AS stranger
                FROM (SELECT ${to} AS address, ${limited === true ? sql`1` : (limited ?? sql`0`)} AS counts)))
    WHERE coalesce(address, '') <> '' AND ${when}
    ON CONFLICT (cause, recipient) DO NOTHING`);
}

/**
 * {@link enqueueEmail} to the address that the order was placed with. It counts towards the recipient's limit unless
 * it is the verified address of the account that placed the order, since anybody may have typed it; not for a paid
 * order, which has cost its buyer money.
 */
export const enqueueOrderEmail = (
  db: Db,
  content: OrderEmail,
  cause: string,
  now: number,
  when?: SQL,
  sendAt?: number,
) =>
  enqueueEmail(db, {
    cause,
    to: sql`(SELECT address ->> 'email' FROM ${orders} WHERE id = ${content.orderId})`,
    content,
    now,
    sendAt,
    when,
    limited:
      content.kind === 'order_paid'
        ? undefined
        : sql`NOT EXISTS (SELECT 1 FROM ${orders} AS placed JOIN ${users} AS buyer ON buyer.id = placed.user_id
      WHERE placed.id = ${content.orderId} AND buyer.verified_at IS NOT NULL
      AND buyer.email = placed.address ->> 'email')`,
  });

/** A query: the causes of all emails about an account's orders, to any address. @param ids a list or a query in parentheses */
export const orderEmailCauses = (ids: SQL): SQL => sql`
  SELECT kind.value || ':' || placed.id FROM ${orders} AS placed, json_each(${JSON.stringify(orderEmailKinds)}) AS kind
  WHERE placed.user_id IN ${ids}
  UNION ALL SELECT ${refundCause('')} || refunded.id FROM ${refunds} AS refunded
  JOIN ${orders} AS placed ON placed.id = refunded.order_id WHERE placed.user_id IN ${ids}
  UNION ALL SELECT ${changeCause('')} || event.id FROM ${orderEvents} AS event
  JOIN ${orders} AS placed ON placed.id = event.order_id
  WHERE placed.user_id IN ${ids} AND event.kind IN ('cancellation', 'correction', 'return')`;

/** Cause of the email about a part cancellation, a correction or a step of a return. @param eventId row of the order's history */
export const changeCause = (eventId: string): string => `order_changed:${eventId}`;

/** Cause of the email about a refund that was sent. */
export const refundCause = (refundId: string): string => `refunded:${refundId}`;

/**
 * A statement that sends the held emails about an account's own orders, for the batch that verifies its address.
 * Orders that were cancelled unpaid are left out: nobody waits for those emails.
 */
export const releaseHeldEmails = (
  db: Db,
  { id, email }: { id: string | SQL; email: string },
  now: number,
  when = sql`true`,
) =>
  db.write
    .update(outbox)
    .set({ status: 'waiting', error: null, limited: false, nextTryAt: now })
    .where(
      and(
        eq(outbox.recipient, email),
        eq(outbox.status, 'held'),
        sql`${outbox.letter} ->> 'orderId' IN (SELECT id FROM ${orders} AS placed
          WHERE placed.user_id = ${id} AND (placed.status <> 'Cancelled' OR placed.paid = 1))`,
        when,
      ),
    );
