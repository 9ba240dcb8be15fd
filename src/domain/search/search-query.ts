/**
 * The search query, and its parameters in the URL of the collection (docs/behaviour.md, "Search and filters"). Not in
 * search.ts: the store of the search needs only this.
 */
import { type FreeFromGroup, freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { anySkin, longestSearch, type SkinChoice, skinChoices } from '#lib/product-constants.ts';
import {
  type FacetName,
  type Facets,
  facetNames,
  givenValues,
  isFacetValue,
  mostValues,
} from './facet-names.ts';

export const sortChoices = [
  'relevant',
  'best-selling',
  'rating',
  'newest',
  'discount',
  'low-high',
  'high-low',
  'origin',
] as const;
/** With the choice of shoppers with a profile of My skin: only their browser, which knows it, can sort so. */
export const shownSorts = [...sortChoices, 'mine'] as const;
export type SortChoice = (typeof shownSorts)[number];

/** The orders that put the products of a list first. */
export const listedSorts = ['best-selling', 'rating', 'newest', 'origin'] as const;
export type ListedSort = (typeof listedSorts)[number];
export const isListedSort = (sort: SortChoice): sort is ListedSort => listedSorts.some((one) => one === sort);

/**
 * The parameters of `/collection?q=…&only=…&skin=…&with=…&free=…&brand=…&price=…&sort=…`.
 * @property only a category, `bestsellers`, `new` for new arrivals, or `sale` for what a sale makes cheaper now @property with id of an ingredient; empty for any @property free what products must not contain
 * @property facets the filters that count their results @property mine whether only products are shown that suit the shopper's profile
 */
export type Search = {
  q: string;
  only?: string | undefined;
  skin: SkinChoice;
  with: string;
  free: readonly FreeFromGroup[];
  facets?: Facets | undefined;
  mine?: boolean | undefined;
  sort: SortChoice;
};

export const defaultSearch: Search = {
  q: '',
  skin: anySkin,
  with: '',
  free: [],
  facets: {},
  sort: 'relevant',
};

/** What takes all filters away; text, part of the collection and order stay. */
export const noFilters: Partial<Search> = { skin: anySkin, with: '', free: [], facets: {}, mine: false };

const oneOf = <T extends string>(choices: readonly T[], value: string | null): T | undefined =>
  choices.find((choice) => choice === value);

const parseFacets = (params: URLSearchParams): Facets =>
  Object.fromEntries(
    facetNames.flatMap((name) => {
      const read = (params.get(name) ?? '').split(',').filter((value) => isFacetValue(name, value));
      const values = givenValues(name, read);
      return values.length ? [[name, values.slice(0, mostValues)]] : [];
    }),
  );

/** Parses a search; an unknown value counts as missing. `q` is cut after {@link longestSearch} characters. */
export function parseSearch(params: URLSearchParams): Search {
  const id = (name: string) => /^[a-z\d -]{1,64}$/.exec(params.get(name) ?? '')?.[0];
  return {
    q: (params.get('q') ?? '').slice(0, longestSearch),
    only: id('only'),
    skin: oneOf(skinChoices, params.get('skin')) ?? anySkin,
    with: id('with') ?? '',
    free: freeFromGroups.filter((group) => params.get('free')?.split(',').includes(group)),
    facets: parseFacets(params),
    ...(params.has('mine') && { mine: true }),
    sort: oneOf(shownSorts, params.get('sort')) ?? 'relevant',
  };
}

type SearchParams = { [name in Exclude<keyof Search, 'facets'> | FacetName]?: string };

/** The parameters of a search, without defaults. */
export const searchParams = (search: Search): SearchParams => ({
  ...(search.q.trim() && { q: search.q.trim() }),
  ...(search.only && { only: search.only }),
  ...(search.skin !== anySkin && { skin: search.skin }),
  ...(search.with && { with: search.with }),
  ...(search.free.length && { free: search.free.join() }),
  ...Object.fromEntries(
    facetNames.flatMap((name) => (search.facets?.[name]?.length ? [[name, search.facets[name].join()]] : [])),
  ),
  ...(search.mine && { mine: '1' }),
  ...(search.sort !== 'relevant' && { sort: search.sort }),
});
