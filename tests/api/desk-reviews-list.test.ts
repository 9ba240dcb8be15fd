/** The list of reviews at the desk, and their export. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { products, reviews } from '#db/schema/index.ts';
import { allPages, times } from '../support/client.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { path, reviewsAtDesk } from '../support/desk-reviews.ts';
import { requestExport, tableOf } from '../support/exports.ts';
import { serum, toner } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { writeReview } from '../support/reviews.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
const operator = useOperator(shop);

const { list, turn, written, seenByShoppers } = reviewsAtDesk(shop, operator);

beforeEach(async () => {
  await shop.db.write.batch([
    shop.db.write.delete(reviews),
    shop.db.write.update(products).set({ ratingSum: 0, reviewCount: 0 }),
  ]);
});

describe('the list', () => {
  const at = Date.UTC(2026, 9, 1);
  /** 70 of the serum, 70 of the toner, every third hidden, five in each millisecond. */
  const many = () =>
    shop.db.write
      .insert(reviews)
      .values(
        times(140, (n) => ({
          id: randomUUID(),
          productId: n % 2 ? toner : serum,
          rating: 3,
          comment: String(n),
          hidden: n % 3 === 0,
          hideReason: n % 3 === 0 ? ('spam' as const) : null,
          createdAt: at + Math.floor(n / 5),
        })),
      );

  test('has all of a filter, newest first, none twice, in pages of 50', async () => {
    await many();
    for (const [query, count] of [
      ['', 140],
      ['show=shown', 93],
      ['show=hidden', 47],
      [`product=${serum}`, 70],
      [`show=hidden&product=${toner}`, 23],
      ['product=no-such-product', 0],
    ] as const) {
      const pages = await allPages((after) => list(`?${query}${after}`));
      const all = pages.flatMap(({ rows }) => rows);
      const ids = new Set(all.map(({ id }) => id));
      expect([query, all.length, ids.size]).toEqual([query, count, count]);
      const created = all.map(({ createdAt }) => createdAt);
      expect(created).toEqual(created.toSorted((a, b) => b - a));
      const { show, product } = Object.fromEntries(new URLSearchParams(query));
      for (const review of all) {
        if (show) expect(review.hidden).toBe(show === 'hidden');
        if (product) expect(review.product.id).toBe(product);
        expect(review.reason).toBe(review.hidden ? 'spam' : null);
      }
    }
  });

  test.each(['show=none', 'product=A%20B', 'after=here'])('?%s is refused', async (query) => {
    expect((await operator.get(`${path}?${query}`)).status).toBe(422);
  });
});

test('the average of each product can be recomputed from the export', async () => {
  const boss = await operatorWithPassword(shop);
  for (const [rating, id] of [
    [5, serum],
    [4, serum],
    [1, serum],
    [2, toner],
    [3, toner],
  ] as const)
    await written(rating, id);
  const [worst] = (await list(`?product=${serum}`)).rows;
  await turn(worst?.id ?? '', { reason: 'spam', seen: worst?.version });
  const person = await shop.person();
  await writeReview(person, toner, {
    rating: 4,
    title: '=1+1',
    skinType: 'Oily Skin',
    ageBand: '18 to 24',
    climate: 'Humid',
    weeks: 6,
    received: 'free',
    buyAgain: false,
  });
  const { text } = await requestExport(boss, { sheet: 'reviews', from: '2020-01-01', to: '2099-12-31' });
  const rows = tableOf(text);
  expect(rows).toHaveLength(6);
  for (const id of [serum, toner]) {
    const shown = rows.filter((row) => row.Product === id && row.Shown === 'yes');
    const sum = shown.reduce((before, { Rating }) => before + Number(Rating), 0);
    const { rating, reviews } = await seenByShoppers(id);
    expect([shown.length, Math.round((sum / shown.length) * 10) / 10]).toEqual([reviews, rating]);
  }
  expect(rows.find((row) => row.Shown === 'no')).toMatchObject({
    Rating: '1',
    'Reason for hiding': 'Advertising or spam',
  });
  expect(rows.at(-1)).toMatchObject({
    'Skin type': 'Oily Skin',
    Age: '18 to 24',
    Climate: 'Humid',
    'Weeks of use': '6',
    Title: "'=1+1",
    'How received': 'Received free',
    'Would buy again': 'no',
    Sample: 'no',
  });
  expect(text).not.toContain('Asha');
});
