/** Without a connection: the shop itself is stopped, which works in the same way for every engine. */
import { serum } from '../../../support/orders.ts';
import type { Step, Walk } from './walk.ts';

async function offline({ page, shop, open, look, check, allow }: Walk): Promise<void> {
  await open(`/product/${serum}`);
  const has = await page
    .waitFor('the service worker is in charge', () => navigator.serviceWorker.controller !== null)
    .catch(() => false);
  check('offline: the service worker is in charge', Boolean(has));
  await open(`/product/${serum}`);
  await page.waitFor(
    'the page is kept',
    async (path) => {
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) if (url.endsWith(path)) return true;
      return false;
    },
    `/product/${serum}`,
  );
  await look('online-product', true);
  // Each engine reports failed requests with its own text, which contains the address.
  allow(/http:\/\/127\.0\.0\.1|Failed to load resource|Could not connect/);
  await shop.stack.stop();
  await open(`/product/${serum}`);
  await page.see({ css: 'h1', text: 'Glow Serum' });
  await look('offline-product', true);
  await open('/account');
  await page.see({ css: 'h1', text: 'You are offline' });
  await look('offline', true);
}

/** The last steps, because the shop is stopped afterwards. */
export const offlineSteps: Step[] = [{ name: 'offline', run: offline }];
