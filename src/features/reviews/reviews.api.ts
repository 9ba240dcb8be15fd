/** Calls about one's own review of a product, by the session or by the link of the email, and the report of a review. */

import type { ApiReview } from '#domain/reviews/review.ts';
import type { HideReason } from '#domain/reviews/review-constants.ts';
import { api, send } from '#lib/api.ts';
import { linkOf } from './review-link.dom.ts';
import { requestOf, valuesOf } from './review-values.ts';

const route = api.reviews[':productId'];

/** @param id of the product */
const about = <T extends object>(id: string, json?: T) => ({
  param: { productId: id },
  json: { ...(json as T), ...linkOf(id) },
});

export const readOwnReview = (id: string) => send(route.mine.$post(about(id)));
export const withdrawReview = (id: string) => send(route.$delete(about(id)));
/** Writes a withdrawn review again. */
export const repostReview = (id: string, review: ApiReview) =>
  send(route.$post(about(id, requestOf(valuesOf(review)))));
export const objectToHiding = (id: string, text: string) => send(route.objection.$post(about(id, { text })));

/** @param text empty if there is none */
export const reportReview = (reviewId: string, reason: HideReason, text: string) =>
  send(api.reviews.report.$post({ json: { reviewId, reason, ...(text && { text }) } }));
