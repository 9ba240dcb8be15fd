/**
 * The page's side of being offline: has the service worker registered once the page is there and the phone
 * has nothing better to do, and says when there is no connection.
 */
import { untilActive } from '#lib/active.ts';
import { toast } from '#ui/toast.ts';

const showSign = (): void => void import('./sign.ts').then(({ sign }) => sign());

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  await untilActive();
  await serviceWorker.register('/sw.js');
  if (serviceWorker.controller) return;
  // It came after this page, which it would otherwise not know.
  const { active } = await serviceWorker.ready;
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ page: location.href, files });
}

function whenQuiet(work: () => Promise<void>): void {
  // Where it fails (storage that is full or forbidden) there is a shop without a worker.
  const quietly = () => void work().catch(() => {});
  // Safari has no idea of idle; there, loaded is quiet enough.
  const idle = () => (window.requestIdleCallback ? requestIdleCallback(quietly) : quietly());
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

addEventListener('offline', showSign);
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (!navigator.onLine) showSign();
else if (navigation?.serverTiming?.some(({ name }) => name === 'kept'))
  toast({ message: 'The connection is weak: this page is as you saw it last. Your cart is safe.' });

// Operators need what is true now, and under `npm run dev` files change under the same name.
if (import.meta.env.PROD && navigator.serviceWorker && !location.pathname.startsWith('/desk'))
  whenQuiet(register);
