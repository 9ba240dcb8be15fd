/** Reviews of deleted accounts: one review per person and product also holds after registering again. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { products, reviews, users } from '#db/schema/index.ts';
import { newEmail, password, registerUser, verify } from '../support/accounts.ts';
import { type Client, tally, times } from '../support/client.ts';
import { changeSettings } from '../support/clock.ts';
import { outcome } from '../support/guests.ts';
import { serum } from '../support/orders.ts';
import { clearReviews, writeReview } from '../support/reviews.ts';
import { countRows, select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true });

const erase = (person: Client) => person.post('/api/user/delete', { password });
const stored = () => shop.db.read.select().from(reviews);
const sums = async () => {
  const [row] = await shop.db.read.select().from(products).where(eq(products.id, serum));
  return [row?.ratingSum, row?.reviewCount];
};

/** Registers an address, for the first time or again. */
async function register(email: string, verified: boolean): Promise<Client> {
  const person = await registerUser(shop, email);
  if (verified) await verify(shop.db, email);
  return person;
}

/** An address whose account has reviewed the serum and was deleted. */
async function left({ verified = true, rating = 5 } = {}): Promise<string> {
  const email = newEmail();
  const person = await register(email, verified);
  expect((await writeReview(person, serum, { rating })).status).toBe(200);
  expect((await erase(person)).status).toBe(200);
  return email;
}

beforeEach(() => clearReviews(shop));

test('a review of a deleted account has only a keyed hash, which differs between shops', async () => {
  const email = await left();
  const [review] = await stored();
  expect(review).toMatchObject({ userId: null, name: null, emailHash: expect.stringMatching(/^[\w-]{43}$/) });
  await changeSettings(shop, { EMAIL_HASH_KEY: 'another key of at least 32 characters' });
  // With another key it is not recognised.
  expect((await writeReview(await register(email, false), serum)).status).toBe(200);
  const [other] = (await stored()).filter(({ userId }) => userId);
  expect(other?.emailHash).toBeNull();
});

test('after registering again no second review is possible before the address is verified', async () => {
  const email = await left({ rating: 2 });
  const again = await register(email, false);
  const before = await snapshot(shop.db, ['attempts']);
  const { status, body } = await writeReview(again, serum);
  expect([status, body.code, body.message]).toEqual([
    409,
    'review_exists',
    'There is a review from this email address already. Confirm your address to change it.',
  ]);
  expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
});

test('once the address is verified, the review is the user’s own again and is replaced', async () => {
  const email = await left({ rating: 2 });
  const [before] = await stored();
  const again = await register(email, true);
  expect((await writeReview(again, serum, { rating: 4 })).status).toBe(200);
  expect(await stored()).toEqual([
    expect.objectContaining({
      id: before?.id,
      rating: 4,
      name: 'Asha R.',
      userId: expect.any(String),
      emailHash: null,
    }),
  ]);
  expect(await sums()).toEqual([4, 1]);
  // The account can be deleted again, any number of times.
  await erase(again);
  expect((await writeReview(await register(email, false), serum)).status).toBe(409);
});

test('a hidden review stays hidden after registering again', async () => {
  const email = await left();
  await shop.db.write.update(reviews).set({ hidden: true });
  expect((await writeReview(await register(email, true), serum)).status).toBe(200);
  expect([(await stored())[0]?.hidden, await sums()]).toEqual([true, [0, 0]]);
});

test('of two reviews that get one address by a change of address, the newer stays', async () => {
  const email = await left({ rating: 1 });
  const moved = await register(newEmail(), true);
  const { body } = await moved.get('/api/user/me');
  await writeReview(moved, serum, { rating: 3 });
  await shop.db.write.update(users).set({ email }).where(eq(users.email, body.user.email));
  expect(await sums()).toEqual([4, 2]);
  const copy = await stored();
  // Writing again or deleting the account merges them.
  expect((await writeReview(moved, serum, { rating: 5 })).status).toBe(200);
  expect([await sums(), (await stored()).length]).toEqual([[5, 1], 1]);
  await shop.db.write.delete(reviews);
  await shop.db.write.insert(reviews).values(copy.map((row) => ({ ...row, counted: false })));
  expect((await erase(moved)).status).toBe(200);
  expect(await stored()).toEqual([expect.objectContaining({ rating: 3, userId: null })]);
  expect(await sums()).toEqual([3, 1]);
});

test('ten requests at once after registering again make one review', async () => {
  const email = await left();
  const again = await register(email, true);
  shop.proxy.readFirst(10);
  expect(
    tally(await Promise.all(times(10, (n) => writeReview(again, serum, { rating: (n % 5) + 1 })))),
  ).toEqual({ 200: 10 });
  const [review, ...others] = await stored();
  expect([others, await sums()]).toEqual([[], [review?.rating, 1]]);
});

test('verified between read and write: the write decides', async () => {
  const email = await left();
  const again = await register(email, false);
  const held = shop.proxy.hold(1);
  const writing = writeReview(again, serum);
  await held.arrived;
  await verify(shop.db, email);
  held.release();
  expect((await writing).status).toBe(200);
  expect(await countRows(shop.db, 'reviews')).toBe(1);
});

test('a review sent while the account is deleted is refused and not stored', async () => {
  const email = newEmail();
  const person = await register(email, true);
  const held = shop.proxy.hold(1);
  const writing = writeReview(person, serum);
  await held.arrived;
  // Not through the proxy, as if from another device.
  await shop.db.write.run(sql`DELETE FROM users WHERE email = ${email}`);
  held.release();
  expect(outcome(await writing)).toEqual([401, 'signed_out']);
  expect(await countRows(shop.db, 'reviews')).toBe(0);
});

test('parallel reviews and deletions leave consistent data', async () => {
  const email = newEmail();
  const person = await register(email, true);
  const answers = await Promise.all([
    ...times(10, (n) => writeReview(person, serum, { rating: (n % 5) + 1 })),
    erase(person),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 401)).toEqual(
    [],
  );
  expect(
    await select(shop.db, sql`SELECT 1 FROM reviews WHERE user_id IS NOT NULL OR email_hash IS NULL`),
  ).toEqual([]);
});
