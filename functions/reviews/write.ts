/** Writing, changing and withdrawing one's own review. */
import { and, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Db, lastResults } from '#db/client.ts';
import { photos, reviews } from '#db/schema/index.ts';
import type { ApiReview, reviewForm } from '#domain/reviews/review.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, refusal, refuses, signedOut } from '../lib/refusal.ts';
import { rowValues } from '../lib/row-values.ts';
import { hourlyLimit, networkLimit } from '../limits/hourly.ts';
import { tooManyChanges } from '../limits/too-many.ts';
import { releasePhotos } from '../photos/delete.ts';
import { isUsableBy, photoNotFound } from '../photos/use.ts';
import {
  type Author,
  type AuthorContext,
  authorContext,
  authorRefusals,
  findAuthor,
  type OwnReview,
} from './author.ts';
import { holdBurst, waitingReason } from './hold.ts';
import { noReview } from './own.ts';
import { recalculateRatings } from './ratings.ts';
import { reviewColumns, serializeReview } from './serialize.ts';

export const reviewExists = refusal(
  409,
  'review_exists',
  'There is a review from this email address already. Confirm your address to change it.',
);

/** What a form and its author say, by column. */
const contentOf = ({ name }: Author, form: z.output<typeof reviewForm>) => ({
  name,
  rating: form.rating,
  title: form.title || null,
  comment: form.comment,
  skinType: form.skinType ?? null,
  ageBand: form.ageBand ?? null,
  climate: form.climate ?? null,
  weeks: form.weeks ?? null,
  received: form.received,
  buyAgain: form.buyAgain ?? null,
});

/** After another review by the same person: whether they have bought it, and what it waits for. */
const isBuyer = sql`max(${reviews.verified}, excluded.verified)`;
const waits = sql`CASE WHEN ${isBuyer} = 1 THEN NULL WHEN ${reviews.waits} = 'operator' THEN 'operator'
  WHEN ${reviews.hidden} = 1 AND ${reviews.waits} IS NULL THEN NULL ELSE excluded.waits END`;

/** Condition: without a delivered order, a review counts only after the address is confirmed. */
const isWaiting = ({ delivered, confirmed }: Author): SQL => sql`(NOT ${delivered} AND NOT ${confirmed})`;

/** The values of a new row, in the order of the table's columns. @param mayList condition: it is listed while it waits */
function newRow(
  { productId, owner }: AuthorContext,
  author: Author,
  content: ReturnType<typeof contentOf>,
  mayList: SQL,
): SQL {
  const { userId, hash, orderId, delivered, variant } = author;
  const waiting = isWaiting(author);
  const row: Record<string, unknown> = {
    ...content,
    id: crypto.randomUUID(),
    productId,
    userId,
    emailHash: hash,
    orderId,
    verified: delivered,
    variant,
    sample: 0,
    createdAt: owner.now,
    reports: 0,
    photos: 0,
    version: 0,
    counted: 0,
    hidden: sql`iif(${waiting} AND NOT ${mayList}, 1, 0)`,
    waits: sql`iif(${waiting}, 'email', NULL)`,
    hideReason: sql`iif(${waiting}, ${waitingReason}, NULL)`,
    screenedAt: sql`iif(${delivered}, NULL, ${owner.now})`,
  };
  return rowValues(reviews, row);
}

/**
 * Writes a review: one per person and product; another one changes it, and a hidden one stays hidden. A review that is
 * stored under the same address in the other way becomes the author's own if they have proved the address; until then
 * they cannot review the product (`review_exists`). The product's rating sum and count are recalculated in the same
 * batch, so they cannot drift. Photos are those that the author has uploaded, and those that the review has already.
 */
