/**
 * The signed links of the emails that ask for reviews, which write a review without an account, and whose review it is
 * (docs/behaviour.md, "Writing a review", "Asking for reviews").
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { orders, reviews } from '#db/schema/index.ts';
import { registerUser, verifiedUser, verify } from '../support/accounts.ts';
import { type Client, tally, times } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import { guestOrder, outcome } from '../support/guests.ts';
import { cream, serum, toner } from '../support/orders.ts';
import {
  clearReviews,
  deliveredOrder,
  linkFor,
  objectTo,
  ownReview,
  said,
  withdraw,
  writeReview,
} from '../support/reviews.ts';
import { countRows, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({
  proxy: true,
  vars: { ORDER_LINK_TRIES_PER_HOUR: '10', ACCOUNT_CHANGES_PER_HOUR: '10' },
});
/** Another one in each test, since old sessions end when the clock is moved. */
let operator: Client;
const delivered = (quantities?: Record<string, number>, email?: string) =>
  deliveredOrder(shop, operator, quantities, email);
const stored = () => shop.db.read.select().from(reviews);

beforeEach(async () => {
  await clearReviews(shop);
  operator = await shop.person('operator');
});

describe('a link', () => {
  test('writes, reads, changes and withdraws a verified review under the name of the order', async () => {
    const { orderId } = await delivered();
    const [link, stranger] = [linkFor(orderId, serum), shop.client()];
    const none = await ownReview(stranger, serum, link);
    expect(none.status).toBe(200);
    expect(none.body).toMatchObject({ review: null, hidden: null, name: 'Asha R.' });
    const context = { skinType: 'Dry Skin', ageBand: '25 to 34', climate: 'Humid', weeks: 3, buyAgain: true };
    const { status, body } = await writeReview(stranger, serum, { ...context, received: 'free', link });
    expect([status, body.review]).toMatchObject([
      200,
      { ...said, ...context, received: 'free', name: 'Asha R.', verified: true, edited: null },
    ]);
    expect(await stored()).toMatchObject([
      { userId: null, emailHash: expect.stringMatching(/^[\w-]{43}$/), orderId },
    ]);
    // From another device.
    await writeReview(shop.client(), serum, { rating: 2, link });
    expect((await ownReview(stranger, serum, link)).body.review).toMatchObject({
      _id: body.review._id,
      rating: 2,
      date: body.review.date,
      edited: expect.any(String),
      skinType: null,
    });
    expect(outcome(await withdraw(stranger, serum, link))).toEqual([200, undefined]);
    expect(outcome(await withdraw(stranger, serum, link))).toEqual([404, 'not_found']);
    const { product } = (await shop.client().get(`/api/product/${serum}`)).body;
    expect(product).toMatchObject({ rating: 0, reviews: 0 });
  });

  test('is for one product of one delivered order, within a year', async () => {
    const { orderId, guest } = await delivered({ [serum]: 1, [toner]: 1 });
    const open = (await guestOrder(guest, { [serum]: 1 })).orderId;
    const link = linkFor(orderId, serum);
    const refused = async (product: string, link: string) => {
      const before = await snapshot(shop.db, ['attempts']);
      for (const answer of [
        await writeReview(shop.client(), product, { link }),
        await ownReview(guest, product, link),
        await withdraw(shop.client(), product, link),
        await objectTo(shop.client(), product, 'Why?', link),
      ])
        expect(outcome(answer)).toEqual([404, 'link_dead']);
      expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    };
    await refused(toner, link);
    await refused(serum, linkFor(orderId, toner));
    await refused(cream, linkFor(orderId, cream));
    await refused(serum, linkFor(open, serum));
    // Not the last character, which has bits that decoding drops.
    await refused(
      serum,
      link.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A')),
    );
    await refused(serum, '');
    await setClock(shop, 366 * day);
    await refused(serum, link);
    await setClock(shop, 364 * day);
    expect((await writeReview(shop.client(), serum, { link })).status).toBe(200);
    await operator.post('/api/order/move', { orderId, status: 'Returned', reason: 'Broken', restock: false });
    await shop.db.write.run(sql`UPDATE orders SET status = 'Returned' WHERE id = ${orderId}`);
    await refused(serum, link);
  });

  test('that was not signed counts for its network; changes by one count for the order', async () => {
    const { orderId } = await delivered();
    const guesser = shop.client();
    const guesses = [];
    for (const _ of times(11, String))
      guesses.push((await ownReview(guesser, serum, `${orderId}.${'x'.repeat(43)}`)).status);
    expect(guesses).toEqual([...Array(10).fill(404), 429]);
    const link = linkFor(orderId, serum);
    const answers = await Promise.all(times(13, () => writeReview(shop.client(), serum, { link })));
    expect(tally(answers)).toEqual({ 200: 10, 429: 3 });
    expect(await countRows(shop.db, 'reviews')).toBe(1);
    expect((await withdraw(shop.client(), serum, link)).status).toBe(429);
  });

  test('ten times at once: one review', async () => {
    const { orderId } = await delivered();
    shop.proxy.readFirst(10);
    const link = linkFor(orderId, serum);
    const write = (n: number) => writeReview(shop.client(), serum, { rating: (n % 5) + 1, link });
    const answers = await Promise.all(times(10, write));
    expect([tally(answers), await countRows(shop.db, 'reviews')]).toEqual([{ 200: 10 }, 1]);
  });

  test('without a link a guest needs an account, and nobody else’s review is one’s own', async () => {
    const { guest, orderId } = await delivered();
    await writeReview(shop.client(), serum, { link: linkFor(orderId, serum) });
    expect(outcome(await writeReview(guest, serum))).toEqual([403, 'guest']);
    expect(outcome(await ownReview(shop.client(), serum))).toEqual([401, 'signed_out']);
    expect((await ownReview(await shop.person(), serum)).body.review).toBeNull();
    expect((await withdraw(await shop.person(), serum)).status).toBe(404);
    const other = await delivered();
    expect((await ownReview(shop.client(), serum, linkFor(other.orderId, serum))).body.review).toBeNull();
  });
});

