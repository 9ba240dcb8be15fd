/**
 * The outbox. An email is written in the same batch as the change that causes it: none is lost, and none is sent for
 * a change that failed. functions/dispatch/dispatch.ts sends it afterwards (docs/behaviour.md, "Outbox").
 */
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders, outbox, refunds, users } from '#db/schema/index.ts';
import { mailboxSql } from '#db/schema/mailbox.ts';
import { type OrderEmail, type OutboxEmail, orderEmailKinds } from '#db/schema/outbox-email.ts';
import { type EmailGroup, emailGroups } from '#domain/email/limits.ts';
import { oneDay, oneHour } from '#lib/dates.ts';
import { mailboxOf } from '#lib/mailbox.ts';
import { store } from '../lib/store.ts';
import { limitNow } from '../limits/sale-day.ts';

/**
 * @property cause unique per recipient: enqueueing the same cause again does nothing
 * @property content stored as JSON in the column `letter`
 * @property when condition in the database for the email to be written
 * @property limited a stranger may have caused it: it counts towards the recipient's limit, and is held above it
 * @property extra condition: only the mailbox's sum of a day holds it, and nothing is left to others
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
  extra?: SQL | undefined;
};

/** Emails with a link that gives access to an account. When one is held, its content is not stored. */
const kindsWithKey: ReadonlySet<OutboxEmail['kind']> = new Set([
  'password_reset',
  'email_change',
  'verify_email',
  'order_code',
]);

/**
 * Emails that a page has just named to the person who reads it, by the begin of their causes: the confirmation of a cash
 * order, the receipt of a message, the link of a subscription, the link of a guest who chose a password. Each kind has a
 * limit of its own for a day, below the sum of the mailbox.
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

/** What a row's cause begins with, also that of a deleted account. @param row alias in the outbox */
const kindOfRow = (row: SQL): SQL => kindOf(sql`replace(${row}.cause, ${deletedAccountCause}, '')`);

/** What an email counts with, from its cause: its own kind if it is a receipt, else ''. @param row alias in the outbox */
export const limitedAs = (row: SQL): SQL =>
  sql`iif(${kindOfRow(row)} IN ${receiptCauses}, ${kindOfRow(row)}, '')`;

/** Emails that strangers may have caused and that a mailbox got since a time; the newest of its times counts. */
const sentSince = (mailbox: string | SQL, since: number, now: number, as?: string | SQL): SQL =>
  sql`(SELECT count(*) FROM ${outbox} AS earlier
    WHERE ${sql.raw(mailboxSql('earlier.recipient'))} = ${mailbox} AND earlier.created_at > ${since - heldFor} AND earlier.created_at <= ${now + oneHour}
    AND coalesce(earlier.sent_at, earlier.next_try_at) > ${since}
    AND earlier.limited = 1 AND earlier.status <> 'held'
    ${as === undefined ? sql`` : sql`AND ${limitedAs(sql`earlier`)} = ${as}`})`;

/** How many more emails of its kind a mailbox may get. @param as {@link limitedAs} @param now UTC ms */
export function emailsLeft(mailbox: string | SQL, as: string | SQL, now: number): SQL {
  const { perHour, perDay, receiptsPerDay } = store.limits.emails;
  return sql`iif(${as} <> '', ${receiptsPerDay} - ${sentSince(mailbox, now - oneDay, now, as)},
    min(${perHour} - ${sentSince(mailbox, now - oneHour, now, as)}, ${perDay} - ${sentSince(mailbox, now - oneDay, now, as)}))`;
}

/**
 * How many more emails of any kind a mailbox may get in a day.
 * @param reserve emails that are left to the groups that stop later @param now UTC ms
 */
export const sumLeft = (mailbox: string | SQL, reserve: number | SQL, now: number): SQL =>
  sql`(${store.limits.emails.mailboxPerDay} - ${reserve} - ${sentSince(mailbox, now - oneDay, now)})`;

const groups: readonly EmailGroup[] = Object.values(emailGroups);
/** The group of an email by its kind. */
const groupOf = (kind: string): EmailGroup =>
  groups.find(({ kinds }) => kinds.includes(kind)) ?? emailGroups.other;

/** A value of an email's group, in SQL. @param row alias in the outbox */
const ofGroup = (row: SQL, value: (group: EmailGroup) => number | SQL): SQL =>
  sql`CASE ${sql.join(
    groups.flatMap((group) =>
      group.kinds.length ? [sql`WHEN ${kindOfRow(row)} IN ${group.kinds} THEN ${value(group)}`] : [],
    ),
    sql` `,
  )} ELSE ${value(emailGroups.other)} END`;

/** {@link EmailGroup.reserve} of an email. @param row alias in the outbox */
export const reserveOf = (row: SQL): SQL => ofGroup(row, ({ reserve }) => reserve);
/** The number of an email's group. @param row alias in the outbox */
export const groupNumber = (row: SQL): SQL => ofGroup(row, (group) => groups.indexOf(group));

