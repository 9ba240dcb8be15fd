/** /api/reviews. */
import { Hono } from 'hono';
import * as z from 'zod';
import { productId } from '#domain/catalogue/product-id.ts';
import { objectionForm, ownReviewForm, reportForm, reviewForm } from '#domain/reviews/review.ts';
import type { Env } from '../http/env.ts';
import { wrongMethod } from '../http/methods.ts';
import { route } from '../http/route.ts';
import { uploadReviewPhoto } from '../reviews/author.ts';
import { countReviews } from '../reviews/counts.ts';
import { readReviews, reviewQuery } from '../reviews/list.ts';
import { objectToHiding, readOwnReview } from '../reviews/own.ts';
import { readRatings } from '../reviews/ratings.ts';
import { reportReview } from '../reviews/report.ts';
import { withdrawReview, writeReview } from '../reviews/write.ts';

const ofProduct = z.object({ productId: productId.catch('').meta({ description: 'Id of the product.' }) });
const own = { session: 'optional', params: ofProduct } as const;
const revalidated = 'public, max-age=0, must-revalidate';

export const reviews = new Hono<Env>()
  .get(
    '/counts',
    route('Reads the number of reviews and the average of the shop.', {}, countReviews, (counts, _, c) => {
      c.header('Cache-Control', 'public, max-age=300');
      return counts;
    }),
  )
  .post(
    '/report',
    route(
      'Reports a review.',
      { body: reportForm },
      reportReview,
      'Thank you. A person will read this review.',
    ),
  )
  // Otherwise the routes of a product would answer.
  .all('/counts', () => {
    throw wrongMethod(['GET']);
  })
  .all('/report', () => {
    throw wrongMethod(['POST']);
  })
  .get(
    '/:productId',
    route(
      'Lists up to 50 reviews of a product.',
      { params: ofProduct, query: reviewQuery },
      readReviews,
      (list, _, c) => {
        c.header('Cache-Control', revalidated);
        return c.json(list);
      },
    ),
  )
  .get(
    '/:productId/ratings',
    route('Counts the ratings of a product.', { params: ofProduct }, readRatings, (counts, _, c) => {
      c.header('Cache-Control', revalidated);
      return counts;
    }),
  )
  .post(
    '/:productId',
    route(
      'Writes or changes a review.',
      { ...own, body: reviewForm },
      writeReview,
      'Review submitted successfully!',
    ),
  )
  .post(
    '/:productId/mine',
    route('Reads the own review of a product.', { ...own, body: ownReviewForm }, readOwnReview),
  )
  .post(
    '/:productId/photos',
    route(
      'Uploads a photo for the own review: the bytes of a JPEG or WebP are the body, the header `review-link` has the link.',
      own,
      uploadReviewPhoto,
    ),
  )
  .post(
    '/:productId/objection',
    route(
      'Objects to the hiding of the own review.',
      { ...own, body: objectionForm },
      objectToHiding,
      'Thank you. A person reads this and answers by email.',
    ),
  )
  .delete(
    '/:productId',
    route(
      'Withdraws the own review.',
      { ...own, body: ownReviewForm },
      withdrawReview,
      'Your review is withdrawn.',
    ),
  );
