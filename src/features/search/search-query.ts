/**
 * The search query, and its parameters in the URL of the collection (docs/behaviour.md 2.3). Not in search.ts, because
 * every visit of the collection loads it.
 */
import { anySkin, type SkinChoice, skinChoices } from '#lib/product-constants.ts';

export const sortChoices = ['relevant', 'low-high', 'high-low'] as const;
export type SortChoice = (typeof sortChoices)[number];

export const sortNames: Record<SortChoice, string> = {
  relevant: 'Relevant',
  'low-high': 'Price Low to High',
  'high-low': 'Price High to Low',
};

/** The parameters of `/collection?q=…&skin=…&sort=…`. */
export type Search = { q: string; skin: SkinChoice; sort: SortChoice };

export const defaultSearch: Search = { q: '', skin: anySkin, sort: 'relevant' };

const oneOf = <T extends string>(choices: readonly T[], value: string | null): T | undefined =>
  choices.find((choice) => choice === value);

/** Parses a search; an unknown value counts as missing. */
export function parseSearch(params: URLSearchParams): Search {
  return {
    q: (params.get('q') ?? '').slice(0, 100),
    skin: oneOf(skinChoices, params.get('skin')) ?? anySkin,
    sort: oneOf(sortChoices, params.get('sort')) ?? 'relevant',
  };
}

/** The parameters of a search, without defaults. */
export const searchParams = (search: Search): { q?: string; skin?: string; sort?: string } => ({
  ...(search.q.trim() && { q: search.q.trim() }),
  ...(search.skin !== anySkin && { skin: search.skin }),
  ...(search.sort !== 'relevant' && { sort: search.sort }),
});