/** Emails of a group that the whole shop sends in an hour to addresses that nobody has verified. @param now UTC ms */
const shopShare = ({ share = 0 }: EmailGroup, now: number): SQL =>
  // The driver binds numbers as floats.
  sql`CAST((${limitNow('emailsPerHour', store.limits.emails.shopPerHour, now)} * ${share} + 99) / 100 AS INTEGER)`;
/** The same by {@link groupNumber}. */
export const shopShareOf = (row: SQL, now: number): SQL => ofGroup(row, (group) => shopShare(group, now));

/**
 * Condition: a mailbox has reached the limit of links that strangers may have caused, for an hour or for a day
 * (`limits.emails` of content/store.yaml). Receipts count for the sum of a day alone. @param now UTC ms
 */
export const isOverLinkLimit = (email: string, now: number): SQL => {
  const mailbox = mailboxOf(email);
  const { reserve } = emailGroups.reset;
  return sql`(${emailsLeft(mailbox, '', now)} <= 0 OR ${sumLeft(mailbox, reserve, now)} <= 0)`;
};

/**
 * Condition: the whole shop has sent the share of these emails that strangers may cause in an hour to addresses that nobody
 * has verified. @param group {@link groupNumber} @param now UTC ms
 */
export const isShopOverShare = (group: number | SQL, share: SQL, now: number): SQL<number> =>
  sql<number>`((SELECT count(*) FROM ${outbox} AS earlier WHERE earlier.stranger = 1
    AND earlier.created_at > ${now - oneHour} AND ${groupNumber(sql`earlier`)} = ${group}) >= ${share})`;

/**
 * Condition: {@link enqueueEmail} would hold an email that a stranger may have caused. For emails that can wait where they come from.
 * @param kind what its cause begins with @param address @param mailbox of the address @param now UTC ms
 */
export function isHeldNow(kind: string, address: SQLWrapper, mailbox: SQLWrapper, now: number): SQL {
  const group = groupOf(kind);
  const box = sql`${mailbox}`;
  return sql`(${sumLeft(box, group.reserve, now)} <= 0 OR ${emailsLeft(box, '', now)} <= 0
    OR (${isUnverified(address)} AND ${isShopOverShare(groups.indexOf(group), shopShare(group, now), now)}))`;
}

/** Condition: no account has verified an address. */
const isUnverified = (address: SQLWrapper): SQL => sql`NOT EXISTS (SELECT 1 FROM ${users} AS owner
  WHERE owner.email = ${address} AND owner.guest = 0 AND owner.verified_at IS NOT NULL)`;

/** A query for each group with a share: whether it is used up. @param now UTC ms */
export const sharesInUse = (db: Db, now: number) =>
  db.read.all<{ name: string; full: number }>(
    sql.join(
      Object.entries<EmailGroup>(emailGroups).flatMap(([name, group]) =>
        group.share && !group.waits
          ? [
              sql`SELECT ${name} AS name, ${isShopOverShare(groups.indexOf(group), shopShare(group, now), now)} AS full`,
            ]
          : [],
      ),
      sql` UNION ALL `,
    ),
  );

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
  { cause, to, content, now, sendAt = now, when = sql`true`, limited, extra = sql`0` }: EmailToEnqueue,
) {
  const json = JSON.stringify(content);
  const kind = cause.slice(0, cause.indexOf(':'));
  const as = receiptCauses.includes(kind) ? kind : '';
  const group = groupOf(kind);
  const share = shopShare(group, now);
  const isStranger = orderKinds.has(content.kind) ? sql`0` : sql`counts AND ${isUnverified(sql`address`)}`;
  return db.write.run(sql`
    INSERT INTO ${outbox} (id, cause, recipient, letter, status, error, limited, stranger, next_try_at, created_at)
    SELECT ${crypto.randomUUID()}, ${cause}, address,
           iif(held IS NOT NULL, ${kindsWithKey.has(content.kind) ? null : json}, ${json}),
           iif(held IS NOT NULL, 'held', 'waiting'), held, counts, stranger AND held IS NULL, ${sendAt}, ${now}
    FROM (SELECT address, counts, stranger, CASE WHEN NOT counts THEN NULL
            WHEN ${sumLeft(sql`mailbox`, sql`iif(${extra}, 0, ${group.reserve})`, now)} <= 0 THEN ${heldReasons.recipient}
            WHEN NOT ${extra} AND ${emailsLeft(sql`mailbox`, as, now)} <= 0 THEN ${heldReasons.recipient}
            WHEN stranger AND ${share} > 0 AND ${isShopOverShare(groups.indexOf(group), share, now)} THEN ${heldReasons.shop} END AS held
          FROM (SELECT address, ${sql.raw(mailboxSql('address'))} AS mailbox, counts, ${isStranger} AS stranger
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
        sql`${outbox.content} ->> 'orderId' IN (SELECT id FROM ${orders} AS placed
          WHERE placed.user_id = ${id} AND (placed.status <> 'Cancelled' OR placed.paid = 1))`,
        when,
      ),
    );
