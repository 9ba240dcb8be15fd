/** How much work waits on each screen: the numbers in the desk's menu. Those of orders are in waiting.ts. */
import { count, inArray, sql } from 'drizzle-orm';
import { catalogueChanges, refunds, returns, reviews, tickets } from '#db/schema/index.ts';
import type { DeskCall } from '../lib/call.ts';
import { countHeldEmails } from './held-emails.ts';
import { countPhotoReviews } from './reviews.ts';

/** By screen: returns to decide, refunds to confirm, open tickets, reviews with a report, an objection or photos to look at, held emails, changes of products that could not be written. */
export async function countForMenu({ db }: DeskCall) {
  const [[toDecide], [toConfirm], [open], [reported], [objected], [photos], [held], [unwritten]] =
    await db.read.batch([
      db.read.select({ count: count() }).from(returns).where(sql`status = 'Requested'`),
      db.read
        .select({ count: count() })
        .from(refunds)
        .where(inArray(refunds.status, ['due', 'failed'])),
      db.read.select({ count: count() }).from(tickets).where(sql`status = 'open'`),
      db.read.select({ count: count() }).from(reviews).where(sql`reported_at > 0`),
      db.read.select({ count: count() }).from(reviews).where(sql`objection_at > 0 AND decided_at IS NULL`),
      countPhotoReviews(db),
      countHeldEmails(db),
      db.read
        .select({ count: count() })
        .from(catalogueChanges)
        .where(sql`ended_at IS NULL AND state = 'failed'`),
    ]);
  return {
    returns: toDecide?.count ?? 0,
    refunds: toConfirm?.count ?? 0,
    tickets: open?.count ?? 0,
    reviews: (reported?.count ?? 0) + (objected?.count ?? 0) + (photos?.count ?? 0),
    held: held?.count ?? 0,
    products: unwritten?.count ?? 0,
  };
}
