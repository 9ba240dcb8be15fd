/** Steps of the offline tests: a visitor with the service worker. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { cacheNames } from '#domain/offline/cache-names.ts';
import { becomes } from './visitor.ts';

export const withWorker: BrowserContextOptions = { serviceWorkers: 'allow' };

/** Paths (without the shell's revisions) in one of the worker's caches. */
export const cachedPaths = (page: Page, store: keyof typeof cacheNames): Promise<string[]> =>
  page.evaluate(async (name) => {
    const keys = await (await caches.open(name)).keys();
    return keys.map(({ url }) => url.slice(location.origin.length).replace(/\?__WB.*/, '')).sort();
  }, cacheNames[store]);

/** Opens a page and waits until the worker controls it. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
}

/** Waits until the worker has cached a public page. */
export const keeps = (page: Page, path: string): Promise<void> =>
  becomes(async () => (await cachedPaths(page, 'pages')).includes(path), true);

/** Waits until the islands of the open page are cached, with everything that they import. */
export const keepsIslands = (page: Page): Promise<void> =>
  becomes(
    () =>
      page.evaluate(async () => {
        const islands = [...document.querySelectorAll('astro-island')];
        const paths = islands.flatMap((one) =>
          ['component-url', 'renderer-url'].flatMap((name) => one.getAttribute(name) ?? []),
        );
        const seen = new Set(paths);
        const missing: string[] = [];
        for (const path of seen) {
          const file = await caches.match(path, { ignoreSearch: true });
          if (!file) missing.push(path);
          for (const [, name = ''] of ((await file?.text()) ?? '').matchAll(
            /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g,
          ))
            seen.add(`/_astro/${name}`);
        }
        return missing;
      }),
    [],
  );