describe('one person has one review, by link and by account', () => {
  /** The link of an order that was placed with the address of an account. */
  async function linkOf(email: string): Promise<string> {
    const { orderId } = await delivered({ [serum]: 1 }, email);
    return linkFor(orderId, serum);
  }
  const reviewsAre = async (...wanted: object[]) => {
    expect(await stored()).toEqual(wanted.map((one) => expect.objectContaining(one)));
  };

  test('with a verified address it is the account’s own, either way', async () => {
    const person = await verifiedUser(shop, 'Meera Iyer');
    const link = await linkOf(person.email);
    await writeReview(person, serum, { rating: 1 });
    const { body } = await writeReview(shop.client(), serum, { rating: 5, link });
    expect(body.review).toMatchObject({ rating: 5, name: 'Meera I.', verified: true });
    await reviewsAre({ rating: 5, userId: expect.any(String), emailHash: null });
    // What was proved by the link stays proved.
    await writeReview(person, serum, { rating: 3 });
    const { review } = (await ownReview(shop.client(), serum, link)).body;
    expect(review).toMatchObject({ rating: 3, verified: true });
    expect((await withdraw(person, serum)).status).toBe(200);
    expect(await countRows(shop.db, 'reviews')).toBe(0);
  });

  test('an account whose address is not verified has no right to it, unless its owner holds the link', async () => {
    const person = await registerUser(shop);
    const link = await linkOf(person.email);
    await writeReview(shop.client(), serum, { rating: 5, link });
    expect(outcome(await writeReview(person, serum, { rating: 1 }))).toEqual([409, 'review_exists']);
    expect((await ownReview(person, serum)).body.review).toBeNull();
    expect((await withdraw(person, serum)).status).toBe(404);
    await reviewsAre({ rating: 5, userId: null });
    expect((await writeReview(person, serum, { rating: 2, link })).status).toBe(200);
    await reviewsAre({ rating: 2, userId: expect.any(String), emailHash: null });
    // The owner of the mailbox takes over what a stranger may have written with this address.
    await writeReview(shop.client(), serum, { rating: 4, link });
    await reviewsAre({ rating: 4, userId: null, emailHash: expect.any(String) });
    await verify(shop.db, person.email);
    expect((await ownReview(person, serum)).body.review).toMatchObject({ rating: 4 });
    await writeReview(person, serum, { rating: 3 });
    await reviewsAre({ rating: 3, userId: expect.any(String), emailHash: null });
  });

  test('an address that is verified between read and write: the write decides', async () => {
    const person = await registerUser(shop);
    const link = await linkOf(person.email);
    const held = shop.proxy.hold(1);
    const writing = writeReview(shop.client(), serum, { link });
    await held.arrived;
    await verify(shop.db, person.email);
    held.release();
    expect((await writing).status).toBe(200);
    await reviewsAre({ userId: expect.any(String), emailHash: null });
  });

  test('deleting the account or erasing the guest takes name, skin, age and climate out of it', async () => {
    const about = { skinType: 'Oily Skin', ageBand: '18 to 24', climate: 'Mild', weeks: 4, received: 'free' };
    const gone = { name: null, userId: null, orderId: null, skinType: null, ageBand: null, climate: null };
    const kept = { weeks: 4, received: 'free', comment: said.comment, verified: true };
    const person = await verifiedUser(shop);
    await writeReview(shop.client(), serum, { ...about, link: await linkOf(person.email) });
    await person.post('/api/user/delete', { password: person.password });
    await reviewsAre({ ...gone, ...kept, emailHash: expect.any(String) });
    await shop.db.write.delete(reviews);
    const { orderId } = await delivered();
    await writeReview(shop.client(), serum, { ...about, link: linkFor(orderId, serum) });
    await shop.db.write.update(orders).set({ createdAt: 0 });
    await shop.db.write.run(
      sql`UPDATE sessions SET expires_at = 0 WHERE user_id IN (SELECT id FROM users WHERE guest = 1)`,
    );
    await setClock(shop, 366 * day);
    await shop.stack.scheduled();
    await reviewsAre({ ...gone, ...kept, emailHash: expect.any(String) });
    const later = await ownReview(shop.client(), serum, linkFor(orderId, serum));
    expect(outcome(later)).toEqual([404, 'link_dead']);
  });

  test('erasing another guest, who has typed the same address, changes nothing of it', async () => {
    const { guest, orderId } = await delivered();
    await writeReview(shop.client(), serum, { link: linkFor(orderId, serum) });
    // With an order on its way the first guest stays.
    await guestOrder(guest, { [toner]: 1 });
    const other = await delivered({ [toner]: 1 }, guest.email);
    await setClock(shop, 366 * day);
    await shop.stack.scheduled();
    const [order] = await shop.db.read.select().from(orders).where(eq(orders.id, other.orderId));
    expect(order).toMatchObject({ userId: null });
    await reviewsAre({ name: 'Asha R.', orderId });
  });
});
