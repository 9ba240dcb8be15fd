/**
 * The filters of the collection by category, brand, price, concern, SPF, size, country of origin and stock, with the number of results of
 * each value (docs/behaviour.md, "Search and filters"). Browser and Worker read the same file of the build,
 * `/facets.json`, and apply the filters to the results of a search.
 */
import { unpackPositions } from 'search/positions';
import { partId, partIdOf } from '#domain/catalogue/sellable-id.ts';
import type { SalePrices } from '#domain/pricing/sale-prices.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import {
  endsOf,
  type FacetName,
  type Facets,
  facetNames,
  hasFacets,
  isRange,
  type RangeName,
} from './facet-names.ts';

type ListName = Exclude<FacetName, RangeName | 'in'>;

/**
 * Which products have what.
 * @property products ids in the editor's order
 * @property lists values in the order in which they are shown, with their products (packages/search/src/positions.ts)
 * @property variants by position: the last parts of the ids of its variants, empty for the one with the id of the product
 * @property amounts by position: the prices in whole rupees, and the sizes in millilitres or grams, of its variants in the
 *   same order; one number where they are the same, none where they are 0 or not known
 * @property bands the ranges that are offered
 * @property newest positions of the products with a first day, the newest first; empty where that is no order
 * @property bestsellers positions of the products that the editor calls bestsellers
 */
export type FacetsFile = {
  products: string[];
  lists: Record<ListName, [value: string, label: string, products: string][]>;
  variants: string[][];
  amounts: Record<RangeName, number[][]>;
  bands: Record<RangeName, string[]>;
  newest: number[];
  bestsellers: number[];
};

/** @property count the results with this value, the other filters as they are */
export type FacetChoice = { value: string; label: string; count: number };
/** The values that can be chosen. A filter that all products meet, or none, has none; nor has one that is not counted. */
export type FacetChoices = { [name in FacetName | 'skin' | 'with' | 'free']?: FacetChoice[] };

/** What is sold of a product. @property id of one of its sizes or shades (`partId`) @property size 0 where it has none */
type Sold = { id: string; price: number; size: number };

/**
 * The filters of a catalogue, ready for many searches. Products are known by their ids.
 * @property soldOut what cannot be bought now (domain/catalogue/sold-out.ts); undefined while that is not known
 * @property newest the products with a first day, the newest first @property bestsellers those of the editor
 * @property byOrigin the products by the name of their country; empty where nothing is imported
 */
export type OpenFacets = {
  soldOut: ReadonlySet<string> | undefined;
  labels: ReadonlyMap<FacetName, ReadonlyMap<string, string>>;
  values: ReadonlyMap<FacetName, ReadonlyMap<string, readonly string[]>>;
  sold: ReadonlyMap<string, readonly Sold[]>;
  newest: readonly string[];
  bestsellers: readonly string[];
  byOrigin: readonly string[];
};

/** The filters that one size or shade has to meet together. */
type SoldFacet = RangeName | 'in';
const isOfSold = (name: FacetName): name is SoldFacet => isRange(name) || name === 'in';

/** Country of origin of what is not imported. */
const home = 'in';

