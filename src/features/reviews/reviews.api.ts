/** API calls for reviews. The session or the link of the email says whose review it is. */

import type { ApiReview } from '#domain/reviews/review.ts';
import type { HideReason } from '#domain/reviews/review-constants.ts';
import { api, send } from '#lib/api.ts';
import type { PhotoTarget } from '#shared/photos/upload-photo.api.ts';
import { linkOf } from './review-link.dom.ts';
import { type ReviewValues, requestOf, valuesOf } from './review-values.ts';

const route = api.reviews[':productId'];
type Query = Parameters<typeof route.$get>[0]['query'];

/** @param id of the product */
const about = <T extends object>(id: string, json?: T) => ({
  param: { productId: id },
  json: { ...(json as T), ...linkOf(id) },
});

/** @param query of review-filters.ts @param before the cursor of the last review; empty for the first page */
export async function readReviews(id: string, query: string, before = '') {
  const names = { ...Object.fromEntries(new URLSearchParams(query)), ...(before && { before }) };
  // The filters' fields are those of the API.
  const answer = await send(route.$get({ param: { productId: id }, query: names as Query }));
  return answer.ok ? { ...answer, data: answer.data.map(withPhotos) } : answer;
}
/** During a deploy, and after one was taken back, the last release may answer: it has no photos. */
const withPhotos = <T extends { photos: readonly unknown[] }>(one: T): T => ({
  ...one,
  photos: one.photos ?? [],
});

/** The reviews with photos, newest first. @param before the cursor of the last one; empty for the first page */
export const readPhotoReviews = (id: string, before = '') => readReviews(id, 'photos=true', before);
export const readRatings = (id: string) => send(route.ratings.$get({ param: { productId: id } }));

export async function readOwnReview(id: string) {
  const answer = await send(route.mine.$post(about(id)));
  return answer.ok ? { ...answer, data: withPhotos(answer.data) } : answer;
}
/** @param photos ids of all its photos; undefined leaves them as they are */
export const writeReview = (id: string, values: ReviewValues, photos?: string[]) =>
  send(route.$post(about(id, { ...requestOf(values), ...(photos && { photos }) })), {
    otherwise: 'Failed to submit review. Please try again.',
  });
/** Writes a withdrawn review again. */
export const repostReview = (id: string, review: ApiReview) => writeReview(id, valuesOf(review));
/** Where the browser sends the photos of the shopper's own review. */
export function photoTarget(id: string): PhotoTarget {
  const { link } = linkOf(id);
  return { path: `/api/reviews/${id}/photos`, ...(link && { headers: { 'review-link': link } }) };
}
export const withdrawReview = (id: string) => send(route.$delete(about(id)));
export const objectToHiding = (id: string, text: string) => send(route.objection.$post(about(id, { text })));

/** @param text empty if there is none */
export const reportReview = (reviewId: string, reason: HideReason, text: string) =>
  send(api.reviews.report.$post({ json: { reviewId, reason, ...(text && { text }) } }));
