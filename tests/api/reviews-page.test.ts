/** The page of a product's reviews, for browsers without scripts (docs/behaviour.md, "Showing reviews"). */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { reviews } from '#db/schema/index.ts';
import { reviewsPerPage } from '#domain/reviews/review-constants.ts';
import { times } from '../support/client.ts';
import { day } from '../support/clock.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const open = (id: string, query = '') => shop.client().get(`/product/${id}/reviews${query}`);
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);
const comments = (text: string) => matches(text, /<p class="comment">([^<]*)<\/p>/g);

const insert = (productId: string, rows: Partial<typeof reviews.$inferInsert>[]) => {
  const at = (n: number) => Date.UTC(2026, 10, 21, 6) - n * day;
  const full = rows.map((row, n) => ({ rating: 5, comment: `No. ${n + 1}`, createdAt: at(n), ...row }));
  return shop.db.write.insert(reviews).values(full.map((row) => ({ id: randomUUID(), productId, ...row })));
};

beforeAll(async () => {
  await insert(serum, [
    {
      name: 'Asha R.',
      title: 'Soft <b>by</b> morning',
      comment: '<script>harm()</script> "fine" &amp;',
      skinType: 'Oily Skin',
      ageBand: '25 to 34',
      climate: 'Humid',
      weeks: 6,
      received: 'free',
      buyAgain: true,
      verified: true,
      editedAt: Date.UTC(2026, 10, 22),
      reply: 'Thank you.',
      replyAt: 1,
    },
    { rating: 2, skinType: 'Dry Skin', comment: 'चिपचिपा' },
    { hidden: true, comment: 'Nobody reads this' },
    ...times(3, () => ({ skinType: 'Oily Skin' as const, rating: 4 })),
  ]);
  const many = times(reviewsPerPage + 1, () => ({ rating: 4 }));
  await insert(toner, many);
});

test('shows all that a card on the product page shows, as text, and counts', async () => {
  const { status, text, headers } = await open(serum);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': expect.stringMatching(/^text\/html/),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
  });
  expect(text).toMatch(/<h1[^>]*>Reviews of /);
  expect(text).toMatch(new RegExp(`href="/product/${serum}"[^>]*>Back to `));
  expect(text).toContain('&lt;script&gt;harm()&lt;/script&gt; &quot;fine&quot; &amp;amp;');
  expect(text).toContain('Soft &lt;b&gt;by&lt;/b&gt; morning');
  expect(text).not.toContain('<script>harm');
  for (const words of [
    'Oily skin · 25 to 34 · Humid · 6 weeks',
    'Received free',
    'Verified buyer',
    'Would buy again',
    'Asha R. · <time datetime="2026-11-21T06:00:00.000Z">21 Nov 2026</time> · Edited',
    'Thank you.',
    'चिपचिपा',
    'Rated 3.8 out of 5 in 5 reviews.',
    '5 stars: 1, 4 stars: 3, 3 stars: 0, 2 stars: 1, 1 star: 0',
    '4 of 4 with oily skin give 4 or more',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('Nobody reads this');
});

test('the form filters and sorts, and shows what was chosen', async () => {
  // As a browser sends the form: with its empty fields.
  const { text } = await open(serum, '?skin=Oily+Skin&rating=4&sort=newest');
  expect(comments(text)).toEqual(['No. 4', 'No. 5', 'No. 6']);
  expect(matches(text, /<option value="([^"]*)"[^>]* selected/g)).toEqual(['Oily Skin', '4']);
  const lowest = await open(serum, '?skin=&rating=&sort=lowest');
  expect(comments(lowest.text)[0]).toBe('चिपचिपा');
  const answered = await open(serum, '?answered=true');
  expect(matches(answered.text, /(<li class="review")/g)).toHaveLength(1);
  expect(answered.text).toMatch(/name="answered"[^>]* checked/);
});

test('more than a page has a link to the next one, with the filters', async () => {
  const { text } = await open(toner, '?rating=4');
  expect(comments(text)).toHaveLength(reviewsPerPage);
  const [next = ''] = matches(text, /href="(\?[^"]+)">Show more reviews/g);
  const second = await open(toner, next.replaceAll('&amp;', '&'));
  expect(comments(second.text)).toEqual([`No. ${reviewsPerPage + 1}`]);
  expect(second.text).not.toContain('Show more reviews');
});

test('an empty result can be reset; a product without reviews says so; an invalid filter shows all', async () => {
  expect((await open(serum, '?rating=3')).text).toMatch(/No review matches.*<a href="\?">Show all reviews/s);
  expect((await open(cream)).text).toContain('No rating yet');
  const { status, text } = await open(serum, '?rating=9&skin="><b>&before=x');
  expect([status, comments(text).length]).toEqual([200, 5]);
});

test.each(['nothing-like-it', 'NOT-AN-ID', '__proto__'])('%s is the 404 page', async (id) =>
  expect((await open(id)).status).toBe(404),
);

test('without a database it is a 503 that says so', async () => {
  await shop.stack.database.kill();
  const { status, text } = await open(serum);
  expect(status).toBe(503);
  expect(text).toContain('The reviews could not be loaded');
  await shop.stack.database.start();
});
