/** The wish list of an account (docs/behaviour.md, "Wish list"): every answer has the present list. */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { products } from '#db/schema/index.ts';
import { joinLists, maxWishes, parseWishes, type WishList, withoutWish } from '#domain/wishlist/wish-list.ts';
import type { Client } from '../support/client.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { randomFrom } from '../support/random.ts';
import { countRows, setRetired } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest();

type Answer = { wishes: WishList };
const read = async (client: Client) => (await client.get<Answer>('/api/wishlist')).body.wishes;
const change = (client: Client, save: WishList, remove: readonly string[] = []) =>
  client.post<Answer>('/api/wishlist', { save, remove });
const idsOf = (list: WishList) => list.map(({ id }) => id);

/** Products of which there are more than a list holds. */
async function manyProducts(count: number): Promise<string[]> {
  const [like] = await shop.db.read.select().from(products).where(eq(products.id, serum));
  if (!like) throw new Error('no serum');
  const ids = Array.from({ length: count }, (_, n) => `wished-${n}`);
  for (const id of ids)
    await shop.db.write
      .insert(products)
      .values({ ...like, id, name: id, sku: null, barcode: null })
      .onConflictDoNothing();
  return ids;
}

test('products are saved and removed; the newest come first; a later time counts, an earlier one does not', async ({
  shopper,
}) => {
  expect(await read(shopper)).toEqual([]);
  const first = [
    { id: serum, at: 1_000 },
    { id: toner, at: 2_000 },
  ];
  expect((await change(shopper, first)).body.wishes).toEqual(first.toReversed());
  expect(idsOf((await change(shopper, [{ id: serum, at: 3_000 }])).body.wishes)).toEqual([serum, toner]);
  expect(await read(shopper)).toEqual((await change(shopper, [{ id: serum, at: 500 }])).body.wishes);
  expect((await change(shopper, [], [serum, cream])).body.wishes).toEqual([{ id: toner, at: 2_000 }]);
});

test('a clock that is ahead counts as now', async ({ shopper }) => {
  const at = Number.MAX_SAFE_INTEGER;
  const [wish] = (await change(shopper, [{ id: serum, at }])).body.wishes;
  expect(Math.abs((wish?.at ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('retired products stay, and unknown ones are left out', async ({ shopper }) => {
  await setRetired(shop.db, toner, true);
  const { status, body } = await change(shopper, [
    { id: toner, at: 1 },
    { id: 'nothing-like-it', at: 2 },
    { id: 'constructor', at: 3 },
  ]);
  expect([status, body.wishes]).toEqual([200, [{ id: toner, at: 1 }]]);
  await setRetired(shop.db, toner, false);
});

test('nobody sees or changes the list of somebody else', async () => {
  const [one, other] = [await shop.person(), await shop.person()];
  await change(one, [{ id: serum, at: 1 }]);
  expect(await read(other)).toEqual([]);
  expect((await change(other, [], [serum])).body.wishes).toEqual([]);
  expect(await read(one)).toEqual([{ id: serum, at: 1 }]);
  expect((await one.post('/api/user/logout')).status).toBe(200);
  const refused = [await one.get('/api/wishlist'), await change(one, [{ id: toner, at: 2 }], [serum])];
  expect(refused.map(({ status }) => status)).toEqual([401, 401]);
  expect(await countRows(shop.db, 'wishes', sql`user_id = ${one.id}`)).toBe(1);
});

describe('a list', () => {
  test('holds the newest 100, however many are sent', async ({ shopper }) => {
    const ids = await manyProducts(130);
    const all = ids.map((id, n) => ({ id, at: n + 1 }));
    for (let n = 0; n < ids.length; n += 50) await change(shopper, all.slice(n, n + 50));
    expect(await read(shopper)).toEqual(joinLists(all, []));
    expect(await countRows(shop.db, 'wishes', sql`user_id = ${shopper.id}`)).toBe(maxWishes);
  });

  test('of two devices is what the browser makes of them, in any order', async () => {
    const ids = await manyProducts(130);
    const random = randomFrom(55);
    const anyList = () =>
      parseWishes(
        Array.from({ length: 90 }, () => ({
          id: ids[random.between(0, ids.length - 1)],
          at: random.between(1, 9),
        })),
      );
    for (let round = 0; round < 5; round++) {
      const [phone, laptop, gone] = [anyList(), anyList(), ids[round] ?? ''];
      const [one, other] = [await shop.person(), await shop.person()];
      for (const list of [phone, laptop]) await change(one, list);
      for (const list of [laptop, phone, laptop]) await change(other, list);
      const joined = joinLists(phone, laptop);
      expect([await read(one), await read(other)]).toEqual([joined, joined]);
      // Removed on one device, it stays removed.
      expect((await change(one, [], [gone])).body.wishes).toEqual(withoutWish(joined, gone));
      expect(await read(one)).toEqual(withoutWish(joined, gone));
    }
  });

  test('of a hundred changes at once loses none', async ({ shopper }) => {
    const ids = (await manyProducts(100)).slice(0, 100);
    await Promise.all(ids.map((id, n) => change(shopper, [{ id, at: n + 1 }])));
    expect(idsOf(await read(shopper)).toSorted()).toEqual(ids.toSorted());
  });
});
