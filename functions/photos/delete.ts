/**
 * Part of the scheduled job: deletes photos that belong to nothing, those of returns that ended long ago, and those of reviews
 * that were refused or hidden. The object goes first and then its row, so that what fails is tried again.
 */
import { eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { photos, returns, reviews } from '#db/schema/index.ts';
import { keptSinceOf } from '#domain/retention/periods.ts';
import type { Store } from '#domain/store/store.ts';
import { oneDay } from '#lib/dates.ts';
import { isInBlock } from '../lib/block.ts';
import { isUnused } from './use.ts';

/** Photos of a run; the bucket takes 1,000 keys in a call. */
const photosPerRun = 100;

/** @param now UTC ms @param store with its periods, and the days in which a product can be returned */
export async function deletePhotos(
  { db, bucket }: { db: Db; bucket: R2Bucket },
  now: number,
  { retention, returns: { days } }: Pick<Store, 'retention' | 'returns'>,
): Promise<void> {
  const before = keptSinceOf(retention, now);
  const refusedBefore = before('refusedPhotos');
  const returnsBefore = Math.min(now - days * oneDay, before('returnPhotos'));
  await releasePhotos(
    db,
    sql`${isInBlock(photos, now)} AND (
      EXISTS (SELECT 1 FROM ${returns}
        WHERE ${eq(returns.id, photos.returnId)} AND ${lt(returns.endedAt, returnsBefore)})
      OR (state = 'refused' AND ${lt(photos.decidedAt, refusedBefore)})
      OR EXISTS (SELECT 1 FROM ${reviews}
        WHERE ${eq(reviews.id, photos.reviewId)} AND hidden = 1 AND ${lt(reviews.hiddenAt, refusedBefore)}))`,
  );
  // Apart, so that each is read from an index.
  const unused = (which: SQL) =>
    db.read.select({ id: photos.id }).from(photos).where(sql`${isUnused} AND ${which}`).limit(photosPerRun);
  const due = (
    await db.read.batch([unused(isNull(photos.userId)), unused(lt(photos.createdAt, before('unusedPhotos')))])
  ).flat();
  if (!due.length) return;
  const ids = [...new Set(due.map(({ id }) => id))];
  await bucket.delete(ids);
  await db.write.delete(photos).where(inArray(photos.id, ids));
}

/** Statement: these photos belong to nothing any more, so that the next run of the job deletes them. */
export const releasePhotos = (db: Db, which: SQL) =>
  db.write.update(photos).set({ userId: null, returnId: null, reviewId: null }).where(which);
