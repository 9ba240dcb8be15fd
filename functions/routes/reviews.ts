/** /api/reviews. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { productId } from '#features/catalogue/product.ts';
import { reviewForm } from '#features/reviews/review.ts';
import { body, query } from '../http/body.ts';
import { emailHashKey } from '../http/email-hash-key.ts';
import type { Env } from '../http/env.ts';
import { accountOnly, signedIn } from '../http/middleware.ts';
import { notFound, Refusal, signedOut } from '../http/refusal.ts';
import { owner } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { countRatings, listReviews, writeReview } from '../reviews/reviews.ts';

const productParam = (c: Context<Env>): string => {
  const id = productId.safeParse(c.req.param('productId'));
  if (!id.success) throw notFound('This product');
  return id.data;
};

/** `?before=`: the date of the last review of the page before. */
const page = z.object({ before: z.iso.datetime('The date must be the date of a review.').optional() });

export const reviews = new Hono<Env>()
  .get('/:productId', query(page), async (c) => {
    const { before } = c.req.valid('query');
    const list = await listReviews(
      c.get('db'),
      productParam(c),
      before ? Date.parse(before) : c.get('now') + 1,
    );
    if (!list) throw notFound('This product');
    c.header('Cache-Control', 'public, max-age=0, must-revalidate');
    return c.json(list);
  })
  .get('/:productId/ratings', async (c) => {
    const ratings = await countRatings(c.get('db'), productParam(c));
    if (!ratings) throw notFound('This product');
    c.header('Cache-Control', 'public, max-age=0, must-revalidate');
    return success(c, { ratings });
  })
  .post('/:productId', accountOnly, signedIn, body(reviewForm), async (c) => {
    const key = emailHashKey(c.env);
    const written = await writeReview(c.get('db'), owner(c), productParam(c), c.req.valid('json'), key);
    if (written.ok) return success(c, { message: 'Review submitted successfully!', review: written.review });
    switch (written.code) {
      case 'signed_out':
        throw signedOut();
      case 'unknown_product':
        throw notFound('This product');
      case 'review_exists':
        throw new Refusal(
          409,
          written.code,
          'There is a review from this email address already. Confirm your address to change it.',
        );
    }
  });
