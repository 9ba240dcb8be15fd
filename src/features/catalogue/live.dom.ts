/**
 * Fills rating, stock and changed prices from the database into static pages: one request for all products of the page.
 * Their space is reserved.
 */

import { fullLabel, roomFor } from '#domain/cart/cart.ts';
import { canBeBought } from '#domain/catalogue/can-be-bought.ts';
import type { LiveProduct } from '#domain/catalogue/product.ts';
import { profileKey } from '#features/skin/profile-key.ts';
import type { LiveResponse } from '#lib/api.ts';
import { readStored } from '#lib/device-storage.dom.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { lowStock } from '#lib/low-stock.ts';
import { wishesKey } from '#shared/account/device-keys.ts';
import { $cart, setStock } from '#shared/cart/cart.store.ts';

/** Ids of a request: a page may have some dozen cards, each with some shades. */
const mostAsked = 100;

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

/** What was requested; undefined until it is answered. */
const known = new Map<string, LiveProduct | undefined>();

/** In place of `/InStock` in structured data. */
export const outOf = ({ retired }: LiveProduct): string => (retired ? '/Discontinued' : '/OutOfStock');

/** The text about the stock; empty unless few pieces are left. */
export function stockText({ stock, paused, retired }: LiveProduct): string {
  if (retired) return 'No longer sold';
  if (paused) return 'Not sold now';
  if (stock < 1) return 'Sold out';
  return stock <= lowStock ? `Only ${stock} left` : '';
}

/** Always one decimal: `4.0`. */
export const decimal = (rating: number): string => rating.toFixed(1); // rule: money - a rating, not an amount

/** `1 review`, `2 reviews`. */
export const countReviews = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;

/** Draws a rating as gold stars of five. @param step it is rounded down to whole or half stars */
function drawStars(on: HTMLElement, rating: number, step: 1 | 0.5 = 1): HTMLElement {
  on.className = 'stars';
  on.style.setProperty('--stars', String(Math.floor(rating / step) * step));
  on.role = 'img';
  on.ariaLabel = `Rated ${decimal(rating)} out of 5`;
  return on;
}

/**
 * Fills the place of a rating with stars and the number of reviews. The one beside the name of a product's page has
 * half stars, and the average in figures (docs/behaviour.md, "Live data").
 */
export function fillRating(place: HTMLElement, { rating, reviews }: LiveProduct): void {
  if (!rating) {
    place.textContent = 'No reviews yet';
    return;
  }
  const average = 'average' in place.dataset;
  const stars = drawStars(document.createElement('span'), rating, average ? 0.5 : 1);
  const figures = document.createElement('strong');
  figures.textContent = decimal(rating);
  // The stars' label says it.
  figures.ariaHidden = 'true';
  place.replaceChildren(
    stars,
    ...(average || !reviews ? [figures] : []),
    ...(reviews ? [countReviews(reviews)] : []),
  );
}

/** Says on a button that its product is sold out, or that all of it is in the cart. */
function drawButton(label: HTMLElement, live: LiveProduct): void {
  const button = label.closest('button');
  if (!button) return;
  const sold = canBeBought(live);
  button.disabled = !sold;
  if (!button.dataset.addToCart) return;
  label.dataset.text ??= label.textContent;
  const full = sold && roomFor($cart.get(), button.dataset.addToCart, live.stock) < 1;
  // Not disabled: it may have the focus, and a tap says why.
  button.ariaDisabled = full ? 'true' : null;
  label.textContent = full ? fullLabel(live.stock) : sold ? label.dataset.text : stockText(live);
}

function drawButtons(): void {
  for (const label of document.querySelectorAll<HTMLElement>('[data-live="button"]')) {
    const live = known.get(label.dataset.id ?? '');
    if (live) drawButton(label, live);
  }
}

const unpatched = () => [...document.querySelectorAll<HTMLElement>('[data-live]:not([data-patched])')];

function draw(): void {
  for (const element of unpatched()) {
    const live = known.get(element.dataset.id ?? '');
    if (!live) continue;
    element.dataset.patched = '';
    // For variants.dom.ts.
    element.dispatchEvent(new CustomEvent('live', { detail: live }));
    const kind = element.dataset.live;
    if (kind === 'rating') fillRating(element, live);
    else if (kind === 'stock') element.textContent = stockText(live);
    else if (canBeBought(live)) continue;
    else if (kind === 'swatch') element.dataset.out = '';
    else if (kind === 'offer') element.textContent = element.textContent.replace('/InStock', outOf(live));
    else if (kind === 'paused' && live.paused) element.textContent = `Not sold at the moment: ${live.paused}`;
  }
  drawButtons();
  drawPrices();
}

/** Draws prices that are not those of the build, and what a sale and a listed code say: places by the id of what is sold. */
function drawPrices(): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-priced]')].filter(({ dataset }) => {
    const live = known.get(dataset.priced ?? '');
    return (
      live &&
      (live.sale ||
        live.nextSale ||
        (dataset.priceAs === 'offer' && live.offer) ||
        dataset.price !== `${live.price}/${live.originalPrice}`)
    );
  });
  if (places.length)
    loadPart(() => import('./live-prices.dom.ts')).then(
      (part) => part.drawPrices(places, known, fetchLive),
      () => {},
    );
}

async function fill(): Promise<void> {
  draw();
  const priced = document.querySelectorAll<HTMLElement>('[data-priced]');
  const unknown = [...unpatched(), ...priced]
    .map(({ dataset }) => dataset.id ?? dataset.priced ?? '')
    .filter((id) => id && !known.has(id));
  const ids = [...new Set(unknown)].slice(0, mostAsked);
  if (!ids.length) return;
  for (const id of ids) known.set(id, undefined);
  const answer = Object.entries(await fetchLive(ids));
  for (const [id, live] of answer) known.set(id, live);
  setStock(Object.fromEntries(answer.map(([id, live]) => [id, canBeBought(live) ? live.stock : 0])));
  // Draws, and asks for the rest.
  return fill();
}

/** @param heart that was pressed */
const loadMarks = (heart?: HTMLElement): Promise<void> =>
  loadPart(() => import('./card-marks.dom.ts'), !heart).then(
    (part) => part.startCardMarks(heart),
    () => {},
  );

/** Marks the cards on a device that has a profile of My skin, or may have saved something; the others load nothing. */
function markCards(): void {
  const keys = [...(IS_ON.skin ? [profileKey] : []), ...(IS_ON.wishlist ? [wishesKey, 'token'] : [])];
  if (keys.some((key) => readStored('localStorage', key))) void loadMarks();
}

function onClick({ target }: Event): void {
  const heart = (target as Element).closest<HTMLElement>('[data-save]');
  if (heart) void loadMarks(heart);
}

/** Fills the elements of the page, later those of new cards of an island, and follows the cart. */
export function startLive(): void {
  void fill();
  // Also when Back restores the page, after the shopper has chosen.
  addEventListener('pageshow', markCards);
  document.addEventListener('click', onClick);
  document.addEventListener('shop:cards', () => void fill());
  $cart.listen(drawButtons);
}
