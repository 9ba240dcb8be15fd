/** Photos of reviews (docs/behaviour.md, "Photos of reviews"): who adds them, who sees them when, and when they are deleted. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { audit, photos } from '#db/schema/index.ts';
import type { Review } from '#desk/answers.ts';
import { hideReasons } from '#domain/reviews/review-constants.ts';
import { password, verifiedUser } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { day, hour, setClock } from '../support/clock.ts';
import { cream, serum } from '../support/orders.ts';
import { place, takePhoto, uploadPhoto, uploadPhotos } from '../support/photos.ts';
import {
  clearReviews,
  deliveredOrder,
  linkFor,
  listedReviews,
  ownReview,
  ratingsOf,
  withdraw,
  writeReview,
} from '../support/reviews.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

type DeskAnswer = { code: string; message: string; rows: Review[]; review: Review };

beforeEach(async () => {
  await setClock(shop, 0);
  await clearReviews(shop);
});

/** The bytes behind an address, as a browser loads them: without a token. */
const load = (url: string, headers: Record<string, string> = {}) => fetch(shop.stack.url + url, { headers });
const statusOf = async (url: string) => (await load(url)).status;
const publicUrl = (id: string) => `/api/photos/public/${id}`;
const row = async (id: string) => (await shop.db.read.select().from(photos).where(eq(photos.id, id)))[0];

const listed = (query = '') => listedReviews(shop, serum, query);
const counted = async () => (await ratingsOf(shop, serum)).photos;
const mine = async (client: Client) => (await ownReview(client, serum)).body.photos;

const atDesk = async (show = 'photos') =>
  (await operator.get<DeskAnswer>(`/api/desk/reviews?show=${show}`)).body.rows;
const act = (step: string, { id, version: seen }: Review, json: object = {}) =>
  operator.post<DeskAnswer>(`/api/desk/reviews/${id}/${step}`, { seen, ...json });
const decide = (review: Review, state: string, ids: string[]) =>
  act('photos', review, { state, photos: ids });

/** A review with photos. @returns their ids */
async function reviewed(count: number, client: Client): Promise<string[]> {
  const ids = await uploadPhotos(client, count);
  const { status, text } = await writeReview(client, serum, { photos: ids });
  expect(status, text).toBe(200);
  return ids;
}
async function waiting(): Promise<Review> {
  const [review] = await atDesk();
  if (!review) throw new Error('no review waits');
  return review;
}
/** Approves all photos that wait. */
async function approve(): Promise<Review> {
  const review = await waiting();
  const ids = review.photos.map(({ id }) => id);
  const { status, body } = await decide(review, 'approved', ids);
  expect(status, body.message).toBe(200);
  return body.review;
}
/** After the job of a later time. */
async function runJobs(ms: number): Promise<void> {
  await setClock(shop, ms);
  await shop.stack.scheduled();
  await setClock(shop, 0);
}

test('only the writer and operators see a photo until it is approved; then everybody does, without its place', async ({
  shopper,
}) => {
  const [id = ''] = await reviewed(1, shopper);
  expect((await listed())[0]?.photos).toEqual([]);
  const hidden = [await counted(), await listed('?photos=true'), await statusOf(publicUrl(id))];
  expect(hidden).toEqual([0, [], 404]);
  const [own] = await mine(shopper);
  expect(own).toMatchObject({ _id: id, state: 'waiting' });
  expect(await statusOf(own?.url ?? '')).toBe(200);
  const review = await waiting();
  expect(review.photos).toEqual([expect.objectContaining({ id, state: 'waiting' })]);
  expect(await statusOf(review.photos[0]?.url ?? '')).toBe(200);
  expect((await operator.get('/api/desk/menu')).body).toMatchObject({ reviews: 1 });
  expect((await operator.get('/api/desk/today')).body).toMatchObject({ reviewsWithPhotos: 1 });

  await approve();
  expect(await atDesk()).toEqual([]);
  const photo = { _id: id, url: publicUrl(id), width: 320, height: 240 };
  expect((await listed())[0]?.photos).toEqual([photo]);
  expect((await listed('?photos=true')).map(({ photos }) => photos)).toEqual([[photo]]);
  expect(await counted()).toBe(1);
  const answer = await load(photo.url);
  const names = ['content-type', 'x-content-type-options', 'content-disposition', 'cache-control'];
  expect(names.map((name) => answer.headers.get(name))).toEqual([
    'image/jpeg',
    'nosniff',
    'inline',
    'public, max-age=3600, immutable',
  ]);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(Buffer.from(await answer.arrayBuffer()).includes(place)).toBe(false);
  const tag = answer.headers.get('etag') ?? '';
  expect((await load(photo.url, { 'If-None-Match': tag })).status).toBe(304);
});

test('nobody adds a photo of another person, a fourth one, one that is used, or one without a session', async ({
  shopper,
}) => {
  const stranger = await shop.person();
  const [[foreign = ''], own] = [await uploadPhotos(stranger, 1), await uploadPhotos(shopper, 4)];
  const refused = [[foreign], [own[0], foreign], [crypto.randomUUID()]];
  for (const ids of refused) {
    const { status, body } = await writeReview(shopper, serum, { photos: ids });
    expect([status, body.fields]).toEqual([422, { photos: 'A photo was not found. Please add it again.' }]);
  }
  expect((await writeReview(shopper, serum, { photos: own })).status).toBe(422);
  expect(await listed()).toEqual([]);
  expect((await row(own[0] ?? ''))?.reviewId).toBeNull();
  expect((await writeReview(shopper, serum, { photos: own.slice(0, 3) })).status).toBe(200);
  // It belongs to the other review.
  expect((await writeReview(shopper, cream, { photos: own.slice(0, 1) })).status).toBe(422);
  expect((await writeReview(stranger, serum, { photos: own.slice(0, 1) })).status).toBe(422);
  expect((await listed()).length).toBe(1);
});

