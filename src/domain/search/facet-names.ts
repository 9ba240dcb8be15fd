/** The filters of the collection that count their results, and their values in the URL: `?brand=anua,harita&price=200-500`. */

/** In the order in which they are shown. `in` has one value, `stock`. */
export const facetNames = ['category', 'brand', 'price', 'concern', 'spf', 'size', 'origin', 'in'] as const;
export type FacetName = (typeof facetNames)[number];

/** Values that are ranges of whole numbers, both ends included: rupees, and millilitres or grams. */
export type RangeName = 'price' | 'size';

/** The chosen values. A product has to have one of each filter. */
export type Facets = { readonly [name in FacetName]?: readonly string[] };

/** Most values of a filter. */
export const mostValues = 20;

const range = /^(\d{1,6}-\d{0,6}|-\d{1,6})$/;
const slug = /^[\p{L}\p{M}\p{N}-]{1,80}$/u;

const forms: { readonly [name in FacetName]?: RegExp } = {
  price: range,
  size: range,
  origin: /^[a-z]{2}$/,
  in: /^stock$/,
};

/** Whether a text is a value of a filter: a range (`200-500`, `200-`, `-500`), or a word as make-facets.ts writes it. */
export const isFacetValue = (name: FacetName, value: string): boolean => (forms[name] ?? slug).test(value);

/** `200-500` to its ends, `200-` without an upper one. */
export function endsOf(range: string): [from: number, to: number] {
  const [from, to] = range.split('-');
  return [Number(from), to ? Number(to) : Number.POSITIVE_INFINITY];
}

/** Whether a filter has ranges for values. */
export const isRange = (name: FacetName): name is RangeName => name === 'price' || name === 'size';

/**
 * The values of a filter that count, in page and API: a range whose end is below its start (`500-100`) counts as not given.
 * @param values each as {@link isFacetValue} has it
 */
export const givenValues = (name: FacetName, values: readonly string[]): string[] =>
  values.filter((value) => {
    const [from, to] = isRange(name) ? endsOf(value) : [0, 0];
    return from <= to;
  });

/** Whether any filter is chosen. */
export const hasFacets = (facets: Facets | undefined): boolean =>
  facetNames.some((name) => facets?.[name]?.length);