/** The filters of a file of the build, which does not know what is sold out. */
export function openFacets(file: FacetsFile): OpenFacets {
  const labels = new Map<FacetName, Map<string, string>>();
  const values = new Map<FacetName, Map<string, string[]>>();
  for (const [name, list] of Object.entries(file.lists) as [ListName, FacetsFile['lists'][ListName]][]) {
    const of = new Map<string, string[]>();
    for (const [value, , packed] of list)
      for (const position of unpackPositions(packed)) {
        const id = file.products[position] ?? '';
        of.set(id, [...(of.get(id) ?? []), value]);
      }
    values.set(name, of);
    labels.set(name, new Map(list.map(([value, label]) => [value, label])));
  }
  labels.set('in', new Map([['stock', 'In stock']]));
  for (const name of ['price', 'size'] as const)
    labels.set(name, new Map(file.bands[name].map((band) => [band, rangeLabel(name, band)])));
  const amountOf = (name: RangeName, position: number, variant: number): number => {
    const amounts = file.amounts[name][position] ?? [];
    return amounts[variant] ?? amounts[0] ?? 0;
  };
  const soldOf = (product: string, position: number): Sold[] => {
    const variants = file.variants[position] ?? [];
    return (variants.length ? variants : ['']).map((variant, n) => ({
      id: partId(product, variant),
      price: amountOf('price', position, n),
      size: amountOf('size', position, n),
    }));
  };
  const sold = new Map(file.products.map((id, position) => [id, soldOf(id, position)]));
  const idsAt = (positions: readonly number[]) =>
    positions.flatMap((position) => file.products[position] ?? []);
  const origins = file.lists.origin;
  const byOrigin = origins.some(([value]) => value !== home)
    ? idsAt([...new Set(origins.flatMap(([, , packed]) => unpackPositions(packed)))])
    : [];
  const [newest, bestsellers] = [idsAt(file.newest), idsAt(file.bestsellers)];
  return { soldOut: undefined, labels, values, sold, newest, bestsellers, byOrigin };
}

/** What comes first by sales: what sells most, or what the editor calls bestsellers while too little is sold for an order. */
export const bestSelling = (
  sold: readonly string[],
  { bestsellers }: Pick<OpenFacets, 'bestsellers'>,
): readonly string[] => (sold.length ? sold : bestsellers);

/** The filters with other prices. */
export function withSalePrices(open: OpenFacets, prices: SalePrices): OpenFacets {
  const sold = new Map(open.sold);
  for (const [product, { amounts }] of Object.entries(prices)) {
    const now = new Map(Object.entries(amounts).map(([id, price]) => [partIdOf(id), price]));
    const all = sold.get(product) ?? [];
    sold.set(
      product,
      all.map((one) => ({ ...one, price: now.get(one.id) ?? one.price })),
    );
  }
  return { ...open, sold };
}

/** The names of the countries that a product comes from, as its page says them; none where they are not known. */
export const originNames = ({ labels, values }: OpenFacets, id: string): string[] =>
  values
    .get('origin')
    ?.get(id)
    ?.flatMap((code) => labels.get('origin')?.get(code) ?? []) ?? [];

/** The values of a list that a product has. */
const valuesOf = ({ values }: OpenFacets, name: FacetName, id: string): readonly string[] =>
  values.get(name)?.get(id) ?? [];

const isBetween = (amount: number, ranges: readonly string[]): boolean =>
  ranges.map(endsOf).some(([from, to]) => amount >= from && amount <= to);

/**
 * Whether one size or shade of a product meets its filters: price, size and stock together. Stock alone is that of the
 * product, which may have sizes that are newer than the file.
 */
const isSoldSo = (
  { sold, soldOut }: OpenFacets,
  { price, size, in: stock }: Pick<Facets, SoldFacet>,
  product: string,
): boolean =>
  !(stock?.length && soldOut?.has(product)) &&
  (sold.get(product) ?? []).some(
    (one) =>
      !(price?.length && !isBetween(one.price, price)) &&
      !(size?.length && !(one.size && isBetween(one.size, size))) &&
      !(stock?.length && (price?.length || size?.length) && soldOut?.has(one.id)),
  );

/** Whether a product meets all filters. */
const isMet = (open: OpenFacets, facets: Facets, id: string): boolean =>
  facetNames.every((name) => {
    const chosen = facets[name] ?? [];
    return (
      !chosen.length || isOfSold(name) || valuesOf(open, name, id).some((value) => chosen.includes(value))
    );
  }) && isSoldSo(open, facets, id);

/** Whether the chosen filters can be applied. @param open undefined while they are not loaded */
export const canApply = (open: OpenFacets | undefined, facets: Facets | undefined): boolean =>
  !hasFacets(facets) || (open !== undefined && (!facets?.in?.length || open.soldOut !== undefined));

/** The products that meet the filters, in their order. */
export const applyFacets = <T extends { id: string }>(
  open: OpenFacets,
  products: readonly T[],
  facets: Facets,
): T[] => (hasFacets(facets) ? products.filter(({ id }) => isMet(open, facets, id)) : [...products]);

