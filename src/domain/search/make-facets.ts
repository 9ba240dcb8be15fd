/** Makes `/facets.json` of a catalogue, in the build. */
import { packPositions } from 'search/positions';
import { countryName } from 'shop-import/country';
import { originOf } from '#domain/catalogue/origin.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { type Sellable, sellablesOf } from '#domain/catalogue/sellable.ts';
import type { Store } from '#domain/store/store.ts';
import { capitalized } from '#lib/capitalized.ts';
import { toRupees } from '#lib/money.ts';
import { readNetQuantity } from '#lib/net-quantity.ts';
import type { FacetsFile } from './facets.ts';
import type { SearchContent } from './search-content.ts';

/** A text as a value in the URL: `Dot & Key` is `dot-key`. Letters of every script stay. */
export const facetValue = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

type Value = readonly [value: string, label: string];
type List = [value: string, label: string, products: string][];

/** The values of a list with their products. @param valuesOf a product, by its position @param order of the values */
function listOf(
  count: number,
  valuesOf: (position: number) => readonly Value[],
  order: (a: Value, b: Value) => number,
): List {
  const found = new Map<string, { label: string; positions: number[] }>();
  for (let position = 0; position < count; position++)
    for (const [value, label] of valuesOf(position)) {
      if (!value) continue;
      const one = found.get(value) ?? { label, positions: [] };
      found.set(value, one);
      one.positions.push(position);
    }
  return [...found]
    .map(([value, { label, positions }]): List[number] => [value, label, packPositions(positions)])
    .sort(([a, labelA], [b, labelB]) => order([a, labelA], [b, labelB]));
}

const collator = new Intl.Collator('en', { numeric: true });
const byLabel = ([, a]: Value, [, b]: Value): number => collator.compare(a, b);

/** Values in the order of a list; those that it does not have come last, by label. */
function byOrderOf(values: readonly string[]) {
  const place = (value: string) => (values.includes(value) ? values.indexOf(value) : values.length);
  return (a: Value, b: Value) => place(a[0]) - place(b[0]) || byLabel(a, b);
}

/** Sizes that shoppers tell apart, ml or g: to try or travel, usual, large, for the family. */
const sizeBands = ['0-30', '31-100', '101-250', '251-'];

/** Fewest prices for which ranges of them are of use. */
const fewestPrices = 4;

/** A round number near an amount: 649 is 650, 1,340 is 1,500. */
function round(amount: number): number {
  const step = Math.max(1, 10 ** Math.floor(Math.log10(amount)) / 2);
  return Math.max(step, Math.round(amount / step) * step);
}

/** Up to four ranges with about as many prices each. @param prices whole rupees */
export function priceBands(prices: readonly number[]): string[] {
  const sorted = [...prices].sort((a, b) => a - b);
  if (new Set(sorted).size < fewestPrices) return [];
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  const quarters = [1, 2, 3].map((n) => round(sorted[Math.floor((sorted.length * n) / 4)] ?? 0));
  const cuts = [...new Set(quarters)].filter((cut) => cut > least && cut <= most);
  return [0, ...cuts].map((from, n) => `${from}-${cuts[n] ? cuts[n] - 1 : ''}`);
}

/** Amounts as facets.ts reads them: one where all are the same, none where it is 0. */
const shortest = (amounts: number[]): number[] => {
  const [only = 0, ...others] = new Set(amounts);
  if (others.length) return amounts;
  return only ? [only] : [];
};

/** The positions of the products with a first day, the newest first. One alone makes no order. */
function newestOf(products: readonly ProductContent[]): number[] {
  const dated = products.flatMap(({ publishFrom }, n) => (publishFrom ? [[n, +publishFrom] as const] : []));
  return dated.length > 1 ? dated.sort(([, a], [, b]) => b - a).map(([n]) => n) : [];
}

/**
 * @param catalogue products in the editor's order @param kindOf how one of a category is called: `moisturiser`
 * @param store with the country of origin of what says none
 */
export function makeFacets(
  catalogue: readonly (readonly [id: string, product: ProductContent])[],
  { concerns, types }: Pick<SearchContent, 'concerns' | 'types'>,
  kindOf: (category: string) => string,
  store: Pick<Store, 'countryOfOrigin'>,
): FacetsFile {
  const products = catalogue.map(([, product]) => product);
  const list = (valuesOf: (product: ProductContent) => Value[], order = byLabel) =>
    listOf(products.length, (position) => valuesOf(products[position] as ProductContent), order);
  const byId = new Map(catalogue);
  const originsOf = (product: ProductContent) => originOf(product, store, (id) => byId.get(id)).codes;
  const sellables = catalogue.map(([id, product]) => sellablesOf(id, product).map(([, one]) => one));
  const amounts = (amountOf: (one: Sellable) => number) => sellables.map((all) => all.map(amountOf));
  const price = amounts((one) => Math.floor(toRupees(one.price)));
  const size = amounts(({ netQuantity }) => Math.floor(readNetQuantity(netQuantity)?.amount ?? 0));
  return {
    products: catalogue.map(([id]) => id),
    lists: {
      category: list(
        ({ category }) => [[facetValue(category), capitalized(kindOf(category))]],
        byOrderOf(types.flatMap(({ categories }) => categories.map(facetValue))),
      ),
      brand: list(({ brand }) => [[facetValue(brand), brand]]),
      concern: list(
        ({ tags }) => concerns.flatMap(({ id, label }) => (tags.includes(id) ? [[id, label]] : [])),
        byOrderOf(concerns.map(({ id }) => id)),
      ),
      spf: list(({ spf }) => (spf ? [[String(spf), `SPF ${spf}`]] : [])),
      origin: list((product) => originsOf(product).map((code) => [code.toLowerCase(), countryName(code)])),
    },
    variants: products.map(({ variants }) => variants.map(({ id = '' }) => id)),
    amounts: { price: price.map(shortest), size: size.map(shortest) },
    bands: { price: priceBands(price.flatMap((all) => [...new Set(all)])), size: sizeBands },
    newest: newestOf(products),
    bestsellers: products.flatMap(({ bestseller }, position) => (bestseller ? [position] : [])),
  };
}