test('who has only the link of the email adds photos with it, and nobody else uses these', async ({
  shopper,
}) => {
  const { orderId } = await deliveredOrder(shop, operator);
  const link = linkFor(orderId, serum);
  const anybody = shop.client();
  const send = async (headers: Record<string, string>) =>
    anybody.send<{ id: string }>('POST', `/api/reviews/${serum}/photos`, { raw: await takePhoto(), headers });
  expect((await send({})).status).toBe(401);
  expect((await send({ 'review-link': linkFor(orderId, cream) })).status).toBe(404);
  const { status, body, text } = await send({ 'review-link': link });
  expect(status, text).toBe(200);
  const json = { photos: [body.id] };
  expect((await writeReview(shopper, serum, json)).status).toBe(422);
  expect((await writeReview(anybody, serum, { ...json, link })).status).toBe(200);
  expect((await waiting()).photos.map(({ id }) => id)).toEqual(json.photos);
});

test('a changed review keeps its photos, takes others, and loses those that are left out, pictures included', async ({
  shopper,
}) => {
  const [first = '', second = ''] = await reviewed(2, shopper);
  await approve();
  expect((await writeReview(shopper, serum, { comment: 'Changed' })).body.review.photos).toHaveLength(2);
  const third = await uploadPhoto(shopper);
  const changed = await writeReview(shopper, serum, { photos: [second, third] });
  expect(changed.body.review.photos.map(({ _id }) => _id)).toEqual([second]);
  expect((await mine(shopper)).map(({ _id, state }) => [_id, state])).toEqual([
    [second, 'approved'],
    [third, 'waiting'],
  ]);
  expect([await statusOf(publicUrl(first)), await counted()]).toEqual([404, 1]);
  await shop.stack.scheduled();
  expect([await row(first), (await row(second))?.state]).toEqual([undefined, 'approved']);
});

test('of photos that one review has, each is approved or refused; both can be undone within a day', async ({
  shopper,
}) => {
  const [first = '', second = ''] = await reviewed(2, shopper);
  const before = await waiting();
  const one = (await decide(before, 'approved', [first])).body.review;
  const both = (await decide(one, 'refused', [second])).body.review;
  expect(both.photos.map(({ state }) => state)).toEqual(['approved', 'refused']);
  expect(await atDesk()).toEqual([]);
  expect((await mine(shopper)).map(({ state }) => state)).toEqual(['approved', 'refused']);
  expect(await Promise.all([first, second].map((id) => statusOf(publicUrl(id))))).toEqual([200, 404]);

  const swapped = (await decide(both, 'refused', [first])).body.review;
  const undone = (await decide(swapped, 'approved', [second])).body.review;
  expect(undone.photos.map(({ state }) => state)).toEqual(['refused', 'approved']);
  expect(await Promise.all([first, second].map((id) => statusOf(publicUrl(id))))).toEqual([404, 200]);
  // The second of two operators reads what has changed. A photo of another review is refused.
  expect((await decide(before, 'approved', [first])).body.code).toBe('changed');
  expect((await decide(undone, 'approved', [crypto.randomUUID()])).status).toBe(409);
  const entries = await shop.db.read.select().from(audit).where(eq(audit.about, serum));
  expect(entries.slice(-4)).toMatchObject(
    ['approved', 'refused', 'refused', 'approved'].map((state) => ({
      action: `review_photos_${state}`,
      detail: '4 of 5 stars: 1 photo',
    })),
  );

  await runJobs(day - hour);
  expect((await row(first))?.state).toBe('refused');
  await runJobs(day + hour);
  expect([await row(first), (await row(second))?.state]).toEqual([undefined, 'approved']);
});

test('hiding a review takes its photos from the public at once; shown again they are back, after a day they are deleted', async ({
  shopper,
}) => {
  const [id = ''] = await reviewed(1, shopper);
  await approve();
  const hide = async () => {
    const [review] = await atDesk('shown');
    if (!review) throw new Error('no review is shown');
    return (await act('hide', review, { reason: Object.keys(hideReasons)[0] })).body.review;
  };
  const hidden = await hide();
  const shown = [await statusOf(publicUrl(id)), await counted(), await listed('?photos=true')];
  expect(shown).toEqual([404, 0, []]);
  expect((await act('show', hidden)).status).toBe(200);
  expect([await statusOf(publicUrl(id)), await counted()]).toEqual([200, 1]);
  await hide();
  await runJobs(day - hour);
  expect(await row(id)).toBeDefined();
  await runJobs(day + hour);
  await shop.stack.scheduled();
  expect(await row(id)).toBeUndefined();
});

test.each<[string, (client: Client) => Promise<{ status: number }>]>([
  ['withdrawing the review', (client) => withdraw(client, serum)],
  ['deleting the account', (client) => client.post('/api/user/delete', { password })],
])('%s deletes its photos', async (_, erase) => {
  const writer = await verifiedUser(shop);
  const [id = ''] = await reviewed(1, writer);
  await approve();
  const [own] = await mine(writer);
  expect((await erase(writer)).status).toBe(200);
  expect([await statusOf(publicUrl(id)), await counted()]).toEqual([404, 0]);
  await shop.stack.scheduled();
  expect(await row(id)).toBeUndefined();
  expect(await statusOf(own?.url ?? '')).toBe(404);
});
