/** Reviews and support tickets from shoppers (docs/behaviour.md 10, 12). */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reviews, tickets, users } from '#db/schema/index.ts';
import type { ApiReview } from '#features/reviews/review.ts';
import { type Client, tally, times } from '../support/client.ts';
import { cream, orderOf, placeOrder, serum, toner } from '../support/orders.ts';
import { countRows, setStatus } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const kit = 'morning-ritual-kit';

const write = (client: Client, id: string, review: object) =>
  client.post<{ success: boolean; message: string; review: ApiReview }>(`/api/reviews/${id}`, review);
const read = async (id: string, query = '') =>
  (await shop.client().get<ApiReview[]>(`/api/reviews/${id}${query}`)).body;
const product = async (id: string) => (await shop.client().get(`/api/product/${id}`)).body.product;

describe('reviews', () => {
  test('are an array, empty at first', async () => {
    const { status, text, headers } = await shop.client().get(`/api/reviews/${serum}`);
    expect([status, text]).toEqual([200, '[]']);
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  });

  test('are written by people with an account, shown as first name and initial, and counted', async () => {
    const person = await shop.person();
    const sent = {
      rating: 4,
      comment: '  Soft skin.\nNice smell. ',
      title: ' Good ',
      productId: toner,
      verified: true,
    };
    const { status, body } = await write(person, serum, sent);
    expect([status, body.success, body.message]).toEqual([200, true, 'Review submitted successfully!']);
    const shown = {
      productId: serum,
      rating: 4,
      comment: 'Soft skin.\nNice smell.',
      title: 'Good',
      name: 'Asha R.',
      verified: false,
    };
    expect(body.review).toMatchObject(shown);
    expect(await read(serum)).toEqual([body.review]);
    expect(await read(toner)).toEqual([]);
    expect(await product(serum)).toMatchObject({ rating: 4, reviews: 1 });
  });

  test('a second one by the same person replaces the first', async () => {
    const person = await shop.person();
    await write(person, toner, { rating: 1, comment: 'Hm' });
    await write(await shop.person(), toner, { rating: 4, comment: 'Good' });
    expect(await product(toner)).toMatchObject({ rating: 2.5, reviews: 2 });
    await write(person, toner, { rating: 5, comment: 'It grew on me' });
    expect((await read(toner)).map(({ comment }) => comment).sort()).toEqual(['Good', 'It grew on me']);
    expect(await product(toner)).toMatchObject({ rating: 4.5, reviews: 2 });
  });

  test('ten at once by one person are one', async () => {
    const person = await shop.person();
    const answers = await Promise.all(
      times(10, (n) => write(person, cream, { rating: 1 + (n % 5), comment: `${n}` })),
    );
    expect(tally(answers)).toEqual({ 200: 10 });
    const [left, ...more] = await read(cream);
    expect(more).toEqual([]);
    expect(await product(cream)).toMatchObject({ rating: left?.rating, reviews: 1 });
  });

  test('are verified only when that product was delivered to the writer', async () => {
    const person = await shop.person();
    const { body } = await placeOrder(person, await orderOf(person, { [serum]: 1 }));
    await setStatus(shop.db, body.order._id, 'Shipped');
    expect((await write(person, serum, { rating: 5, comment: 'Soon' })).body.review.verified).toBe(false);
    await setStatus(shop.db, body.order._id, 'Delivered');
    expect((await write(person, serum, { rating: 5, comment: 'Here' })).body.review.verified).toBe(true);
    expect((await write(person, toner, { rating: 5, comment: 'Never had it' })).body.review.verified).toBe(
      false,
    );
  });

  test('a hidden one is neither listed nor counted, and stays hidden when it is rewritten', async () => {
    const person = await shop.person();
    await write(person, kit, { rating: 1, comment: 'Rude' });
    await shop.db.write.update(reviews).set({ hidden: true }).where(eq(reviews.userId, person.id));
    await write(person, kit, { rating: 1, comment: 'Rude again' });
    await write(await shop.person(), kit, { rating: 4, comment: 'Fine' });
    expect((await read(kit)).map(({ comment }) => comment)).toEqual(['Fine']);
    expect(await product(kit)).toMatchObject({ rating: 4, reviews: 1 });
  });

  test('are listed in pages of 50, the newest first; `before` requests older ones', async () => {
    const at = (n: number) => 1_790_000_000_000 + n * 1000;
    await shop.db.write.insert(reviews).values(
      times(60, (n) => ({
        id: `r${n}`,
        productId: 'aloe-gel-cream',
        rating: 5,
        comment: `${n}`,
        createdAt: at(n),
      })),
    );
    const first = await read('aloe-gel-cream');
    expect(first.map(({ comment }) => Number(comment))).toEqual(times(50, (n) => 59 - n));
    expect(first[0]?.name).toBe('Anonymous');
    const rest = await read('aloe-gel-cream', `?before=${first.at(-1)?.date}`);
    expect(rest.map(({ comment }) => Number(comment))).toEqual(times(10, (n) => 9 - n));
  });

  test('stay when the account is deleted, with the stored name but without the user', async () => {
    const person = await shop.person();
    await write(person, 'hydra-moisturizer', { rating: 3, comment: 'Still here' });
    await shop.db.write.delete(users).where(eq(users.id, person.id));
    expect(await read('hydra-moisturizer')).toMatchObject([{ comment: 'Still here', name: 'Asha R.' }]);
    expect(await countRows(shop.db, 'reviews', sql`user_id = ${person.id}`)).toBe(0);
  });
});

describe('support tickets', () => {
  const ticket = {
    name: ' Asha ',
    email: ' Asha@Example.in',
    subject: 'Parcel',
    message: 'Where\nis it?',
    issueType: 'order',
  };

  test('are stored as sent; the name is optional and the default type is general', async () => {
    const { status, body } = await shop.client().post('/api/contact/submit', ticket);
    expect([status, body]).toEqual([200, { success: true, message: 'Ticket Submitted Successfully!' }]);
    const { name: _, issueType: __, ...short } = ticket;
    expect((await shop.client().post('/api/contact/submit', { ...short, subject: 'Short' })).status).toBe(
      200,
    );
    const rows = await shop.db.read.select().from(tickets).orderBy(tickets.subject);
    expect(rows).toMatchObject([
      {
        name: 'Asha',
        email: 'asha@example.in',
        subject: 'Parcel',
        message: 'Where\nis it?',
        issueType: 'order',
      },
      { name: null, email: 'asha@example.in', subject: 'Short', issueType: 'general' },
    ]);
  });

  test('have an hourly limit per address, also for concurrent requests', async () => {
    const client = shop.client();
    const answers = await Promise.all(
      times(30, () => client.post('/api/contact/submit', { ...ticket, subject: 'Many' })),
    );
    expect(tally(answers)).toEqual({ 200: 20, 429: 10 });
    expect(await countRows(shop.db, 'tickets', sql`subject = 'Many'`)).toBe(20);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
