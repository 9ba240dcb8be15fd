/**
 * What is not counted is always in stock (docs/behaviour.md, "Stock and retired products"): orders take no pieces of it, the
 * desk cannot change them, and a sync begins and ends it.
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import { syncCatalogue } from '#db/sync.ts';
import type { LiveProduct } from '#domain/catalogue/product.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { uncountedPieces } from '#domain/catalogue/sellable.ts';
import { readProducts } from '#tools/lib/content.ts';
import { cancel } from '../support/cancellations.ts';
import { itemsOf, placed, serum } from '../support/orders.ts';
import { differencesOf } from '../support/reconciliation.ts';
import { makeKnown, setStock, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();
const kit = 'morning-ritual-kit';
const [cleanser, veil] = ['purifying-cleanser', 'daily-veil-spf-50'];
const content = readProducts();

const sync = (isCounted: boolean, openingStock = 3) =>
  syncCatalogue(
    { url: shop.stack.databaseUrl },
    new Map([
      ...content,
      [
        serum,
        {
          ...content.get(serum),
          trackStock: isCounted ? 'counted' : 'uncounted',
          openingStock,
        } as ProductContent,
      ],
    ]),
  );
type Live = { products: Record<string, LiveProduct> };
const live = async () =>
  (await shop.client().get<Live>(`/api/product/live?ids=${serum}`)).body.products[serum];

beforeEach(() => sync(false));

test('orders take nothing of it, and nothing comes back', async ({ shopper }) => {
  await makeKnown(shop.db, [shopper]);
  const { _id } = await placed(shopper, { [serum]: 12 });
  expect(await stockOf(shop.db, serum)).toBe(uncountedPieces);
  expect(await live()).toMatchObject({ stock: uncountedPieces });
  expect((await cancel(shopper, _id)).status).toBe(200);
  expect(await stockOf(shop.db, serum)).toBe(uncountedPieces);
  const differences = await differencesOf(operator, 'stock');
  expect(differences.filter(({ about }) => about === serum)).toEqual([]);
});

test('a kit is as many as its other parts allow, and takes none of it', async ({ shopper }) => {
  await setStock(shop.db, cleanser, 2);
  await setStock(shop.db, veil, 100);
  expect(await stockOf(shop.db, kit)).toBe(2);
  await makeKnown(shop.db, [shopper]);
  await placed(shopper, { [kit]: 2 });
  expect(await Promise.all([kit, cleanser, serum].map((id) => stockOf(shop.db, id)))).toEqual([
    0,
    0,
    uncountedPieces,
  ]);
  const { status, body } = await shopper.post('/api/order/quote', { items: itemsOf({ [kit]: 1 }) });
  expect([status, body.code]).toEqual([409, 'out_of_stock']);
});

test('the desk says so, and changes no pieces of it, alone or in a list', async () => {
  const list = await operator.get<{ rows: { id: string; tracked: boolean; low: boolean }[] }>(
    '/api/desk/stock',
  );
  expect(list.body.rows.find(({ id }) => id === serum)).toMatchObject({ tracked: false, low: false });
  const change = { reason: 'received', note: '', pieces: 5, seen: uncountedPieces };
  const alone = await operator.post(`/api/desk/stock/${serum}`, { ...change, key: randomUUID() });
  expect([alone.status, alone.body.code]).toEqual([409, 'not_counted']);
  const together = await operator.post('/api/desk/stock-lists', {
    key: randomUUID(),
    reason: 'received',
    note: '',
    lines: [serum, veil].map((productId) => ({ productId, pieces: 5, seen: 100 })),
  });
  expect([together.status, together.body.code]).toEqual([409, 'not_counted']);
  expect(await stockOf(shop.db, serum)).toBe(uncountedPieces);
});

test('counted from now on, it begins with the stock of its content, and stays with its stock when nothing changes', async () => {
  await sync(true);
  expect(await stockOf(shop.db, serum)).toBe(3);
  await setStock(shop.db, serum, 50);
  await sync(true, 7);
  expect(await stockOf(shop.db, serum)).toBe(50);
});
