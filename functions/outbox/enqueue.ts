/**
 * The outbox: a letter is written down in the batch of what caused it, so that none is lost and none is
 * sent for what did not happen; `deliver.ts` sends it afterwards (docs/behaviour.md 13.1).
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, outbox, refunds, users } from '#db/schema/index.ts';
import { type OrderLetter, type OutboxLetter, orderKinds } from '#db/schema/outbox-email.ts';
import { oneDay } from '#lib/dates.ts';
import { store } from '../lib/store.ts';

/**
 * @property cause what it is about: the same cause writes one letter to one address, however often
 * @property when what must hold in the database for it to be written
 * @property limited a stranger may have caused it: one more than its recipient may be sent is held
 * @property now UTC ms
 */
export type Posting = {
  cause: string;
  to: string | SQL;
  letter: OutboxLetter;
  now: number;
  when?: SQL | undefined;
  limited?: true | SQL | undefined;
};

/** Emails with a link that is a key to an account: one that is held is not kept, and its link is not stored. */
const withKey: ReadonlySet<OutboxLetter['kind']> = new Set([
  'password_reset',
  'email_change',
  'verify_email',
]);

/**
 * Condition: a recipient has been sent as many emails that strangers may have caused as the shop allows in an hour
 * or a day (`limits.emails` of content/store.yaml). @param now UTC ms
 */
export function isOverLimit(recipient: string | SQL, now: number): SQL {
  const { perHour, perDay } = store.limits.emails;
  const sentSince = (since: number) => sql`(SELECT count(*) FROM ${outbox} AS earlier
    WHERE earlier.recipient = ${recipient} AND earlier.created_at > ${since}
    AND earlier.limited = 1 AND earlier.status <> 'held')`;
  return sql`(${sentSince(now - oneDay / 24)} >= ${perHour} OR ${sentSince(now - oneDay)} >= ${perDay})`;
}

/**
 * A statement that puts a letter into the outbox; for a write batch. No address, no letter. The statement itself
 * counts what its recipient has had, so that of many at once none is one too many.
 */
export function post(db: Db, { cause, to, letter, now, when = sql`true`, limited }: Posting) {
  const content = JSON.stringify(letter);
  return db.write.run(sql`
    INSERT INTO ${outbox} (id, cause, recipient, letter, status, limited, next_try_at, created_at)
    SELECT ${crypto.randomUUID()}, ${cause}, address, iif(held, ${withKey.has(letter.kind) ? null : content}, ${content}),
           iif(held, 'held', 'waiting'), counts, ${now}, ${now}
    FROM (SELECT address, counts, counts AND ${isOverLimit(sql`address`, now)} AS held
          FROM (SELECT ${to} AS address, ${limited === true ? sql`1` : (limited ?? sql`0`)} AS counts))
    WHERE coalesce(address, '') <> '' AND ${when}
    ON CONFLICT (cause, recipient) DO NOTHING`);
}

/**
 * The same to the address that the order was placed with. Anybody may have typed it, unless it is the verified
 * address of the account that placed the order.
 */
export const postAboutOrder = (db: Db, letter: OrderLetter, cause: string, now: number, when?: SQL) =>
  post(db, {
    cause,
    to: sql`(SELECT address ->> 'email' FROM ${orders} WHERE id = ${letter.orderId})`,
    letter,
    now,
    when,
    limited: sql`NOT EXISTS (SELECT 1 FROM ${orders} AS placed JOIN ${users} AS buyer ON buyer.id = placed.user_id
      WHERE placed.id = ${letter.orderId} AND buyer.verified_at IS NOT NULL
      AND buyer.email = placed.address ->> 'email')`,
  });

/** A query: the causes of all emails about an account's orders, to any address. */
export const causesOfOrders = (userId: string): SQL => sql`
  SELECT kind.value || ':' || placed.id FROM ${orders} AS placed, json_each(${JSON.stringify(orderKinds)}) AS kind
  WHERE placed.user_id = ${userId}
  UNION ALL SELECT ${refundCause('')} || back.id FROM ${refunds} AS back
  JOIN ${orders} AS placed ON placed.id = back.order_id WHERE placed.user_id = ${userId}`;

/** What causes begin with that the job erases, since their account is gone (functions/jobs/tidy.ts). */
export const accountDeleted = 'account_deleted:';

/** Cause of the email that says that money was sent back. */
export const refundCause = (refundId: string): string => `refunded:${refundId}`;

/**
 * Sends what was held of an account's own orders, now that its address is verified; not of orders that were
 * cancelled unpaid, which say nothing that anybody waits for. For the batch that verifies it.
 */
export const releaseHeld = (
  db: Db,
  { id, email }: { id: string | SQL; email: string },
  now: number,
  when = sql`true`,
) =>
  db.write
    .update(outbox)
    .set({ status: 'waiting', limited: false, nextTryAt: now })
    .where(
      and(
        eq(outbox.recipient, email),
        eq(outbox.status, 'held'),
        sql`${outbox.letter} ->> 'orderId' IN (SELECT id FROM ${orders} AS placed
          WHERE placed.user_id = ${id} AND (placed.status <> 'Cancelled' OR placed.paid = 1))`,
        when,
      ),
    );
