/** The page of a category, brand or country: a fixed filter of the collection. */
import type { FacetName, Facets } from './facet-names.ts';
import type { Search } from './search-query.ts';

/**
 * The products of such a page. @property name of the group @property facets the filter that finds them
 * @property path of its first page @property catalogue number of products of the whole collection
 */
export type Group = { name: string; facets: Facets; path: string; catalogue: number };

/** A search of the page as its address has it: the filter of the group itself counts as not given. */
export const withoutGroup = (search: Search, group: Group | undefined): Search =>
  group
    ? {
        ...search,
        facets: Object.fromEntries(
          Object.entries(search.facets ?? {}).filter(([name]) => !group.facets[name as FacetName]),
        ),
      }
    : search;

/** The same as a search of the collection. */
export const inGroup = (search: Search, group: Group | undefined): Search =>
  group ? { ...search, facets: { ...search.facets, ...group.facets } } : search;
