/**
 * Sends the Web Vitals of a page when it is left. It uses only the browser's observers: a library would be too large.
 * No cookie, no id. Loaded at the first interaction: the browser has buffered the earlier entries.
 */
import { pageKindOf } from '#domain/vitals/page-kind.ts';
import type { Measured } from '#domain/vitals/vitals.ts';

type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number };

const values: Measured['values'] = { CLS: 0 };

function watch(type: string, read: (entry: Entry) => void): void {
  try {
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
  } catch {
    // The browser does not support this metric; the others are sent.
  }
}
/** The time since the page was shown: a prerendered page starts then. @returns ms */
const sinceActivation = (time: number): number => {
  const [page] = performance.getEntriesByType('navigation') as { activationStart?: number }[];
  return Math.max(0, time - (page?.activationStart ?? 0));
};
watch('largest-contentful-paint', ({ startTime }) => {
  values.LCP = sinceActivation(startTime);
});
watch('layout-shift', ({ value = 0, hadRecentInput }) => {
  if (!hadRecentInput) values.CLS = (values.CLS ?? 0) + value * 1000;
});
// The slowest interaction, which is the 98th percentile of up to fifty. Fast ones are not reported.
watch('event', ({ duration, interactionId }) => {
  if (interactionId) values.INP = Math.max(values.INP ?? 0, duration);
});
watch('navigation', (entry) => {
  values.TTFB = sinceActivation((entry as PerformanceNavigationTiming).responseStart);
});

function sendVitals(): void {
  if (document.visibilityState !== 'hidden') return;
  document.removeEventListener('visibilitychange', sendVitals);
  for (const name in values) values[name as 'LCP'] = Math.round(values[name as 'LCP'] as number);
  const body: Measured = { page: pageKindOf(location.pathname), values };
  // `keepalive` lets the request outlive the page. The response does not matter.
  void fetch('/api/vitals', {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {});
}
document.addEventListener('visibilitychange', sendVitals);
