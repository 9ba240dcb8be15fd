/** Erases guests, as deleting an account does: the orders stay without the person (docs/behaviour.md, "Guests"). */
import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, reviews, users } from '#db/schema/index.ts';
import { eraseOrders } from '../accounts/delete-account.ts';
import { anonymizeLinkedReviews } from '../reviews/anonymize.ts';

/**
 * Statements for a batch; the guests' rows go last, and are returned.
 * @param ids of the guests: a list or a query in parentheses
 * @param hashes of their email address, under which reviews by a link are stored @param when condition
 */
export const eraseGuests = (db: Db, ids: SQL, hashes: readonly string[], when: SQL) =>
  [
    // Anybody may have typed the address: a review is the guest's if the link of one of their orders wrote it.
    ...anonymizeLinkedReviews(
      db,
      hashes,
      sql`${reviews.orderId} IN (SELECT o.id FROM ${orders} AS o WHERE o.user_id IN ${ids}) AND ${when}`,
    ),
    ...eraseOrders(db, ids, when),
    db.write
      .delete(users)
      .where(and(sql`${users.id} IN ${ids}`, sql`${users.guest} = 1`, when))
      .returning({ id: users.id }),
  ] as const;
