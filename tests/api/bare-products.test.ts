/**
 * Products with no more than a product needs (docs/behaviour.md, "Products"): they are listed, found, ordered, invoiced
 * and fed like any other, with the code and unit of their category.
 */

import { beforeAll, expect } from 'vitest';
import { syncCatalogue } from '#db/sync.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { dayOf, endOfDay } from '#lib/dates.ts';
import { readProducts, readTax } from '#tools/lib/content.ts';
import { bareProducts } from '../support/bare-products.ts';
import { attachTracking } from '../support/desk.ts';
import { invoiceOf } from '../support/documents.ts';
import { placed } from '../support/orders.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true, keepsData: true });

beforeAll(async () => {
  const products = new Map([...readProducts(), ...bareProducts()]);
  const result = await syncCatalogue({ url: shop.stack.databaseUrl }, products);
  expect(result).toMatchObject({ added: 3, retired: 0 });
});

test('the API has every field of theirs: empty, null, or the price as the MRP', async () => {
  const { body } = await shop.client().get('/api/product/lip-butter');
  expect(body.product).toEqual({
    _id: 'lip-butter',
    name: 'Lip Butter',
    category: 'moisturizer',
    brand: '',
    description: '',
    features: [],
    spf: null,
    bestseller: false,
    skinType: '',
    skinTypes: [],
    price: 249,
    originalPrice: 249,
    benefits: '',
    keyIngredients: '',
    volume: null,
    group: null,
    label: null,
    sale: null,
    discount: 0,
    image: [],
    rating: 0,
    reviews: 0,
    stock: 100,
    paused: null,
    retired: false,
    kind: null,
    choices: [],
    swatch: null,
    sku: null,
    barcode: null,
  });
});

test('they come last in the list, in pages too', async () => {
  const { body } = await shop.client().get('/api/product/list');
  const ids = body.products.map(({ _id }) => _id);
  expect(ids.slice(-3)).toEqual(['lip-butter', 'plain-serum', 'seed-oil']);
  const page = (await shop.client().get<{ next: string }>(`/api/product/list?limit=${ids.length - 2}`)).body;
  const { body: last } = await shop.client().get(`/api/product/list?limit=2&after=${page.next}`);
  expect(last.products.map(({ _id }) => _id)).toEqual(['plain-serum', 'seed-oil']);
});

test('an order and its invoice have the code, rate and unit of their categories', async ({ shopper }) => {
  const { _id: orderId, amount } = await placed(shopper, { 'lip-butter': 1, 'seed-oil': 2 });
  expect(amount).toBe(1248);
  expect((await attachTracking(operator, orderId)).status).toBe(200);
  const { document } = (await invoiceOf(shopper, orderId)).body;
  const { defaults } = readTax();
  const cleanser = defaults.categories.find(({ category }) => category === 'cleanser') ?? defaults;
  expect(document).toMatchObject({
    lines: [
      { description: 'Lip Butter', hsn: defaults.hsn, unit: defaults.unit, rate: 1800, total: 24_900 },
      { description: 'Seed Oil Cleanser', hsn: cleanser.hsn, unit: cleanser.unit, rate: 1800, total: 99_900 },
    ],
    total: 124_800,
  });
});

test('the feed has those with a picture, without what is not known', async () => {
  const { text } = await shop.client().get('/feed.xml');
  expect(text).not.toContain('lip-butter');
  const [, item = ''] = /<item>\s*(<g:id>plain-serum<.*?)<\/item>/s.exec(text) ?? [];
  expect(item).toContain('<g:title>Plain Serum</g:title>');
  expect(item).toContain('<g:description>Plain Serum</g:description>');
  expect(item).not.toContain('<g:brand>');
});

test('what is hidden is sold without a list, a draft and what comes later are not sold, until their day', async () => {
  const tomorrow = endOfDay(Date.now());
  const states: Record<string, Partial<ProductContent>> = {
    'plain-serum': { status: 'hidden' },
    'lip-butter': { status: 'draft' },
    'seed-oil': { publishFrom: new Date(dayOf(tomorrow)) },
  };
  const products = new Map(
    [...readProducts(), ...bareProducts()].map(([id, product]) => [id, { ...product, ...states[id] }]),
  );
  const sync = (at: number) => syncCatalogue({ url: shop.stack.databaseUrl }, products, [], at);
  const shopper = shop.client();
  const listed = async () => {
    const { body } = await shopper.get('/api/product/list');
    const ids = body.products.map(({ _id }) => _id);
    return Object.keys(states).filter((id) => ids.includes(id));
  };
  const sold = async () => {
    const { body } = await shopper.get<{ products: Record<string, { retired: boolean }> }>(
      `/api/product/live?ids=${Object.keys(states)}`,
    );
    return Object.entries(body.products)
      .filter(([, { retired }]) => !retired)
      .map(([id]) => id);
  };
  expect(await sync(tomorrow - 1)).toMatchObject({ retired: 2 });
  expect([await listed(), await sold()]).toEqual([[], ['plain-serum']]);
  expect((await shopper.get('/feed.xml')).text).not.toContain('plain-serum');
  await placed(await shop.person(), { 'plain-serum': 1 });
  expect(await sync(tomorrow)).toMatchObject({ changed: 1, retired: 0 });
  expect(await listed()).toEqual(['seed-oil']);
});
