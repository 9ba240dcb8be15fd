/** Emails that were held for a limit are sent by themselves when it is over. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, outbox } from '#db/schema/index.ts';
import { mailboxSql } from '#db/schema/mailbox.ts';
import {
  emailsLeft,
  groupNumber,
  heldFor,
  heldReasons,
  isShopOverShare,
  limitedAs,
  reserveOf,
  shopShareOf,
  sumLeft,
} from '../outbox/enqueue.ts';

/** Held emails that a run looks at, chosen at random, so that none has to wait for those that cannot be sent yet. */
const most = 200;

/**
 * Sends held emails, the oldest of a mailbox first, as many as its limits leave. Of those that were held for the whole
 * shop a run, which comes every minute, sends a sixtieth of the share that its group has of an hour. Emails with a link are held
 * without their content; and nobody waits for the confirmation of an order that is cancelled. @param now UTC ms
 */
export async function releaseHeld(db: Db, now: number): Promise<void> {
  await db.write.run(sql`
    UPDATE ${outbox} SET status = 'waiting', error = NULL, next_try_at = ${now} WHERE id IN (
      SELECT id FROM (
        SELECT id, mailbox, reserve,
          row_number() OVER (PARTITION BY mailbox ORDER BY reserve, created_at, id) AS of_mailbox
        FROM (
        SELECT id, mailbox, kind, reserve, created_at, share, share_size,
          row_number() OVER (PARTITION BY mailbox, kind ORDER BY created_at, id) AS of_kind,
          by_shop, row_number() OVER (PARTITION BY by_shop, share ORDER BY created_at, id) AS of_share
        FROM (
          SELECT id, ${sql.raw(mailboxSql('held.recipient'))} AS mailbox, created_at, ${limitedAs(sql`held`)} AS kind, ${reserveOf(sql`held`)} AS reserve,
            ${groupNumber(sql`held`)} AS share, ${shopShareOf(sql`held`, now)} AS share_size,
            held.error IS ${heldReasons.shop} AS by_shop
          FROM ${outbox} AS held
          WHERE status = 'held' AND next_try_at > ${now - heldFor} AND next_try_at <= ${now} AND letter IS NOT NULL
            AND coalesce(error, ${heldReasons.recipient}) IN ${Object.values(heldReasons)}
            AND NOT (cause LIKE 'order_placed:%' AND EXISTS (
              SELECT 1 FROM ${orders} AS o WHERE o.id = held.letter ->> 'orderId' AND o.status = 'Cancelled'))
          ORDER BY random() LIMIT ${most})) AS candidate
        WHERE of_kind <= ${emailsLeft(sql`candidate.mailbox`, sql`candidate.kind`, now)}
          AND (NOT by_shop OR (of_share <= (share_size + 59) / 60
            AND NOT ${isShopOverShare(sql`candidate.share`, sql`candidate.share_size`, now)}))) AS allowed
      WHERE of_mailbox <= ${sumLeft(sql`allowed.mailbox`, sql`allowed.reserve`, now)})`);
}
