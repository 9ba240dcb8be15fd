/** /api/desk/reviews: shoppers' reviews, their visibility, and the shop's answers. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { productId } from '#domain/catalogue/product-id.ts';
import { photoIds } from '#domain/photos/photo-ids.ts';
import { hideReasons, reviewLength } from '#domain/reviews/review-constants.ts';
import { reviewViews } from '#domain/reviews/views.ts';
import { keysOf } from '#lib/keys.ts';
import { oneLine, someLines } from '#lib/text.ts';
import { conflict } from '../../desk/conflict.ts';
import { after } from '../../desk/paging.ts';
import { actOnReview, type ReviewAction } from '../../desk/review-actions.ts';
import { listReviews } from '../../desk/reviews.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { photoUrlsOf } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { notFound } from '../../lib/refusal.ts';

const list = z.object({
  after,
  show: z.enum(keysOf(reviewViews), 'is not a view of the reviews').default('all'),
  product: productId.optional(),
});

/** The version of the review that the operator saw. */
const seen = z.int('The version of the review is not valid.').min(0);
const text = z
  .string()
  .trim()
  .max(reviewLength.reply, `Please use at most ${reviewLength.reply} characters.`)
  .regex(someLines, 'The text contains a control character.');
const hiding = z.object({
  seen,
  reason: z.enum(keysOf(hideReasons), 'Please choose the reason.'),
  note: z.string().trim().max(200).regex(oneLine, 'The note contains a control character.').optional(),
});

/** @param message of the success */
async function act(c: Context<DeskEnv>, seen: number, action: ReviewAction, message: string) {
  const context = {
    db: c.get('db'),
    operator: c.get('operator'),
    now: c.get('now'),
    photoUrl: photoUrlsOf(c),
  };
  const done = await actOnReview(context, { id: c.req.param('id') ?? '', seen }, action);
  if (!done.ok) throw done;
  return success(c, { message, review: done.review });
}

export const reviews = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists reviews.'), query(list), async (c) =>
    success(c, await listReviews(c.get('db'), c.req.valid('query'), photoUrlsOf(c))),
  )
  .post('/:id/hide', describeRoute('Hides a review.', [notFound, conflict]), body(hiding), (c) => {
    const { seen, reason, note } = c.req.valid('json');
    return act(c, seen, { kind: 'hide', reason, note: note || null }, 'The review is hidden.');
  })
  .post(
    '/:id/show',
    describeRoute('Shows a hidden review again.', [notFound, conflict]),
    body(z.object({ seen })),
    (c) => act(c, c.req.valid('json').seen, { kind: 'show' }, 'The review is visible again.'),
  )
  .post(
    '/:id/reply',
    describeRoute('Publishes or removes an answer to a review.', [notFound, conflict]),
    body(z.object({ seen, text })),
    (c) => {
      const { seen, text } = c.req.valid('json');
      const message = text ? 'Your answer is published.' : 'Your answer is removed.';
      return act(c, seen, { kind: 'reply', text: text || null }, message);
    },
  )
  .post(
    '/:id/keep',
    describeRoute('Rejects an objection: the review stays hidden.', [notFound, conflict]),
    body(z.object({ seen, answer: text.min(1, 'Please answer the writer.') })),
    (c) => {
      const { seen, answer } = c.req.valid('json');
      return act(
        c,
        seen,
        { kind: 'keep', answer },
        'The review stays hidden, and its writer gets your answer.',
      );
    },
  )
  .post(
    '/:id/dismiss',
    describeRoute('Dismisses the reports of a review.', [notFound, conflict]),
    body(z.object({ seen })),
    (c) => act(c, c.req.valid('json').seen, { kind: 'dismiss' }, 'The reports are dismissed.'),
  )
  .post(
    '/:id/photos',
    describeRoute('Approves or refuses photos of a review.', [notFound, conflict]),
    body(
      z.object({
        seen,
        state: z.enum(['approved', 'refused'], 'Please approve or refuse the photos.'),
        photos: photoIds.min(1, 'Please choose a photo.'),
      }),
    ),
    (c) => {
      const { seen, state, photos: ids } = c.req.valid('json');
      const what = ids.length === 1 ? 'The photo is' : 'The photos are';
      return act(
        c,
        seen,
        { kind: 'photos', state, ids },
        state === 'approved' ? `${what} public.` : `${what} not shown.`,
      );
    },
  );