/** The number of products with each of the values that any of them has, or that are chosen. @param facets the other filters */
function countValues(
  open: OpenFacets,
  name: FacetName,
  among: readonly { id: string }[],
  chosen: readonly string[],
  facets: Facets,
): FacetChoice[] {
  const labels = open.labels.get(name) ?? new Map<string, string>();
  const offered = [...new Set([...labels.keys(), ...chosen])];
  const counts = new Map<string, number>();
  for (const { id } of among) {
    const has = isOfSold(name)
      ? offered.filter((value) => isSoldSo(open, { ...facets, [name]: [value] }, id))
      : valuesOf(open, name, id);
    for (const value of has) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return offered.flatMap((value) => {
    const count = counts.get(value) ?? 0;
    const label = labels.get(value) ?? valueLabel(name, value);
    return count || chosen.includes(value) ? [{ value, label, count }] : [];
  });
}

/**
 * Whether a filter is shown: where it would change the results, or one of its values is chosen. Imported goods always say
 * their country, also where all are from the same (docs/behaviour.md, "Country of origin").
 */
const isShown = (name: FacetName, choices: readonly FacetChoice[], among: number): boolean =>
  choices.some(({ value, count }) => count < among || (name === 'origin' && value !== home));

/**
 * What can be chosen among the results of a search: how many each value gives, the other filters as they are. A filter
 * that would change nothing is left out, unless it is chosen.
 * @param found the results without these filters
 */
export function countFacets(
  open: OpenFacets,
  found: readonly { id: string }[],
  facets: Facets = {},
): FacetChoices {
  return Object.fromEntries(
    facetNames.flatMap((name) => {
      const chosen = facets[name] ?? [];
      const others = { ...facets, [name]: [] };
      const among = applyFacets(open, found, others);
      const choices = countValues(open, name, among, chosen, others);
      return chosen.length || isShown(name, choices, among.length) ? [[name, choices]] : [];
    }),
  );
}

/**
 * The filters by which products of a catalogue differ; `in`, which nobody knows while building, is none of them.
 * @param ids of the products; all when left out
 */
export function distinguishing(file: FacetsFile, ids: readonly string[] = file.products): FacetName[] {
  const choices = countFacets(
    openFacets(file),
    ids.map((id) => ({ id })),
  );
  return facetNames.filter((name) => choices[name]);
}

/** An end of a range: whole rupees, or an amount without its unit. */
const endLabel = (name: RangeName, end: string): string =>
  name === 'price' ? formatPrice(toPaise(Number(end)) ?? 0).replace(/\D00$/, '') : end;

/** A range in words: `₹200 to ₹500`, `Up to 30 ml or g`. */
function rangeLabel(name: RangeName, range: string): string {
  const unit = name === 'size' ? ' ml or g' : '';
  const [from = '', to = ''] = range.split('-').map((end) => end && endLabel(name, end));
  if (!to) return `${from}${unit} and more`;
  return endsOf(range)[0] ? `${from} to ${to}${unit}` : `Up to ${to}${unit}`;
}

/** How a value is called where the catalogue does not say it. */
function valueLabel(name: FacetName, value: string): string {
  if (isRange(name)) return rangeLabel(name, value);
  if (name === 'origin') return value.toUpperCase();
  return name === 'spf' ? `SPF ${value}` : value;
}

/** A chosen value, as chips and texts call it. @param choices that are known */
export const facetLabel = (name: FacetName, value: string, choices: FacetChoices | undefined): string =>
  choices?.[name]?.find((choice) => choice.value === value)?.label ?? valueLabel(name, value);

/** The chosen values of all filters, each with its name. */
export const chosenFacets = (facets: Facets = {}): (readonly [name: FacetName, value: string])[] =>
  facetNames.flatMap((name) => (facets[name] ?? []).map((value) => [name, value] as const));

/** The filters with a value chosen, or no longer chosen. */
export function toggleFacet(facets: Facets | undefined, name: FacetName, value: string): Facets {
  const before = facets?.[name] ?? [];
  const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  return { ...facets, [name]: values };
}
