/**
 * Draws prices that have changed since the page was built: a sale has begun or ended, or the desk has changed them. Loaded by live.dom.ts only then, and
 * while a sale is on.
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
    const until = Date.parse(live.sale?.until ?? '');
    if (until > Date.now()) onSale.push({ place, priceAs, priced, until });
  }
  waitForEnd(fetchLive);
}

type Place = { place: HTMLElement; priceAs: string };

function draw({ place, priceAs }: Place, priced: string, live: LiveProduct): void {
  kinds[priceAs]?.(place, live);
  if (priceAs === 'amount') drawOffer(priced, live);
}

/** Places that show the price of a sale, until it ends. */
let onSale: (Place & { priced: string; until: number })[] = [];
let stop = () => {};

/** Draws the price after the end of a sale on a page that is still open. */
function waitForEnd(fetchLive: FetchLive): void {
  stop();
  if (!onSale.length) return;
  stop = afterTime(Math.min(...onSale.map(({ until }) => until)), async () => {
    const over = onSale.filter(({ until }) => until <= Date.now());
    onSale = onSale.filter((one) => !over.includes(one));
    const products = await fetchLive([...new Set(over.map(({ priced }) => priced))]);
    for (const one of over) {
      const live = products[one.priced];
      if (live) draw(one, one.priced, live);
    }
    waitForEnd(fetchLive);
  });
}
