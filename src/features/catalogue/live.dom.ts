/**
 * Fills rating and stock from the database into static pages: one request for all products of the page. Their space is
 * reserved.
 */
import type { LiveResponse } from '#lib/api.ts';
import { lowStock } from '#lib/product-constants.ts';
import type { LiveProduct } from './product.ts';

/**
 * Requests rating and stock. Not with lib/api.ts, whose client would be the largest script of most pages; only the type
 * of the response comes from there. After a failure the elements stay empty.
 */
export async function fetchLive(ids: readonly string[]): Promise<Record<string, LiveProduct>> {
  try {
    const response = await fetch(`/api/product/live?ids=${[...ids].sort().join(',')}`);
    return response.ok ? ((await response.json()) as LiveResponse).products : {};
  } catch {
    return {};
  }
}

const known = new Map<string, LiveProduct>();
const requested = new Set<string>();

/** The text about the stock; empty unless few pieces are left. */
function stockText({ stock, retired }: Pick<LiveProduct, 'stock' | 'retired'>): string {
  if (retired) return 'No longer sold';
  if (stock < 1) return 'Sold out';
  return stock <= lowStock ? `Only ${stock} left` : '';
}

/** Always one decimal: `4.0`. */
export const decimal = (rating: number): string => rating.toFixed(1); // rule: money - a rating, not an amount

/** `1 review`, `2 reviews`. */
export const countReviews = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;

/** Draws the floor of the rating as gold stars of five (docs/behaviour.md 2.6). */
export function drawStars(on: HTMLElement, rating: number): HTMLElement {
  on.className = 'stars';
  on.style.setProperty('--stars', String(Math.floor(rating)));
  on.role = 'img';
  on.ariaLabel = `Rated ${decimal(rating)} out of 5`;
  return on;
}

/** The stars, and the number of reviews. */
export function ratingNodes({ rating, reviews }: LiveProduct): Node[] {
  if (!rating) return [new Text('No reviews yet')];
  const stars = drawStars(document.createElement('span'), rating);
  return [stars, new Text(reviews ? countReviews(reviews) : decimal(rating))];
}

/** Disables a button whose product is not available. */
function disableButton(label: HTMLElement, live: LiveProduct): void {
  const button = label.closest('button');
  if (!button) return;
  button.disabled = true;
  if (button.dataset.addToCart) label.textContent = stockText(live);
}

function patch(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-live]:not([data-patched])')) {
    const live = known.get(element.dataset.id ?? '');
    if (!live) continue;
    element.dataset.patched = '';
    if (element.dataset.live === 'rating') element.replaceChildren(...ratingNodes(live));
    else if (element.dataset.live === 'stock') element.textContent = stockText(live);
    else if (live.stock < 1 || live.retired) disableButton(element, live);
  }
}

async function fill(root: ParentNode): Promise<void> {
  patch(root);
  const ids = [...root.querySelectorAll<HTMLElement>('[data-live]:not([data-patched])')]
    .map(({ dataset }) => dataset.id ?? '')
    .filter((id) => id && !requested.has(id));
  if (!ids.length) return;
  for (const id of ids) requested.add(id);
  const answer = await fetchLive([...new Set(ids)]);
  for (const [id, live] of Object.entries(answer)) known.set(id, live);
  patch(root);
}

/** Fills the elements of the page, and later those of new cards of an island. */
export function startLive(): void {
  void fill(document);
  document.addEventListener('harita:cards', () => void fill(document));
}
