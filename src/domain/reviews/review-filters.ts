/** The filters and the order of a list of reviews, as the form of ReviewFilters.tsx has them. */

/** In the order of the query; those of the API and of the page that needs no scripts. */
const names = ['sort', 'skin', 'rating', 'verified', 'answered'] as const;

/**
 * The query of the API: `sort=highest&skin=Oily+Skin`. Empty for all reviews, newest first.
 * @param given fields of the form; others and empty ones are left out
 */
export function filterQuery(given: Iterable<readonly [string, unknown]>): string {
  const values = new Map(given);
  return new URLSearchParams(
    names
      .map((name): [string, string] => [name, String(values.get(name) ?? '')])
      .filter(([name, value]) => value && !(name === 'sort' && value === 'newest')),
  ).toString();
}

/** Whether a query leaves out reviews, instead of only ordering them. */
export const isFiltered = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].some((name) => name !== 'sort');
