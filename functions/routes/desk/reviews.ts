/** /api/desk/reviews: what shoppers wrote, and whether it can be seen. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { productId } from '#features/catalogue/product.ts';
import { reviewViews } from '#features/desk/reviews.ts';
import { keysOf } from '#lib/keys.ts';
import { after } from '../../desk/paging.ts';
import { type Hiding, hideReview, listReviews } from '../../desk/reviews.ts';
import { body, query } from '../../http/body.ts';
import { line } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound } from '../../http/refusal.ts';
import { changed } from './changed.ts';

const list = z.object({
  after,
  show: z.enum(keysOf(reviewViews), 'is not a view of the reviews').default('all'),
  product: productId.optional(),
});

/** The date of the review as its reader had it before them. */
const seen = z.iso.datetime('must be a date as the list carries it').transform((date) => Date.parse(date));

type Now = Extract<Awaited<ReturnType<typeof hideReview>>, { code: 'changed' }>['review'];

function meanwhile(hide: boolean, { hidden, reason }: Now): string {
  if (hidden !== hide) return 'The writer has changed this review meanwhile. Please read it again.';
  return hide
    ? `Somebody has hidden this review already: ${reason ?? 'no reason given'}`
    : 'Somebody has shown this review again already.';
}

async function hide(c: Context<DeskEnv>, wanted: Hiding) {
  const done = await hideReview(c.get('db'), c.get('operator'), wanted, c.get('now'));
  if (done.ok) return done.review;
  if (done.code === 'not_found') throw notFound('This review');
  throw changed(meanwhile(wanted.hidden, done.review), { review: done.review });
}

export const reviews = new Hono<DeskEnv>()
  .get('/', query(list), async (c) =>
    c.json({ success: true as const, ...(await listReviews(c.get('db'), c.req.valid('query'))) }),
  )
  .post('/:id/hide', body(z.object({ reason: line('reason', 200), seen })), async (c) => {
    const review = await hide(c, { id: c.req.param('id'), hidden: true, ...c.req.valid('json') });
    return c.json({ success: true as const, message: 'The review is hidden.', review });
  })
  .post('/:id/show', body(z.object({ seen })), async (c) => {
    const wanted = { id: c.req.param('id'), hidden: false, reason: null, ...c.req.valid('json') };
    return c.json({
      success: true as const,
      message: 'The review can be seen again.',
      review: await hide(c, wanted),
    });
  });
