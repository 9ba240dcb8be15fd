/**
 * Patches what lives in the database (stars, stock) into pre-rendered pages: one request for all the
 * products that are shown, into space that is already reserved.
 */
import type { LiveAnswer } from '#lib/api.ts';
import { lowStock } from '#lib/product-constants.ts';
import type { LiveProduct } from './product.ts';

/**
 * Asks the API. Not through lib/api.ts, whose client would be the largest script of the many pages that
 * ask nothing else; the answer's type still comes from there. Without an answer the places stay empty: the page is whole without them.
 */
export async function askLive(ids: readonly string[]): Promise<Record<string, LiveProduct>> {
  try {
    const response = await fetch(`/api/product/live?ids=${[...ids].sort().join(',')}`);
    return response.ok ? ((await response.json()) as LiveAnswer).products : {};
  } catch {
    return {};
  }
}

const known = new Map<string, LiveProduct>();
const asked = new Set<string>();

/** What an empty place says: nothing is promised until there are few. */
function stockText({ stock, retired }: Pick<LiveProduct, 'stock' | 'retired'>): string {
  if (retired) return 'No longer sold';
  if (stock < 1) return 'Sold out';
  return stock <= lowStock ? `Only ${stock} left` : '';
}

/** Always one decimal: `4.0`. */
export const decimal = (rating: number): string => rating.toFixed(1); // rule: money - a rating, not an amount

/** `1 review`, `2 reviews`. */
export const countReviews = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;

/** As many gold stars of five as the floor of the rating says (docs/behaviour.md 2.6). */
export function drawStars(on: HTMLElement, rating: number): HTMLElement {
  on.className = 'stars';
  on.style.setProperty('--stars', String(Math.floor(rating)));
  on.role = 'img';
  on.ariaLabel = `Rated ${decimal(rating)} out of 5`;
  return on;
}

/** Stars (the floor of the rating, of 5) and how many reviews made them. */
export function ratingNodes({ rating, reviews }: LiveProduct): Node[] {
  if (!rating) return [new Text('No reviews yet')];
  const stars = drawStars(document.createElement('span'), rating);
  return [stars, new Text(reviews ? countReviews(reviews) : decimal(rating))];
}

/** The label of a button that has nothing to sell. */
function closeButton(label: HTMLElement, live: LiveProduct): void {
  const button = label.closest('button');
  if (!button) return;
  button.disabled = true;
  if (button.dataset.addToCart) label.textContent = stockText(live);
}

function patch(root: ParentNode): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-live]:not([data-patched])')) {
    const live = known.get(place.dataset.id ?? '');
    if (!live) continue;
    place.dataset.patched = '';
    if (place.dataset.live === 'rating') place.replaceChildren(...ratingNodes(live));
    else if (place.dataset.live === 'stock') place.textContent = stockText(live);
    else if (live.stock < 1 || live.retired) closeButton(place, live);
  }
}

async function fill(root: ParentNode): Promise<void> {
  patch(root);
  const ids = [...root.querySelectorAll<HTMLElement>('[data-live]:not([data-patched])')]
    .map(({ dataset }) => dataset.id ?? '')
    .filter((id) => id && !asked.has(id));
  if (!ids.length) return;
  for (const id of ids) asked.add(id);
  const answer = await askLive([...new Set(ids)]);
  for (const [id, live] of Object.entries(answer)) known.set(id, live);
  patch(root);
}

/** Patches what is on the page now, and the cards that an island has just put there. */
export function watchLive(): void {
  void fill(document);
  document.addEventListener('harita:cards', () => void fill(document));
}
