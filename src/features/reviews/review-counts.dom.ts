/** Fills the figures of the review policy when they come into view. */

import type { ApiReviewCounts } from '#domain/reviews/review.ts';
import { formatDayTime } from '#lib/dates.ts';

export function fillReviewCounts(): void {
  const box = document.querySelector<HTMLElement>('[data-review-counts]');
  if (!box) return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void fill(box);
    },
    { rootMargin: '400px' },
  );
  observer.observe(box);
}

async function fill(box: HTMLElement): Promise<void> {
  const line = box.querySelector('[data-as-of]');
  try {
    const response = await fetch('/api/reviews/counts');
    if (!response.ok) throw new Error(`${response.status} from ${response.url}`);
    const { hidden, asOf, ...counts } = (await response.json()) as ApiReviewCounts;
    for (const cell of box.querySelectorAll<HTMLElement>('[data-count]')) {
      const [name = '', reason] = cell.dataset.count?.split('.') ?? [];
      const of: Record<string, unknown> = reason ? hidden : counts;
      cell.textContent = String(of[reason ?? name] ?? 0);
    }
    if (line)
      line.textContent = `Of all products together, without sample reviews. Counted on ${formatDayTime(asOf)}.`;
  } catch (error) {
    console.error('The figures could not be fetched:', error);
    if (line) line.textContent = 'The figures could not be loaded. Please load the page again.';
  }
}
