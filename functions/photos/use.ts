/** Photos that were uploaded and wait to be used, each once and by its owner alone. */
import { and, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { photos } from '#db/schema/index.ts';
import { type ApiPhoto, type PhotoState, photoUsableFor, type ReviewedPhoto } from '#domain/photos/photo.ts';
import type { Owner } from '../lib/owner.ts';
import { wrongFields } from '../lib/refusal.ts';
import { sessionUserId } from '../lib/session.ts';
import type { PhotoUrl } from './photo-link.ts';

/** Condition: it is used for nothing. */
export const isUnused: SQL = sql`(${photos.returnId} IS NULL AND ${photos.reviewId} IS NULL)`;

/** A photo of the request is not there, is somebody else's, is too old, or is used already. */
export const photoNotFound = () => wrongFields({ photos: 'A photo was not found. Please add it again.' });

/** Condition: one of these, which this person may use. @param userId of an account or a guest @param now UTC ms */
export const isUsableBy = (ids: readonly string[], userId: SQL, now: number): SQL | undefined =>
  and(
    inArray(photos.id, [...ids]),
    sql`${photos.userId} = ${userId}`,
    isUnused,
    gt(photos.createdAt, now - photoUsableFor),
  );

/** Condition: one of these, which the session may use. */
const isUsable = (ids: readonly string[], { tokenHash, now }: Owner): SQL | undefined =>
  isUsableBy(ids, sessionUserId(tokenHash, now), now);

/** Statement: those that the session may use. */
export const selectUsable = (db: Db, ids: readonly string[], owner: Owner) =>
  db.read.select({ id: photos.id }).from(photos).where(isUsable(ids, owner));

/** Condition: the session may use all of them. */
export const areUsable = (ids: readonly string[], owner: Owner): SQL =>
  sql`(SELECT count(*) FROM ${photos} WHERE ${isUsable(ids, owner)}) = ${ids.length}`;

/** Statement: uses the photos for a return. */
export const usePhotos = (db: Db, ids: readonly string[], owner: Owner, returnId: string) =>
  db.write.update(photos).set({ returnId }).where(isUsable(ids, owner));

/** A photo as a query reads it for {@link serializePhotos}. @property state null for one of a return */
export type PhotoRow = { id: string; width: number; height: number; state: PhotoState | null };

/** The photos of a row as JSON, the first one first. @param isOf condition on `photos` */
export const photosJson = (isOf: SQL): SQL =>
  sql`(SELECT json_group_array(json_object('id', id, 'width', width, 'height', height, 'state', state))
    FROM (SELECT id, width, height, state FROM ${photos} WHERE ${isOf} ORDER BY created_at, photos.rowid))`;

/** The same as a column. */
export const photosOf = (isOf: SQL) =>
  photosJson(isOf).mapWith((json: string): PhotoRow[] => JSON.parse(json));

/** Photos with their URLs. @param urlOf undefined where the shop has no key: then nobody sees them */
export const linkedPhotos = (rows: readonly PhotoRow[], urlOf: PhotoUrl | undefined) =>
  urlOf ? rows.map((photo) => ({ ...photo, url: urlOf(photo.id) })) : [];

/** Photos as the API returns them to shoppers. */
export const serializePhotos = (rows: readonly PhotoRow[], urlOf: PhotoUrl | undefined): ApiPhoto[] =>
  linkedPhotos(rows, urlOf).map(({ id, url, width, height }) => ({ _id: id, url, width, height }));

/** Photos of a review with what an operator has said of them. */
export const reviewedPhotos = (rows: readonly PhotoRow[], urlOf: PhotoUrl | undefined) =>
  linkedPhotos(rows, urlOf).map((photo) => ({ ...photo, state: photo.state ?? 'waiting' }));

/** The same as the API returns them to the review's writer. */
export const serializeReviewed = (rows: readonly PhotoRow[], urlOf: PhotoUrl | undefined): ReviewedPhoto[] =>
  reviewedPhotos(rows, urlOf).map(({ id, url, width, height, state }) => ({
    _id: id,
    url,
    width,
    height,
    state,
  }));
