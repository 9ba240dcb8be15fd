/** /api/desk/reviews: shoppers' reviews and their visibility. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { productId } from '#features/catalogue/product.ts';
import { reviewViews } from '#features/desk/reviews/views.ts';
import { keysOf } from '#lib/keys.ts';
import { after } from '../../desk/paging.ts';
import { listReviews, setReviewHidden, type VisibilityChange } from '../../desk/reviews.ts';
import { body, query } from '../../http/body.ts';
import { requiredLine } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound } from '../../http/refusal.ts';
import { success } from '../../http/success.ts';
import { conflict } from './conflict.ts';

const list = z.object({
  after,
  show: z.enum(keysOf(reviewViews), 'is not a view of the reviews').default('all'),
  product: productId.optional(),
});

/** The date of the review that the operator saw. */
const seen = z.iso.datetime('must be a date as the list carries it').transform((date) => Date.parse(date));

type CurrentReview = Extract<Awaited<ReturnType<typeof setReviewHidden>>, { code: 'changed' }>['review'];

function conflictMessage(hide: boolean, { hidden, reason }: CurrentReview): string {
  if (hidden !== hide) return 'The writer has changed this review. Please read it again.';
  return hide
    ? `Another operator has already hidden this review: ${reason ?? 'no reason given'}`
    : 'Another operator has already made this review visible again.';
}

async function setHidden(c: Context<DeskEnv>, change: VisibilityChange) {
  const done = await setReviewHidden(c.get('db'), c.get('operator'), change, c.get('now'));
  if (done.ok) return done.review;
  if (done.code === 'not_found') throw notFound('This review');
  throw conflict(conflictMessage(change.hidden, done.review), { review: done.review });
}

export const reviews = new Hono<DeskEnv>()
  .get('/', query(list), async (c) => success(c, await listReviews(c.get('db'), c.req.valid('query'))))
  .post('/:id/hide', body(z.object({ reason: requiredLine('reason', 200), seen })), async (c) => {
    const review = await setHidden(c, { id: c.req.param('id'), hidden: true, ...c.req.valid('json') });
    return success(c, { message: 'The review is hidden.', review });
  })
  .post('/:id/show', body(z.object({ seen })), async (c) => {
    const change = { id: c.req.param('id'), hidden: false, reason: null, ...c.req.valid('json') };
    return success(c, { message: 'The review is visible again.', review: await setHidden(c, change) });
  });