export async function writeReview(
  call: Call,
  form: z.output<typeof reviewForm> & OwnReview,
): Promise<{ ok: true; review: ApiReview } | Refusal> {
  const { db } = call;
  const context = await authorContext(call, form);
  const found = await findAuthor(db, context);
  if (!found.ok) return found;
  const { author } = found;
  const { isMine, isOther, userId, hash, counter } = author;
  const { perHour, from } = context;
  const { now } = context.owner;
  const content = contentOf(author, form);
  const limit = hourlyLimit(counter, perHour, now);
  const photos = reviewPhotos(db, author, context, form.photos);
  const may = sql`${author.may} AND ${limit.isWithin} AND ${photos.areFound}`;
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${reviews} WHERE ${isOther})`;
  const unconfirmed = networkLimit('unconfirmed-review', from);
  const takesOver = and(isOther, author.isProved, may);
  const queries = [
    db.write
      .insert(reviews)
      .select(
        sql`SELECT ${newRow(context, author, content, unconfirmed.isWithin)}
          WHERE ${may} AND ${isFree}`,
      )
      .onConflictDoUpdate({
        target: userId ? [reviews.productId, reviews.userId] : [reviews.emailHash, reviews.productId],
        set: {
          ...content,
          verified: isBuyer,
          variant: sql`coalesce(excluded.variant, ${reviews.variant})`,
          hidden: sql`CASE WHEN ${waits} = 'operator' THEN 1 WHEN ${waits} = 'email' THEN excluded.hidden
            WHEN ${reviews.waits} IS NOT NULL THEN 0 ELSE ${reviews.hidden} END`,
          waits,
          hideReason: sql`CASE WHEN ${waits} IS NOT NULL THEN ${waitingReason} WHEN ${reviews.waits} IS NULL THEN ${reviews.hideReason} END`,
          screenedAt: sql`iif(${isBuyer}, NULL, coalesce(excluded.screened_at, ${reviews.screenedAt}))`,
          orderId: sql`coalesce(excluded.order_id, ${reviews.orderId})`,
          editedAt: now,
          version: sql`${reviews.version} + 1`,
        },
      })
      .returning(),
    ...holdBurst(db, sql`(${context.productId})`, now),
    recalculateRatings(db, sql`(${context.productId})`),
    ...photos.replace(sql`${may} AND ${isFree}`),
    db.write.select(reviewColumns).from(reviews).where(isMine),
    db.write
      .select({ may: sql<number>`${author.may}`, areFound: sql<number>`${photos.areFound}` })
      .from(sql`(SELECT 1)`),
  ] as const;
  const results = await db.write.batch([
    limit.count(db),
    unconfirmed.count(db, sql`${author.may} AND ${isWaiting(author)}`),
    db.write.delete(reviews).where(and(takesOver, sql`EXISTS (SELECT 1 FROM ${reviews} WHERE ${isMine})`)),
    db.write.update(reviews).set({ userId, emailHash: hash }).where(takesOver),
    ...queries,
  ]);
  const wait = limit.wait(results[0]);
  if (wait) return tooManyChanges(wait);
  const [[done], , , , , , , [written], [state]] = lastResults(results, queries);
  if (done && written) return { ok: true, review: serializeReview(written) };
  if (state?.may) return state.areFound ? reviewExists() : photoNotFound();
  return context.linkedOrder === undefined
    ? signedOut()
    : // Something has changed since it was read: read again.
      writeReview(call, form);
}
refuses(writeReview, ...authorRefusals, reviewExists);

/**
 * The photos of a review that is written.
 * @param wanted their ids; undefined leaves them as they are
 * @returns `areFound`: condition, all of them are the review's or may be used; `replace`: the statements
 */
function reviewPhotos(
  db: Db,
  { isMine, isOwn, uploader }: Author,
  { owner }: AuthorContext,
  wanted: readonly string[] | undefined,
) {
  const ids = wanted ?? [];
  const ofOwn = (which: SQL) => sql`review_id IN (SELECT id FROM ${reviews} WHERE ${which})`;
  const usable = sql`${isUsableBy(ids, uploader.userId, owner.now)}`;
  const isOneOf = inArray(photos.id, [...ids]);
  return {
    areFound: sql`(SELECT count(*) FROM ${photos} WHERE ${usable} OR (${isOneOf} AND ${ofOwn(isOwn)})) = ${ids.length}`,
    replace: (when: SQL) =>
      [
        releasePhotos(
          db,
          wanted ? sql`${ofOwn(isMine)} AND ${notInArray(photos.id, [...ids])} AND ${when}` : sql`false`,
        ),
        db.write.run(sql`
          UPDATE ${photos} SET review_id = (SELECT id FROM ${reviews} WHERE ${isMine}), state = 'waiting'
          WHERE ${usable} AND ${when}`),
      ] as const,
  };
}

/** What a withdrawn review loses, with the shop's answers to it. Its stars stay in the row, which nobody sees. */
const withoutContent = {
  comment: '',
  title: null,
  name: null,
  skinType: null,
  ageBand: null,
  climate: null,
  weeks: null,
  received: null,
  buyAgain: null,
  reply: null,
  replyAt: null,
  objection: null,
  objectionAt: null,
  decision: null,
  decidedAt: null,
} as const;

/**
 * Deletes one's own review; a trigger counts it (db/triggers). A hidden review leaves an empty row, so that the next
 * review of its writer is hidden too.
 */
export async function withdrawReview(call: Call, request: OwnReview): Promise<{ ok: true } | Refusal> {
  const { db } = call;
  const context = await authorContext(call, request);
  const found = await findAuthor(db, context);
  if (!found.ok) return found;
  const { author } = found;
  const { perHour, productId } = context;
  const { now } = context.owner;
  const limit = hourlyLimit(author.counter, perHour, now);
  const own = and(author.isOwn, author.may, limit.isWithin);
  const [used, , deleted, emptied] = await db.write.batch([
    limit.count(db),
    releasePhotos(db, sql`review_id IN (SELECT id FROM ${reviews} WHERE ${own})`),
    db.write
      .delete(reviews)
      .where(and(own, sql`(hidden = 0 OR waits IS NOT NULL)`))
      .returning({ id: reviews.id }),
    db.write
      .update(reviews)
      .set({ ...withoutContent, version: sql`${reviews.version} + 1` })
      .where(and(own, sql`hidden = 1 AND comment <> ''`))
      .returning({ id: reviews.id }),
    recalculateRatings(db, sql`(${productId})`),
  ]);
  const wait = limit.wait(used);
  if (wait) return tooManyChanges(wait);
  return deleted.length || emptied.length ? { ok: true } : noReview();
}
refuses(withdrawReview, ...authorRefusals);
