/** One's own review, also while it is hidden, and the objection against its being hidden. */
import { and, desc, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { reviews } from '#db/schema/index.ts';
import type { ApiOwnReview, objectionForm } from '#domain/reviews/review.ts';
import { hideReasonLabel } from '#domain/reviews/review-constants.ts';
import type { Call } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { tooManyChanges } from '../limits/too-many.ts';
import { serializeReviewed } from '../photos/use.ts';
import { authorContext, authorRefusals, findAuthor, type OwnReview } from './author.ts';
import { reviewColumns, serializeReview } from './serialize.ts';

/** Reads the author's review of a product. */
export async function readOwnReview(
  call: Call,
  request: OwnReview,
): Promise<({ ok: true } & ApiOwnReview) | Refusal> {
  const { db, urls } = call;
  const found = await findAuthor(db, await authorContext(call, request));
  if (!found.ok) return found;
  const { isOwn, isMine, name } = found.author;
  const [row] = await db.read
    .select(reviewColumns)
    .from(reviews)
    // An empty one was withdrawn while it was hidden.
    .where(and(isOwn, ne(reviews.comment, '')))
    .orderBy(desc(isMine))
    .limit(1);
  const hidden = row?.hidden &&
    row.waits === null && {
      reason: row.hideReason,
      label: hideReasonLabel(row.hideReason),
      objection: row.objection,
      decision: row.decision,
    };
  return {
    ok: true,
    review: row ? serializeReview(row) : null,
    hidden: hidden || null,
    waits: row?.waits ?? null,
    photos: serializeReviewed(row?.pictures ?? [], urls.photo),
    name: name ?? 'Anonymous',
  };
}
refuses(readOwnReview, ...authorRefusals);

export const noReview = () => notFound('Your review');

export const objectionRefusals = {
  notHidden: refusal(409, 'not_hidden', 'Your review is visible.'),
  objected: refusal(409, 'objected', 'You have objected already. We answer by email.'),
};

/** Objects to the hiding of one's own review: once, until it is shown again or withdrawn. */
export async function objectToHiding(
  call: Call,
  { text, ...request }: z.output<typeof objectionForm> & OwnReview,
): Promise<{ ok: true } | Refusal> {
  const { db } = call;
  const context = await authorContext(call, request);
  const found = await findAuthor(db, context);
  if (!found.ok) return found;
  const { isOwn, may, counter } = found.author;
  const { perHour } = context;
  const { now } = context.owner;
  const limit = hourlyLimit(counter, perHour, now);
  const [used, changed, [row]] = await db.write.batch([
    limit.count(db),
    db.write
      .update(reviews)
      .set({ objection: text, objectionAt: now, version: sql`${reviews.version} + 1` })
      .where(
        and(
          isOwn,
          may,
          sql`${reviews.hidden} = 1 AND ${reviews.waits} IS NULL AND ${reviews.objectionAt} IS NULL AND ${reviews.comment} <> ''`,
          limit.isWithin,
        ),
      )
      .returning({ id: reviews.id }),
    db.write
      .select({ hidden: sql<number>`${reviews.hidden} = 1 AND ${reviews.waits} IS NULL` })
      .from(reviews)
      .where(isOwn),
  ]);
  const wait = limit.wait(used);
  if (wait) return tooManyChanges(wait);
  if (changed.length) return { ok: true };
  if (!row) return noReview();
  return row.hidden ? objectionRefusals.objected() : objectionRefusals.notHidden();
}
refuses(objectToHiding, ...authorRefusals, objectionRefusals);
