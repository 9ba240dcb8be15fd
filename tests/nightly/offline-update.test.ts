/** A deploy while visitors use the shop: new pages appear at once, and open pages keep working. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { arrive, cachedPaths, keeps, keepsIslands, withWorker } from '../browser/offline-steps.ts';
import { addButton, badge } from '../browser/steps.ts';
import { becomes, see, useBrowser } from '../browser/visitor.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ ownPages: true });
const { visit } = useBrowser(shop);

/**
 * Installs another build, in which every page has a new text and its script a new name. The shop serves it from its
 * restart, while the open pages rest. @returns the script's old and new paths
 */
async function deploy(): Promise<[string, string]> {
  const files = readdirSync(shop.pages, { recursive: true, encoding: 'utf8' });
  const name = /ShopLayout[\w.]*\.[\w-]{8}\.js/;
  const before = name.exec(files.find((file) => name.test(file)) ?? '')?.[0] ?? '';
  const after = 'ShopLayout.Second00.js';
  const scripts = join(shop.pages, '_astro');
  copyFileSync(join(scripts, before), join(scripts, after));
  for (const file of files.filter((one) => /\.(html|js)$/.test(one))) {
    const path = join(shop.pages, file);
    const text = readFileSync(path, 'utf8').replaceAll(before, after);
    writeFileSync(path, text.replace('Skip to content', 'Skip to the new content'));
  }
  rmSync(join(scripts, before));
  // The worker knows that its pages have changed by their revisions.
  const worker = join(shop.pages, 'sw.js');
  const revised = readFileSync(worker, 'utf8').replace(/\b[\da-f]{16}\b/g, (old) =>
    [...old].reverse().join(''),
  );
  writeFileSync(worker, revised);
  await shop.stack.restartWorker();
  return [`/_astro/${before}`, `/_astro/${after}`];
}

/** Waits until stars and stock are loaded: an interrupted request would keep the old build's worker active. */
const liveDataLoaded = (page: Page): Promise<void> =>
  becomes(() => page.locator('[data-live]:not([data-patched])').count(), 0);

test('a second build takes over: new pages at once, no old caches, open pages still work; the worker can be removed', async () => {
  const { page, newTab, allowFailure, goOffline, goOnline } = await visit(1280, withWorker);
  // A restart of the shop interrupts requests. The worker requests them again, at once or on use.
  allowFailure(/^\/(_astro|media)\//, 0);
  await arrive(page, '/product/rose-balance-toner');
  await keeps(page, '/product/rose-balance-toner');
  await page.evaluate(() => Promise.all([caches.open('harita-of-old'), caches.open('not-ours')]));
  const old = await newTab();
  await old.goto('/collection');
  await keeps(page, '/collection');
  await keepsIslands(page);
  await liveDataLoaded(page);
  await liveDataLoaded(old);

  const [before, after] = await deploy();
  expect((await fetch(shop.stack.url + before)).status).toBe(404);

  // The next visit gets the new page, and with it the new worker.
  await page.goto('/about');
  await see(page.locator('main h1'));
  expect(await page.locator('.skip').textContent()).toBe('Skip to the new content');
  await becomes(async () => (await cachedPaths(page, 'shell')).includes(after), true);
  await becomes(async () => (await cachedPaths(page, 'shell')).includes(before), false);
  await becomes(async () => (await page.evaluate(() => caches.keys())).includes('harita-of-old'), false);
  expect(await page.evaluate(() => caches.keys())).toContain('not-ours');

  // The old tab still works, with the scripts of its build.
  expect(await old.evaluate(async (path) => (await fetch(path)).status, before)).toBe(200);
  await addButton(old, 'Rose Toner').click();
  await becomes(() => badge(old), '1');
  await becomes(() => badge(page), '1');

  // A page that was cached under the old build also still has its scripts.
  await goOffline();
  await page.goto('/product/rose-balance-toner');
  expect(await page.locator('.skip').textContent()).toBe('Skip to content');
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await becomes(() => badge(page), '2');
  await page.goto('/cart');
  expect(await page.locator('.skip').textContent()).toBe('Skip to the new content');
  await see(page.getByRole('heading', { name: 'Your Cart' }));
  await see(page.locator('.cart-row'));
  // The worker can be removed, as docs/operations.md describes.
  await goOnline();
  const [, retiring = ''] = /```js\n([^`]+)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  expect(retiring).toContain('unregister');
  writeFileSync(join(shop.pages, 'sw.js'), retiring);
  await shop.stack.restartWorker();
  await page.goto('/about');
  await becomes(() => page.evaluate(() => caches.keys()), ['not-ours']);
  await becomes(
    () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    0,
  );
});
