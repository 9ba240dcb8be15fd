/**
 * Searching a collection of several pages. Building one takes minutes, so the tests change the built page's response
 * into that of a first page of many; the island, the API and the database with its data are the real ones.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { syncCatalogue } from '#db/sync.ts';
import { openEngine, searchEngine } from '#domain/search/engine.ts';
import { productsFromIndex } from '#domain/search/index-file.ts';
import { searchIndex } from '#domain/search/search.ts';
import { defaultSearch, type Search } from '#domain/search/search-query.ts';
import { CollectionPages } from '#features/catalogue/CollectionPages.tsx';
import { paths, productThumbnail } from '#lib/paths.ts';
import { readProducts } from '#tools/lib/content.ts';
import { box } from '../browser/search-steps.ts';
import { hold, shownNames } from '../browser/steps.ts';
import { becomes, see, useBrowser } from '../browser/visitor.ts';
import { manyProducts } from '../support/catalogue.ts';
import { serum } from '../support/orders.ts';
import { searchFilesOf, searchTexts } from '../support/search-files.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ ownPages: true });
const { visit } = useBrowser(shop);

const catalogue = new Map([...manyProducts(120), ...readProducts()]);
const files = searchFilesOf(catalogue);
const engine = openEngine(files.words, productsFromIndex(files.products));
const namesOf = (search: Partial<Search>) =>
  searchEngine(engine, { ...defaultSearch, ...search }).products.map(({ name }) => name);
/** Names as HTML shows them, trimmed. */
const shown = (names: string[]) => names.map((name) => name.trim());

beforeAll(async () => {
  await syncCatalogue({ url: shop.stack.databaseUrl }, catalogue);
  for (const [path, text] of Object.entries(searchTexts(files))) writeFileSync(join(shop.pages, path), text);
  await shop.stack.restartWorker();
});

const end = '</section></div><!--astro:end-->';
const pages = renderToStaticMarkup(
  createElement(CollectionPages, { page: 1, pages: 9, path: paths.collection }),
);

const folded = '<details class="collection-facet"><summary>More filters</summary>';

/** The page with its filters in view, as many products have them. */
function unfold(html: string): string {
  const from = html.indexOf(folded);
  const tags = /<(\/?)details\b[^>]*>/g;
  tags.lastIndex = from + folded.length;
  for (let depth = 1, tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1;
    if (!depth)
      return html.slice(0, from) + html.slice(from + folded.length, tag.index) + html.slice(tags.lastIndex);
  }
  throw new Error('the filters of the page are not folded');
}

/** Serves the collection's page as a build with this number of products has it; all products share one real picture. */
async function enlarge(page: Page, count: number): Promise<void> {
  const drawn = await page.request.get(productThumbnail(serum));
  await page.route('/media/products/**', (route) => route.fulfill({ response: drawn }));
  await page.route('/collection.json', (route) => route.fulfill({ json: files.products }));
  await page.route('/search.json', (route) => route.fulfill({ json: files.words }));
  await page.route(/\/collection(\?|$)/, async (route) => {
    const response = await route.fetch();
    const built = await response.text();
    expect(built).toContain(end);
    const body = unfold(built)
      .replace('&quot;pages&quot;:[0,1]', '&quot;pages&quot;:[0,9]')
      .replace('&quot;total&quot;:[0,16]', `&quot;total&quot;:[0,${count}]`)
      .replace(end, pages + end);
    await route.fulfill({ response, body });
  });
}

async function open(page: Page, count: number, query: string): Promise<void> {
  await enlarge(page, count);
  await page.goto(`/collection?${query}`);
}

const countText = (page: Page) => page.locator('.collection-count').textContent();
const more = (page: Page) => page.getByRole('button', { name: 'Show more' });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** With more products than this, the browser searches through the API. */
const most = 2_000;
const many = most + 1;
const searching = '/api/product/search';

test.each([
  ['the index of the build', most, '/collection.json'],
  ['the API', many, searching],
])(
  'searching in %s finds what the rules find among all products, and shows more of it',
  async (_, count, source) => {
    const { page } = await visit(390);
    const found = namesOf({ q: 'glow', sort: 'low-high' });
    expect(found.length).toBeGreaterThan(48);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await open(page, count, 'q=glow&sort=low-high');
    await becomes(() => shownNames(page), shown(found.slice(0, 24)));
    expect(await countText(page)).toBe(`Showing ${found.length} of ${count} products for "glow"`);
    await more(page).click();
    await becomes(() => shownNames(page), shown(found.slice(0, 48)));
    for (let seen = 72; seen < found.length + 24; seen += 24) {
      await more(page).click();
      await becomes(() => shownNames(page), shown(found.slice(0, seen)));
    }
    expect(await more(page).count()).toBe(0);
    const sources = asked.filter((path) => ['/collection.json', '/api/product/search'].includes(path));
    expect(new Set(sources)).toEqual(new Set([source]));
  },
);

test('another search replaces the results', async () => {
  const { page } = await visit(1280);
  await open(page, many, 'q=glow');
  await becomes(() => shownNames(page), shown(namesOf({ q: 'glow' }).slice(0, 24)));
  await page.getByRole('radio', { name: 'Dry Skin' }).check();
  await becomes(() => shownNames(page), shown(namesOf({ q: 'glow', skin: 'Dry Skin' }).slice(0, 24)));
  await box(page).fill('serum');
  const both = namesOf({ q: 'serum', skin: 'Dry Skin' });
  await becomes(() => shownNames(page), shown(both.slice(0, 24)));
  expect(await countText(page)).toBe(`Showing ${both.length} of ${many} products for "serum" in Dry Skin`);
});

test('no result: a suggestion, and the closest products', async () => {
  const { page } = await visit(390);
  // Too far from it to be understood.
  await open(page, many, 'q=tlrmlrlc');
  // Only products that contain the suggested word.
  const near = searchIndex(engine.index, { ...defaultSearch, q: 'turmeric' }).map(({ name }) => name);
  await becomes(() => shownNames(page), shown(near.slice(0, 2)));
  await page.getByRole('button', { name: 'Did you mean “turmeric”?' }).click();
  await becomes(() => shownNames(page), shown(namesOf({ q: 'turmeric' })));
});

test('a failed search shows an error and can be tried again', async () => {
  const { page, expectFailure } = await visit(390);
  expectFailure(searching, 503);
  await enlarge(page, many);
  await page.route(`${searching}*`, (route) => route.fulfill({ status: 503 }));
  await page.goto('/collection?q=glow');
  await see(page.getByRole('alert').filter({ hasText: 'Failed to fetch products' }));
  expect(await countText(page)).toBe('');
  await page.unroute(`${searching}*`);
  await tryAgain(page).click();
  await becomes(() => shownNames(page), shown(namesOf({ q: 'glow' }).slice(0, 24)));
});

test('a late response to an older search is ignored; results stay until new ones arrive', async () => {
  const { page } = await visit(1280);
  await open(page, 5_000, 'q=glow');
  const glow = shown(namesOf({ q: 'glow' }).slice(0, 24));
  await becomes(() => shownNames(page), glow);
  const slow = await hold(page, /search\?q=aloe/);
  await box(page).fill('aloe');
  await slow.came;
  expect(await shownNames(page)).toEqual(glow);
  await box(page).fill('rose');
  await becomes(() => shownNames(page), shown(namesOf({ q: 'rose' }).slice(0, 24)));
  slow.release();
  await page.waitForLoadState('networkidle');
  expect(await shownNames(page)).toEqual(shown(namesOf({ q: 'rose' }).slice(0, 24)));
});
