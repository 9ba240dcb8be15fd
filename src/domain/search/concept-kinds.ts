/** What the shop's concepts are about (`content/search.yaml`), and how products meet them (docs/search.md). */
import type { Kinds } from 'search/search-file';

export const conceptKinds = {
  concern: { weight: 4.5, isEither: true },
  type: { weight: 4 },
  ingredient: { weight: 4, isExcludable: true, isListed: true },
  skin: { weight: 2, isFilter: true },
  texture: { weight: 2, isExcludable: true },
  audience: { weight: 2 },
  time: { weight: 1.5 },
  season: { weight: 1.5 },
} satisfies Kinds;
export type ConceptKind = keyof typeof conceptKinds;
