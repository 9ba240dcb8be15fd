/**
 * Registers the service worker when the page is loaded and idle, and shows the shopper when there is no connection.
 */
import { whenIdle } from '#lib/when-idle.dom.ts';

const showSign = (old: boolean): void => {
  // rule: parts - without it the page does not mention the connection
  import('./offline-sign.dom.ts').then(
    (script) => script.showOfflineSign(old),
    () => {},
  );
};

/** Whether the page came from the cache of the worker. */
const isOld = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(({ serverTiming }) =>
    serverTiming?.some(({ name }) => name === 'kept'),
  );

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/sw.js');
  if (serviceWorker.controller) return;
  // The worker was registered after this page had loaded, so the page sends it the files to cache.
  const { active } = await serviceWorker.ready;
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ page: location.href, files });
}

/** Called once by every page when it is shown. */
export function startOffline(): void {
  addEventListener('offline', () => showSign(false));
  const old = isOld();
  if (old || !navigator.onLine) showSign(old);
  // Not for the desk, which needs current data, nor for `npm run dev`, whose files have no hashes.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || location.pathname === '/desk') return;
  // If it fails (storage is full or disabled), the shop works without a service worker.
  whenIdle(() => void register().catch(() => {}));
}
