/** The codes that everybody may see (docs/behaviour.md, "Discount codes"). */
import { and, desc, gt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons } from '#db/schema/index.ts';

/** Codes of which the best are taken: the highest percentage does not always save most, since it can cost free delivery. */
export const mostCompared = 100;

/** Condition: listed codes for everybody that are valid. Others are never read for a list. @param now UTC ms */
export const isListed = (now: number) =>
  and(
    // Written out: SQLite uses the index only for exactly this condition.
    sql`${coupons.listed} = 1`,
    gt(coupons.validUntil, now),
    // With `+` the index of the email is not taken instead.
    sql`+${coupons.email} IS NULL`,
  );

/** Statement: the listed codes for pages that do not know who looks at them. @param now UTC ms */
export const selectListedForAll = (db: Db, now: number) =>
  db.read
    .select()
    .from(coupons)
    .where(isListed(now))
    .orderBy(desc(coupons.percent), coupons.code)
    .limit(mostCompared);
