/**
 * The search query, and its parameters in the URL of the collection (docs/behaviour.md 2.3). Not in search.ts, because
 * every visit of the collection loads it.
 */
import { type FreeFromGroup, freeFromGroups } from '#features/ingredients/free-from-groups.ts';
import { anySkin, type SkinChoice, skinChoices } from '#lib/product-constants.ts';

export const sortChoices = ['relevant', 'low-high', 'high-low'] as const;
export type SortChoice = (typeof sortChoices)[number];

/**
 * The parameters of `/collection?q=…&skin=…&with=…&free=…&sort=…`.
 * @property with id of an ingredient; empty for any @property free what products must not contain
 */
export type Search = {
  q: string;
  skin: SkinChoice;
  with: string;
  free: readonly FreeFromGroup[];
  sort: SortChoice;
};

export const defaultSearch: Search = { q: '', skin: anySkin, with: '', free: [], sort: 'relevant' };

const oneOf = <T extends string>(choices: readonly T[], value: string | null): T | undefined =>
  choices.find((choice) => choice === value);

/** Parses a search; an unknown value counts as missing. */
export function parseSearch(params: URLSearchParams): Search {
  return {
    q: (params.get('q') ?? '').slice(0, 100),
    skin: oneOf(skinChoices, params.get('skin')) ?? anySkin,
    with: /^[a-z\d-]{1,64}$/.exec(params.get('with') ?? '')?.[0] ?? '',
    free: freeFromGroups.filter((group) => params.get('free')?.split(',').includes(group)),
    sort: oneOf(sortChoices, params.get('sort')) ?? 'relevant',
  };
}

type SearchParams = { [name in keyof Search]?: string };

/** The parameters of a search, without defaults. */
export const searchParams = (search: Search): SearchParams => ({
  ...(search.q.trim() && { q: search.q.trim() }),
  ...(search.skin !== anySkin && { skin: search.skin }),
  ...(search.with && { with: search.with }),
  ...(search.free.length && { free: search.free.join() }),
  ...(search.sort !== 'relevant' && { sort: search.sort }),
});
