/** How many reviews the whole shop has received, published and hidden (docs/behaviour.md, "Showing reviews"). */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { reviews, totals, withdrawnReviews } from '#db/schema/index.ts';
import type { ApiReviewCounts } from '#domain/reviews/review.ts';
import { type HideReason, hideReasons } from '#domain/reviews/review-constants.ts';
import { isoTime } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import type { Call } from '../lib/call.ts';
import { isTotal, stillCounting } from '../lib/totals.ts';
import { waitingReason } from './hold.ts';

/** Counts without samples. @param now UTC ms */
export async function countReviews({ db, now }: Call): Promise<ApiReviewCounts> {
  const [counted, [withdrawn], [counting]] = await db.read.batch([
    db.read.select({ about: totals.about, count: totals.count }).from(totals).where(isTotal('reviews')),
    db.read
      .select({ count: sql<number>`coalesce(sum(count), 0)` })
      .from(withdrawnReviews)
      .where(sql`product_id > ''`),
    stillCounting(db, 'reviews'),
  ]);
  const groups = counting ? await groupReviews(db) : counted.map(readGroup);
  return addUp(groups, withdrawn?.count ?? 0, now);
}

/** A total as a group: `1/spam/1/0` is hidden for spam, reported, and not answered. */
function readGroup({ about, count }: { about: string; count: number }): Group {
  const [hidden, reason, reported, answered] = about.split('/');
  return {
    hidden: hidden === '1',
    reason: (reason || null) as Group['reason'],
    count,
    reported: reported === '1' ? count : 0,
    answered: answered === '1' ? count : 0,
  };
}

/** The same from all reviews, while old ones are still being counted. */
const groupReviews = (db: Db) =>
  db.read
    .select({
      hidden: reviews.hidden,
      reason: sql<HideReason | typeof waitingReason | null>`hide_reason`,
      count: sql<number>`count(*)`,
      reported: sql<number>`sum(reports > 0)`,
      answered: sql<number>`sum(reply IS NOT NULL)`,
    })
    .from(reviews)
    .where(sql`hidden IN (0, 1) AND sample = 0`)
    .groupBy(reviews.hidden, reviews.hideReason);

type Group = Awaited<ReturnType<typeof groupReviews>>[number];

function addUp(groups: readonly Group[], withdrawn: number, now: number): ApiReviewCounts {
  const sum = (rows: readonly Group[], what: 'count' | 'reported' | 'answered' = 'count') =>
    rows.reduce((before, row) => before + row[what], 0);
  const waiting = groups.filter(({ reason }) => reason === waitingReason);
  const published = groups.filter(({ hidden, reason }) => !hidden && reason !== waitingReason);
  const hiddenFor = (key: Group['reason']) =>
    sum(groups.filter(({ hidden, reason }) => hidden && reason === key));
  return {
    received: sum(groups) + withdrawn,
    published: sum(published),
    waiting: sum(waiting),
    hidden: Object.fromEntries(
      keysOf(hideReasons).map((key) => [key, hiddenFor(key)]),
    ) as ApiReviewCounts['hidden'],
    unstated: hiddenFor(null),
    withdrawn,
    reported: sum(groups, 'reported'),
    answered: sum(published, 'answered'),
    asOf: isoTime(now),
  };
}

/** The counts of a shop without reviews. @param now UTC ms */
export const noReviews = (now: number): ApiReviewCounts => addUp([], 0, now);
