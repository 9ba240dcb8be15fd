/** /api/reviews. */
import { type Context, Hono } from 'hono';
import { productId } from '#domain/catalogue/product-id.ts';
import { objectionForm, ownReviewForm, reportForm, reviewForm } from '#domain/reviews/review.ts';
import { body, brokenOff, query } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { emailHashKey, notConfigured } from '../http/email-hash-key.ts';
import { type Env, setting } from '../http/env.ts';
import { wrongMethod } from '../http/methods.ts';
import { optionallySignedIn, tokenOf } from '../http/middleware.ts';
import { owner, photoUrlsOf, sender } from '../http/request-context.ts';
import { wrongSignature } from '../http/signed-links.ts';
import { success } from '../http/success.ts';
import { needsAccount, notFound, signedOut } from '../lib/refusal.ts';
import { isGuestToken } from '../lib/token.ts';
import { photoRefusals } from '../photos/upload.ts';
import { type AuthorContext, deadReviewLink, findAuthor } from '../reviews/author.ts';
import { countReviews } from '../reviews/counts.ts';
import { listReviews, reviewQuery } from '../reviews/list.ts';
import { objectionRefusals, objectToHiding, readOwnReview } from '../reviews/own.ts';
import { countRatings } from '../reviews/ratings.ts';
import { reportReview } from '../reviews/report.ts';
import { readReviewLink } from '../reviews/review-link.ts';
import { reviewExists, withdrawReview, writeReview } from '../reviews/write.ts';
import { photoLimit, receivePhoto } from './photos.ts';

const productParam = (c: Context<Env>): string => {
  const id = productId.safeParse(c.req.param('productId'));
  if (!id.success) throw notFound('This product');
  return id.data;
};

/** Who asks about their own review: by a link, or else by the session of an account. @throws Refusal */
async function author(c: Context<Env>, link: string | undefined): Promise<AuthorContext> {
  const product = productParam(c);
  if (link === undefined) {
    if (isGuestToken(tokenOf(c.req))) throw needsAccount();
    if (!c.get('tokenHash')) throw signedOut();
  }
  const key = emailHashKey(c.env);
  const linkedOrder = link === undefined ? undefined : readReviewLink(key, link, product);
  if (link !== undefined && !linkedOrder) throw await wrongSignature(c, deadReviewLink());
  const perHour = setting(c.env.ACCOUNT_CHANGES_PER_HOUR, 60);
  const from = sender(c, setting(c.env.UNCONFIRMED_REVIEWS_PER_HOUR, 10));
  return { owner: owner(c), productId: product, linkedOrder, key, perHour, from };
}

/** Refusals of {@link author}, and of every route of the own review. */
const authorRefusals = [signedOut, needsAccount, notFound, deadReviewLink, notConfigured];

const revalidated = 'public, max-age=0, must-revalidate';

export const reviews = new Hono<Env>()
  .get('/counts', describeRoute('Reads the number of reviews and the average of the shop.'), async (c) => {
    const counts = await countReviews(c.get('db'), c.get('now'));
    c.header('Cache-Control', 'public, max-age=300');
    return success(c, counts);
  })
  .post('/report', describeRoute('Reports a review.', [notConfigured]), body(reportForm), async (c) => {
    const from = sender(c, setting(c.env.REVIEW_REPORTS_PER_HOUR, 20));
    const done = await reportReview(c.get('db'), c.req.valid('json'), from, emailHashKey(c.env));
    if (!done.ok) throw done;
    return success(c, { message: 'Thank you. A person will read this review.' });
  })
  // Otherwise the routes of a product would answer.
  .all('/counts', () => {
    throw wrongMethod(['GET']);
  })
  .all('/report', () => {
    throw wrongMethod(['POST']);
  })
  .get(
    '/:productId',
    describeRoute('Lists up to 50 reviews of a product.', [notFound]),
    query(reviewQuery),
    async (c) => {
      const list = await listReviews(c.get('db'), productParam(c), c.req.valid('query'));
      if (!list) throw notFound('This product');
      c.header('Cache-Control', revalidated);
      return c.json(list);
    },
  )
  .get('/:productId/ratings', describeRoute('Counts the ratings of a product.', [notFound]), async (c) => {
    const counts = await countRatings(c.get('db'), productParam(c));
    if (!counts) throw notFound('This product');
    c.header('Cache-Control', revalidated);
    return success(c, counts);
  })
  .post(
    '/:productId',
    describeRoute('Writes or changes a review.', [...authorRefusals, reviewExists]),
    optionallySignedIn,
    body(reviewForm),
    async (c) => {
      const form = c.req.valid('json');
      const done = await writeReview(c.get('db'), await author(c, form.link), form);
      if (!done.ok) throw done;
      return success(c, { message: 'Review submitted successfully!', review: done.review });
    },
  )
  .post(
    '/:productId/mine',
    describeRoute('Reads the own review of a product.', authorRefusals),
    optionallySignedIn,
    body(ownReviewForm),
    async (c) => {
      const done = await readOwnReview(
        c.get('db'),
        await author(c, c.req.valid('json').link),
        photoUrlsOf(c),
      );
      if (!done.ok) throw done;
      const { review, hidden, waits, photos, name } = done;
      return success(c, { review, hidden, waits, photos, name });
    },
  )
  .post(
    '/:productId/photos',
    describeRoute(
      'Uploads a photo for the own review: the bytes of a JPEG or WebP are the body, the header `review-link` has the link.',
      [...authorRefusals, photoRefusals, brokenOff],
    ),
    optionallySignedIn,
    async (c) => {
      const found = await findAuthor(c.get('db'), await author(c, c.req.header('review-link')));
      if (!found.ok) throw found;
      const by = { ...found.author.uploader, db: c.get('db'), from: photoLimit(c) };
      return success(c, { id: await receivePhoto(c, by) });
    },
  )
  .post(
    '/:productId/objection',
    describeRoute('Objects to the hiding of the own review.', [...authorRefusals, objectionRefusals]),
    optionallySignedIn,
    body(objectionForm),
    async (c) => {
      const form = c.req.valid('json');
      const done = await objectToHiding(c.get('db'), await author(c, form.link), form);
      if (!done.ok) throw done;
      return success(c, { message: 'Thank you. A person reads this and answers by email.' });
    },
  )
  .delete(
    '/:productId',
    describeRoute('Withdraws the own review.', authorRefusals),
    optionallySignedIn,
    body(ownReviewForm),
    async (c) => {
      const done = await withdrawReview(c.get('db'), await author(c, c.req.valid('json').link));
      if (!done.ok) throw done;
      return success(c, { message: 'Your review is withdrawn.' });
    },
  );
