/** Emails that were held for a limit are sent by themselves when it is over. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, outbox } from '#db/schema/index.ts';
import { store } from '../lib/store.ts';
import { emailsLeft, heldFor, heldReasons, isShopOverEmailLimit, limitedAs } from '../outbox/enqueue.ts';

/** Held emails that a run looks at, chosen at random, so that none has to wait for those that cannot be sent yet. */
const most = 200;

/**
 * Sends held emails, the oldest of a recipient first, as many as its limits leave. Of those that were held for the whole
 * shop a run, which comes every minute, sends a sixtieth of what may be sent in an hour. Emails with a link are held
 * without their content; and nobody waits for the confirmation of an order that is cancelled. @param now UTC ms
 */
export async function releaseHeld(db: Db, now: number): Promise<void> {
  const shopPerRun = Math.ceil(store.limits.emails.shopPerHour / 60);
  await db.write.run(sql`
    UPDATE ${outbox} SET status = 'waiting', error = NULL, next_try_at = ${now} WHERE id IN (
      SELECT id FROM (
        SELECT id, recipient, group_name,
          row_number() OVER (PARTITION BY recipient, group_name ORDER BY created_at, id) AS of_recipient,
          by_shop, row_number() OVER (PARTITION BY by_shop ORDER BY created_at, id) AS of_reason
        FROM (
          SELECT id, recipient, created_at, ${limitedAs(sql`held`)} AS group_name,
            held.error IS ${heldReasons.shop} AS by_shop
          FROM ${outbox} AS held
          WHERE status = 'held' AND next_try_at > ${now - heldFor} AND next_try_at <= ${now} AND letter IS NOT NULL
            AND coalesce(error, ${heldReasons.recipient}) IN ${Object.values(heldReasons)}
            AND NOT (cause LIKE 'order_placed:%' AND EXISTS (
              SELECT 1 FROM ${orders} AS o WHERE o.id = held.letter ->> 'orderId' AND o.status = 'Cancelled'))
          ORDER BY random() LIMIT ${most})) AS candidate
      WHERE of_recipient <= ${emailsLeft(sql`candidate.recipient`, sql`candidate.group_name`, now)}
        AND (NOT by_shop OR (of_reason <= ${shopPerRun} AND NOT ${isShopOverEmailLimit(now)})))`);
}
