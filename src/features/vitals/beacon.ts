/**
 * Tells the shop, when somebody leaves a page, how quick that page was. By the browser's own observers and
 * nothing else: a library would cost every phone more than it measures. No cookie, no id. Loaded with the first
 * thing that is done on a page: the browser has kept what came before.
 */
import { pageKindOf } from './page-kind.ts';
import type { Measured } from './vitals.ts';

type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number };

const values: Measured['values'] = { CLS: 0 };

function watch(type: string, read: (entry: Entry) => void): void {
  try {
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
  } catch {
    // A browser that does not measure this tells the rest.
  }
}
/** A page that was rendered in advance begins for its reader when it is shown. @returns ms */
const sinceSeen = (time: number): number => {
  const [page] = performance.getEntriesByType('navigation') as { activationStart?: number }[];
  return Math.max(0, time - (page?.activationStart ?? 0));
};
watch('largest-contentful-paint', ({ startTime }) => {
  values.LCP = sinceSeen(startTime);
});
watch('layout-shift', ({ value = 0, hadRecentInput }) => {
  if (!hadRecentInput) values.CLS = (values.CLS ?? 0) + value * 1000;
});
// The slowest: what the 98th percentile is for up to fifty interactions. Quicker ones are not reported.
watch('event', ({ duration, interactionId }) => {
  if (interactionId) values.INP = Math.max(values.INP ?? 0, duration);
});
watch('navigation', (entry) => {
  values.TTFB = sinceSeen((entry as PerformanceNavigationTiming).responseStart);
});

function tell(): void {
  if (document.visibilityState !== 'hidden') return;
  document.removeEventListener('visibilitychange', tell);
  for (const name in values) values[name as 'LCP'] = Math.round(values[name as 'LCP'] as number);
  const told: Measured = { page: pageKindOf(location.pathname), values };
  // Outlives the page. Nobody waits for it, and nothing depends on it.
  void fetch('/api/vitals', {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(told),
  }).catch(() => {});
}
document.addEventListener('visibilitychange', tell);
