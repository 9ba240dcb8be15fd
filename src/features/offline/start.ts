/**
 * The page's side of being offline: has the service worker registered once the page is there and the phone
 * has nothing better to do, and says when there is no connection.
 */
const showSign = (old: boolean): void => {
  import('./offline-sign.ts').then(
    ({ sign }) => sign(old),
    // Gone before it was ever fetched: then the page says nothing of it.
    () => {},
  );
};

/** The worker says that it had to answer with the visited copy. */
const isOld = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(({ serverTiming }) =>
    serverTiming?.some(({ name }) => name === 'kept'),
  );

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/sw.js');
  if (serviceWorker.controller) return;
  // It came after this page, which it would otherwise not know.
  const { active } = await serviceWorker.ready;
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ page: location.href, files });
}

function whenIdle(): void {
  // Where it fails (storage that is full, or forbidden) this is a shop without a worker.
  const work = () => void register().catch(() => {});
  // Safari has no word for idle; there, loaded has to do.
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else work();
}

/** Called once by every page, when it is really seen. */
export function startOffline(): void {
  addEventListener('offline', () => showSign(false));
  const old = isOld();
  if (old || !navigator.onLine) showSign(old);
  // Operators need what is true now, and under `npm run dev` files change without changing their names.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || location.pathname === '/desk') return;
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle);
}
