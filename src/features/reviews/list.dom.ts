/**
 * The reviews on a product page, loaded on scroll (load-on-scroll.dom.ts) and rendered from the templates of
 * Reviews.astro.
 */

import type { ApiRatingCounts, ApiReview } from '#domain/reviews/review.ts';
import { initialReviews, reviewedEvent, reviewsPerPage } from '#domain/reviews/review-constants.ts';
import { isFiltered } from '#domain/reviews/review-filters.ts';
import { sumOf } from '#domain/reviews/review-text.ts';
import { countReviews, fetchLive, fillRating } from '#features/catalogue/live.dom.ts';
import { fromTemplate, reviewCard } from './card.dom.ts';
import { startForm } from './form-access.dom.ts';
import { startFilters } from './review-filters.dom.ts';
import { writeLink } from './review-link.dom.ts';
import { describeReviews } from './structured-data.dom.ts';
import { drawSummary } from './summary.dom.ts';

async function get<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status} from ${path}`);
  return response.json() as Promise<T>;
}

/** @param section of Reviews.astro @param link of the email that asks for a review, from the address */
export function startReviews(section: HTMLElement, link?: string): void {
  const id = section.dataset.reviews ?? '';
  if (link) writeLink(id, link);
  const path = `/api/reviews/${encodeURIComponent(id)}`;
  const form = section.querySelector('[data-filters]') as HTMLFormElement;
  const spoken = section.querySelector('[data-spoken]') as HTMLElement;
  let reviews: ApiReview[] = [];
  let counts: ApiRatingCounts = { ratings: [0, 0, 0, 0, 0], bySkin: {} };
  /** The request of the counts, which no filter changes. */
  let counting: Promise<ApiRatingCounts> | undefined;
  let all = false;
  /** Whether the last response was full, so that there may be more reviews. */
  let older = false;
  /** Number of the last request: an answer to an earlier one is dropped. */
  let last = 0;

  const total = (): number => Math.max(reviews.length, sumOf(counts.ratings));
  const filtered = (): boolean => isFiltered(filters.query());
  const list = (query: string) => get<ApiReview[]>(query ? `${path}?${query}` : path);

  const draw = (): void => {
    const shown = all || filtered() ? reviews : reviews.slice(0, initialReviews);
    drawSummary(section, counts, { skin: filters.value('skin'), rating: filters.value('rating') });
    drawList(section, shown.length ? shown.map((review) => reviewCard(section, review)) : [emptyState()]);
    form.hidden = total() <= initialReviews;
    const more = !filtered() && reviews.length > initialReviews;
    section
      .querySelector('[data-more]')
      ?.replaceChildren(
        ...(more ? [button(all ? 'Show fewer reviews' : `Show all ${total()} reviews`, toggle)] : []),
        ...((all || filtered()) && older ? [button('Show more reviews', next)] : []),
      );
  };

  const emptyState = (): HTMLElement => {
    const node = fromTemplate(section, filtered() ? 'nothing' : 'none');
    node.querySelector('[data-reset]')?.addEventListener('click', () => filters.reset());
    return node;
  };

  const sayShown = (): void => {
    const shown = section.querySelectorAll('[data-list] > .review').length;
    spoken.textContent = `${countReviews(shown)} shown`;
  };

  /** @param from index of the first new review, which takes the focus */
  const focusReview = (from: number): void => {
    section.querySelectorAll<HTMLElement>('[data-list] > li')[from]?.focus({ preventScroll: true });
    sayShown();
  };

  const toggle = (): void => {
    all = !all;
    draw();
    if (all) focusReview(initialReviews);
    else section.querySelector<HTMLElement>('[data-more] button')?.focus();
  };

  const load = async (): Promise<void> => {
    const query = filters.query();
    last += 1;
    const current = last;
    try {
      counting ??= get<ApiRatingCounts>(`${path}/ratings`);
      const [found, counted] = await Promise.all([list(query), counting]);
      if (current !== last) return;
      reviews = found;
      counts = counted;
      older = found.length === reviewsPerPage;
      draw();
      if (!query) describeReviews(reviews, counts.ratings);
    } catch (error) {
      counting = undefined;
      if (current === last) fail(error);
    }
  };

  const fail = (error: unknown): void => {
    // Logged, and the list stays empty (docs/behaviour.md, "Showing reviews").
    console.error('Reviews could not be fetched:', error);
    const node = fromTemplate(section, 'failed');
    node.querySelector('[data-again]')?.addEventListener('click', () => void load());
    drawList(section, [node]);
  };

  const next = async (): Promise<void> => {
    const from = reviews.length;
    const query = new URLSearchParams(filters.query());
    query.set('before', reviews.at(-1)?.cursor ?? '');
    const current = last;
    try {
      const found = await list(query.toString());
      if (current !== last) return;
      reviews = [...reviews, ...found];
      older = found.length === reviewsPerPage;
    } catch (error) {
      console.error('More reviews could not be fetched:', error);
    }
    draw();
    focusReview(from);
  };

  const filters = startFilters(form, () => void load().then(sayShown));
  section.addEventListener('click', ({ target }) => {
    const row = target instanceof Element && target.closest<HTMLElement>('[data-stars], [data-skin]');
    if (!row) return;
    if (row.dataset.stars) filters.toggle('rating', row.dataset.stars);
    else filters.toggle('skin', row.dataset.skin ?? '');
  });

  document.addEventListener(reviewedEvent, () => {
    all = false;
    counting = undefined;
    void load();
    void refreshRating(id);
  });

  void load();
  startForm(section, id);
}

/** Updates the rating at the top of the page after a review was written. */
async function refreshRating(id: string): Promise<void> {
  const live = (await fetchLive([id]))[id];
  if (!live) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-live="rating"]'))
    if (place.dataset.id === id) fillRating(place, live);
}

function drawList(section: HTMLElement, nodes: readonly HTMLElement[]): void {
  const list = section.querySelector<HTMLElement>('[data-list]');
  list?.replaceChildren(...nodes);
  list?.removeAttribute('aria-busy');
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'button quiet small';
  element.textContent = text;
  element.addEventListener('click', onClick);
  return element;
}
