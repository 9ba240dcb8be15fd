/**
 * How many results each skin type, ingredient and group of the filters gives, the other filters as they are
 * (docs/behaviour.md, "Search and filters"). In a file of its own: only who is about to choose needs it.
 */
import { unpackPositions } from 'search/positions';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { freeFromLabels } from '#domain/ingredients/ingredient-constants.ts';
import { type IngredientProducts, productFilter } from '#domain/ingredients/ingredient-filter.ts';
import { type SkinChoice, skinChoices } from '#lib/product-constants.ts';
import { applyFacets, countFacets, type FacetChoices, type OpenFacets } from './facets.ts';
import type { Search } from './search-query.ts';

type Found = readonly { id: string }[];

/**
 * What can be chosen among the results of a search, with the number of results of each value.
 * @param found the results of text, part of the collection and skin type alone
 * @param bySkin the same for another skin type; undefined where that would be too much work: then skin types have no numbers
 */
export function countChoices(
  open: OpenFacets,
  file: IngredientProducts,
  search: Search,
  found: Found,
  bySkin: ((skin: SkinChoice) => Found) | undefined,
): FacetChoices {
  const { facets = {}, free, with: withId, skin } = search;
  const isMet = productFilter(file, search);
  const met = found.filter(isMet);
  const listed = applyFacets(open, found.filter(productFilter(file, { with: '', free })), facets);
  const results = applyFacets(open, met, facets);
  /** The number of products at packed positions. */
  const among = (products: Found, ...packed: (string | undefined)[]): number => {
    const ids = new Set(packed.flatMap((one = '') => unpackPositions(one)).map((at) => file.products[at]));
    return products.filter(({ id }) => ids.has(id)).length;
  };
  const countOf = (one: SkinChoice): number =>
    one === skin ? results.length : applyFacets(open, bySkin?.(one).filter(isMet) ?? [], facets).length;
  return {
    ...countFacets(open, met, facets),
    ...(bySkin && { skin: skinChoices.map((value) => ({ value, label: value, count: countOf(value) })) }),
    with: file.listed
      .map(([value, label]) => ({ value, label, count: among(listed, file.with[value]) }))
      .filter(({ value, count }) => count || value === withId),
    free: freeFromGroups.map((value) => ({
      value,
      label: freeFromLabels[value],
      count: among(results, file.free[value], file.unknown[value]),
    })),
  };
}
