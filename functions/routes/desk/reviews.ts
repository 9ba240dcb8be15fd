/** /api/desk/reviews: shoppers' reviews, their visibility, and the shop's answers. */
import { Hono } from 'hono';
import * as z from 'zod';
import { productId } from '#domain/catalogue/product-id.ts';
import { photoIds } from '#domain/photos/photo-ids.ts';
import { hideReasons, reviewLength } from '#domain/reviews/review-constants.ts';
import { reviewViews } from '#domain/reviews/views.ts';
import { keysOf } from '#lib/keys.ts';
import { oneLine, someLines } from '#lib/text.ts';
import { after } from '../../desk/paging.ts';
import { actOnReview, type ReviewAction } from '../../desk/review-actions.ts';
import { listReviews } from '../../desk/reviews.ts';
import { byId } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

const list = z.object({
  after,
  show: z
    .enum(keysOf(reviewViews), 'is not a view of the reviews')
    .default('all')
    .meta({ description: 'Which reviews are listed.' }),
  product: productId.optional().meta({ description: 'Id of the product.' }),
});

/** The version of the review that the operator saw. */
const seen = z.int('The version of the review is not valid.').min(0);
const text = z
  .string()
  .trim()
  .max(reviewLength.reply, `Please use at most ${reviewLength.reply} characters.`)
  .regex(someLines, 'The text contains a control character.');

const hide = z
  .object({
    seen,
    reason: z.enum(keysOf(hideReasons), 'Please choose the reason.'),
    note: z.string().trim().max(200).regex(oneLine, 'The note contains a control character.').optional(),
  })
  .transform(({ seen, reason, note }) => ({
    seen,
    action: { kind: 'hide', reason, note: note || null } as const,
  }));
const show = z.object({ seen }).transform(({ seen }) => ({ seen, action: { kind: 'show' } as const }));
const dismiss = z.object({ seen }).transform(({ seen }) => ({ seen, action: { kind: 'dismiss' } as const }));
const reply = z
  .object({ seen, text })
  .transform(({ seen, text }) => ({ seen, action: { kind: 'reply', text: text || null } as const }));
const keep = z
  .object({ seen, answer: text.min(1, 'Please answer the writer.') })
  .transform(({ seen, answer }) => ({ seen, action: { kind: 'keep', answer } as const }));
const photos = z
  .object({
    seen,
    state: z.enum(['approved', 'refused'], 'Please approve or refuse the photos.'),
    photos: photoIds.min(1, 'Please choose a photo.'),
  })
  .transform(({ seen, state, photos: ids }) => ({ seen, action: { kind: 'photos', state, ids } as const }));

/** What is said after an action. */
function said(action: ReviewAction): string {
  switch (action.kind) {
    case 'hide':
      return 'The review is hidden.';
    case 'show':
      return 'The review is visible again.';
    case 'dismiss':
      return 'The reports are dismissed.';
    case 'keep':
      return 'The review stays hidden, and its writer gets your answer.';
    case 'reply':
      return action.text ? 'Your answer is published.' : 'Your answer is removed.';
    case 'photos': {
      const what = action.ids.length === 1 ? 'The photo is' : 'The photos are';
      return action.state === 'approved' ? `${what} public.` : `${what} not shown.`;
    }
  }
}

/** A route for an action on a review. */
const act = <Body extends z.ZodType<{ seen: number; action: ReviewAction }>>(sentence: string, body: Body) =>
  desk(sentence, { params: byId, body }, actOnReview, ({ review }, { action }) => ({
    message: said(action),
    review,
  }));

export const reviews = new Hono<DeskEnv>()
  .get('/', desk('Lists reviews.', { query: list }, listReviews))
  .post('/:id/hide', act('Hides a review.', hide))
  .post('/:id/show', act('Shows a hidden review again.', show))
  .post('/:id/reply', act('Publishes or removes an answer to a review.', reply))
  .post('/:id/keep', act('Rejects an objection: the review stays hidden.', keep))
  .post('/:id/dismiss', act('Dismisses the reports of a review.', dismiss))
  .post('/:id/photos', act('Approves or refuses photos of a review.', photos));
