/**
 * Draws prices that have changed since the page was built: a sale has begun or ended, or the desk has changed them. Loaded by live.dom.ts only then, and
 * while a sale is on or will begin.
 */
import type { LiveProduct } from '#domain/catalogue/product.ts';
import { saleText } from '#domain/pricing/sale-text.ts';
import { afterTime } from '#lib/after-time.ts';
import { dayOf } from '#lib/dates.ts';
import { formatPrice, toPaise, toRupees } from '#lib/money.ts';
import { priceHtml } from './price-html.ts';
import { unitPriceText } from './unit-price.ts';

/** How each kind of place shows the price, by its `data-price-as`. */
const kinds: Record<string, (place: HTMLElement, live: LiveProduct) => void> = {
  /** With the struck price. */
  full(place, { price, originalPrice, sale }) {
    const label = sale?.before === originalPrice ? 'Before' : 'MRP';
    place.innerHTML = priceHtml({
      price: toPaise(price) ?? 0,
      originalPrice: toPaise(originalPrice) ?? 0,
      label,
      from: 'from' in place.dataset,
    });
  },
  amount(place, { price }) {
    place.textContent = formatPrice(toPaise(price) ?? 0);
  },
  unit(place, { price, originalPrice, sale }) {
    const { quantity = '', mrp } = place.dataset;
    // In a sale, what is struck may be the price before it.
    const known = sale ? mrp && Number(mrp) : toPaise(originalPrice);
    place.textContent = unitPriceText(toPaise(price) ?? 0, known || undefined, quantity);
  },
  sale(place, { price, sale }) {
    place.textContent = sale ? saleText(sale, toPaise(price) ?? 0) : '';
  },
  offer(place, { offer = '' }) {
    place.textContent = offer;
  },
};

/** Corrects the price of an offer in the structured data of the page, behind the SKU. */
function drawOffer(id: string, { price, sale }: LiveProduct): void {
  const script = document.querySelector('[data-live="offer"], [data-offers]');
  if (!script) return;
  // rule: money - written out, as schema.org wants it, from whole paise
  const now = `"${toRupees(toPaise(price) ?? 0).toFixed(2)}"`;
  const until = sale ? `,"priceValidUntil":"${dayOf(Date.parse(sale.until) - 1)}"` : '';
  const offer = new RegExp(`("sku":"${id}",(?:(?!"sku").)*?"price":)"[^"]*"(?:,"priceValidUntil":"[^"]*")?`);
  script.textContent = script.textContent.replace(offer, (_, before: string) => before + now + until);
}

type Products = ReadonlyMap<string, LiveProduct | undefined>;
type FetchLive = (ids: readonly string[]) => Promise<Record<string, LiveProduct>>;

/** @param places with the id of what is sold in `data-priced` @param fetchLive asks again when a sale ends */
export function drawPrices(places: readonly HTMLElement[], products: Products, fetchLive: FetchLive): void {
  for (const place of places) {
    const { priced = '', priceAs = '' } = place.dataset;
    const live = products.get(priced);
    if (!live) continue;
    // Drawn once.
    delete place.dataset.priced;
    draw({ place, priceAs }, priced, live);
    follow({ place, priceAs, priced }, live);
  }
  waitForChange(fetchLive);
}

/** Remembers when the price of a place changes next: a sale ends, or begins. */
function follow(place: Place & { priced: string }, { sale, nextSale }: LiveProduct): void {
  const moments = [sale?.until, nextSale].map((time) => Date.parse(time ?? ''));
  const until = Math.min(...moments.filter((time) => time > Date.now()));
  if (until < Number.POSITIVE_INFINITY)
    changing.push({ ...place, until, begins: until === Date.parse(nextSale ?? '') });
}

type Place = { place: HTMLElement; priceAs: string };

function draw({ place, priceAs }: Place, priced: string, live: LiveProduct): void {
  kinds[priceAs]?.(place, live);
  if (priceAs === 'amount') drawOffer(priced, live);
}

/** A page that is open is so much later than the begin of a sale at most, ms. */
const soon = 5_000;

/** Places whose price changes. @property begins whether a sale begins then */
let changing: (Place & { priced: string; until: number; begins: boolean })[] = [];
let stop = () => {};

/** Draws the price after the begin or the end of a sale on a page that is still open. */
function waitForChange(fetchLive: FetchLive): void {
  stop();
  const next = Math.min(...changing.map(({ until }) => until));
  if (!changing.length) return;
  const spread = changing.some(({ until, begins }) => begins && until === next) ? soon : undefined;
  stop = afterTime(
    next,
    async () => {
      const over = changing.filter(({ until }) => until <= Date.now());
      changing = changing.filter((one) => !over.includes(one));
      const products = await fetchLive([...new Set(over.map(({ priced }) => priced))]);
      for (const one of over) {
        const live = products[one.priced];
        if (!live) continue;
        draw(one, one.priced, live);
        follow(one, live);
      }
      waitForChange(fetchLive);
    },
    spread,
  );
}
