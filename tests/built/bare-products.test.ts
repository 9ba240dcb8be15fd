/**
 * Products with no more than a product needs (docs/behaviour.md, "Products"), in a copy of the shop: no page, card or file
 * for search engines shows an empty heading, says anything in place of what is not known, or lacks a picture.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GapsOfBuild, gapsFile } from '#domain/catalogue/gaps.ts';
import { productsFromIndex } from '#domain/search/index-file.ts';
import { productDrawing } from '#lib/more-paths.ts';
import { paths, productPicture, productThumbnail, sharePicture } from '#lib/paths.ts';
import { bareMatter, bareText } from '../support/bare-products.ts';
import { buildCopy, writeProduct } from '../support/shop-copy.ts';
import { parseHtml } from './pages.ts';

/** A kit of products that do not say how they are used. */
const parts = ['lip-butter', 'plain-serum'];
const kit = { name: 'Bare Kit', price: 900, category: 'kit', placeholder: true, parts };

/** One of each state, and one that is sold from a day that never comes. */
const states = {
  'kept-back': { status: 'draft' },
  'by-link': { status: 'hidden', aliases: ['/products/friends'] },
  'gone-by': { status: 'retired' },
  'far-off': { publishFrom: '2999-01-01' },
};
const stateMatter = Object.fromEntries(
  Object.entries(states).map(([id, state]) => [
    id,
    { name: `Oil ${id}`, price: 300, category: 'face oil', placeholder: true, ...state },
  ]),
);

let copy: Awaited<ReturnType<typeof buildCopy>> | undefined;
const file = (path: string) => join(copy?.pages ?? '', path);
const read = (path: string): string => readFileSync(file(path), 'utf8');
const page = (id: string) => parseHtml(read(`product/${id}.html`));

beforeAll(async () => {
  copy = await buildCopy((content) => {
    for (const [id, matter] of Object.entries({ ...bareMatter, ...stateMatter, 'bare-kit': kit }))
      writeProduct(content, id, matter, id === bareText.id ? `\n${bareText.markdown}\n` : '');
    const [photo, own] = ['barrier-cream', 'plain-serum'].map((id) => join(content, 'products', id, '1.jpg'));
    cpSync(photo ?? '', own ?? '');
  });
}, 240_000);
afterAll(() => copy?.remove());

describe.each(Object.entries(bareMatter))('the page of %s', (id, { name }) => {
  test('has no empty heading, list or fact, and no word of code', () => {
    const html = read(`product/${id}.html`);
    // Reviews and My skin have places that scripts fill.
    const empty = /<(h[1-4]|d[ltd]|li|[ou]l)\b(?![^>]*(?:skeleton|counts|reasons))[^>]*>\s*<\/\1>/g;
    expect(html.match(empty)).toBeNull();
    expect(html).not.toMatch(/undefined|\[object|\bNaN\b/);
  });

  test('has one picture, which exists', async () => {
    const { attributes } = page(id);
    const [picture = ''] = attributes('[data-gallery] img', 'src');
    expect((await sharp(file(picture)).metadata()).width).toBeGreaterThan(500);
    const small = [productThumbnail(id), productThumbnail(id, 1, 640)];
    for (const path of [productPicture(id), ...small, sharePicture(id)])
      expect((await sharp(file(path)).metadata()).width, path).toBeGreaterThan(100);
  });

  test('says the price without an MRP, and only what is known on the label', () => {
    const { texts } = page(id);
    expect(texts('.intro .price s')).toEqual([]);
    expect(texts('[aria-labelledby="facts-title"] dt')).toEqual([
      'Price',
      'Manufactured by',
      'Marketed by',
      'Country of origin',
      'Consumer care',
    ]);
    expect(texts('#use-title, #faq-title, [role="tab"], .label-line, .intro .facts')).toEqual([]);
  });

  test('has structured data without what is not known', () => {
    const product = page(id)
      .data()
      .find((data) => data['@type'] === 'Product');
    expect(product).toMatchObject({ name, sku: id, offers: { priceCurrency: 'INR' } });
    for (const field of ['brand', ...(id === 'plain-serum' ? [] : ['image'])])
      expect(product).not.toHaveProperty(field);
    expect(product?.description).toBe(id === bareText.id ? bareText.summary : undefined);
  });

  test('has a title and a description of its own', () => {
    const { texts, attributes } = page(id);
    expect(texts('title')).toEqual([expect.stringMatching(new RegExp(`^${name} \\|`))]);
    const [description] = attributes('meta[name="description"]', 'content');
    expect(description).toMatch(
      id === bareText.id ? bareText.summary : new RegExp(`^${name}: \\w+, at Harita\\.$`),
    );
  });

  test('is in the sitemap, in llms.txt, and in the files of the search', () => {
    expect(read('sitemap-0.xml')).toContain(`/product/${id}<`);
    expect(read('llms.txt')).toContain(`[${name}](`);
    expect(productsFromIndex(JSON.parse(read('collection.json'))).map((one) => one.id)).toContain(id);
  });
});

test('a text that is short stands beside the price, and not a second time', () => {
  expect(page(bareText.id).texts('.description')).toEqual([bareText.summary]);
  expect(page(bareText.id).texts('#story-title')).toEqual([]);
});

test('their cards come last, with a drawing or the picture, and without an empty line', () => {
  const { find } = parseHtml(read(`${paths.collection.slice(1)}.html`));
  const cards = find('.card').slice(-3);
  expect(cards.map((card) => card.getAttributeValue('data-card'))).toEqual([
    'lip-butter',
    'plain-serum',
    'seed-oil',
  ]);
  const [drawn] = cards;
  expect(drawn?.querySelector('img')?.getAttributeValue('src')).toBe(productDrawing('lip-butter'));
  expect(drawn?.querySelectorAll('source, .card-facts, .card-description, .card-features, s')).toEqual([]);
});

test('a kit of them has a page, and stands in no routine', () => {
  expect(page('bare-kit').texts('h1')).toEqual([kit.name]);
  expect(page('bare-kit').texts('#pairs-title')).toEqual([]);
  const { kits } = JSON.parse(read('routine.json'));
  expect(kits.map(({ id }: { id: string }) => id)).toEqual(['morning-ritual-kit']);
});

test('only a hidden product has a page, for those who have its link, and no file lists it', () => {
  const pages = Object.keys(states).filter((id) => existsSync(file(`product/${id}.html`)));
  expect(pages).toEqual(['by-link']);
  expect(page('by-link').attributes('meta[name="robots"]', 'content')).toEqual(['noindex']);
  expect(existsSync(file(productThumbnail('by-link')))).toBe(true);
  expect(JSON.parse(read('old-addresses.json')).products['/products/friends']).toBe('by-link');
  const data = ['collection.json', 'search.json', 'skin-marks.json'];
  for (const list of [...data, 'sitemap-0.xml', 'llms.txt', 'collection.html'])
    for (const id of Object.keys(states)) expect(read(list).includes(id), `${list}: ${id}`).toBe(false);
  // The desk lists what they lack, without a link to a page.
  const { withoutPage }: GapsOfBuild = JSON.parse(read(gapsFile));
  expect(withoutPage.sort()).toEqual(['far-off', 'gone-by', 'kept-back']);
});
