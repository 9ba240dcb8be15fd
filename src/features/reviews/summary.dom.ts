/** Above the list of reviews: the average, the histograms by rating and by skin type, and the summary in counts. */

import type { ApiRatingCounts, ApiRatings } from '#domain/reviews/review.ts';
import { averageOf, noRating, skinName, summarize, sumOf } from '#domain/reviews/review-text.ts';
import { countReviews, decimal, drawStars } from '#features/catalogue/live.dom.ts';

/** @param skin the skin type whose ratings the histogram shows; all for '' @param rating the chosen bar, or '' */
export function drawSummary(
  section: HTMLElement,
  counts: ApiRatingCounts,
  { skin, rating }: { skin: string; rating: string },
): void {
  const { ratings } = counts;
  const bySkin = counts.bySkin as Record<string, ApiRatings | undefined>;
  drawAverage(section, ratings);
  const chosen = skin ? (bySkin[skin] ?? [0, 0, 0, 0, 0]) : ratings;
  for (const row of section.querySelectorAll<HTMLElement>('[data-stars]'))
    drawRow(row, chosen[Number(row.dataset.stars) - 1] ?? 0, sumOf(chosen), row.dataset.stars === rating);
  for (const row of section.querySelectorAll<HTMLElement>('[data-skin]')) {
    const of = bySkin[row.dataset.skin ?? ''];
    row.hidden = !of;
    drawRow(row, of ? sumOf(of) : 0, sumOf(ratings), row.dataset.skin === skin);
  }
  const bars = section.querySelector<HTMLElement>('[data-by-skin]');
  if (bars) bars.hidden = !Object.keys(bySkin).length;
  const title = section.querySelector('[data-histogram-title]');
  if (title) title.textContent = skin ? `By rating, ${skinName(skin).toLowerCase()}` : 'By rating';
  const list = section.querySelector('[data-counts]');
  list?.replaceChildren(
    ...summarize(counts).map((sentence) => {
      const item = document.createElement('li');
      item.textContent = sentence;
      return item;
    }),
  );
}

function drawRow(row: HTMLElement, count: number, of: number, pressed: boolean): void {
  row.style.setProperty('--part', `${of ? Math.round((count * 100) / of) : 0}%`);
  const button = row.querySelector('button');
  if (button) button.ariaPressed = String(pressed);
  const number = row.querySelector('.count');
  if (number) number.textContent = String(count);
}

function drawAverage(section: HTMLElement, ratings: ApiRatings): void {
  const count = sumOf(ratings);
  const average = averageOf(ratings);
  const place = section.querySelector('[data-average]');
  if (average === undefined) {
    place?.replaceChildren(noRating);
    return;
  }
  const number = document.createElement('strong');
  number.textContent = decimal(average);
  place?.replaceChildren(
    number,
    drawStars(document.createElement('span'), average, 0.5),
    countReviews(count),
  );
}
