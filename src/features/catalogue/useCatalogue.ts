import type { Outcome } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { useLoad } from '#ui/useLoad.ts';
import type { Card } from './card.ts';

/** The file that the build made. Failing reads as the spec says (section 8). */
async function fetchIndex(): Promise<Outcome<readonly Card[]>> {
  const refused = {
    ok: false,
    code: 'unknown',
    message: 'Failed to fetch products',
    fields: {},
    body: {},
  } as const;
  try {
    const response = await fetch(paths.collectionIndex);
    return response.ok
      ? { ok: true, data: (await response.json()) as Card[] }
      : { ...refused, status: response.status };
  } catch {
    return { ...refused, status: 0 };
  }
}

/**
 * What a search looks through: the cards of the page, if they are all that there are; else an index of the
 * whole collection, fetched with the first search.
 */
export function useCatalogue(cards: readonly Card[], paged: boolean, searching: boolean) {
  const fetched = useLoad(paged && searching ? paths.collectionIndex : undefined, fetchIndex);
  return paged ? fetched : { ...fetched, load: { state: 'ready', data: cards } as const };
}
