/** How far the parts of a page move while it loads: the sum of its layout shifts, as the Layout Instability API counts. */
import type { Page } from 'playwright-core';

type Counting = Window & { shifted: number };

/** To be called before the page is opened. */
export const countShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counting = window as unknown as Counting;
    counting.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) counting.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** @returns the sum since the page was opened; 0.1 is the limit of a good page */
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Counting).shifted);
