import { useEffect, useRef } from 'react';
import { freeFromLabels } from '#domain/ingredients/ingredient-constants.ts';
import { chosenFacets, facetLabel, toggleFacet } from '#domain/search/facets.ts';
import type { FilterNames } from '#domain/search/search.ts';
import type { Search } from '#domain/search/search-query.ts';
import type { CatalogueResult } from '#features/search/catalogue-search.api.ts';

type Props = Pick<CatalogueResult, 'understood' | 'notes'> & {
  search: Search;
  names: FilterNames;
  onSearch: (change: Partial<Search>) => void;
};

/** @property change of the search that removes it */
type Chip = { key: string; label: string; change: Partial<Search> };

/** The filters, except the skin type, which is always in view. */
const filterChips = (
  { with: id, free, facets }: Search,
  { with: withName = id, choices }: FilterNames,
): Chip[] => [
  ...chosenFacets(facets).map(([name, value]) => ({
    key: `${name} ${value}`,
    label: facetLabel(name, value, choices),
    change: { facets: toggleFacet(facets, name, value) },
  })),
  ...(id ? [{ key: 'with', label: `with ${withName}`, change: { with: '' } }] : []),
  ...free.map((group) => ({
    key: group,
    label: `free from ${freeFromLabels[group]}`,
    change: { free: free.filter((one) => one !== group) },
  })),
];

/**
 * The filters, and what a search has understood, as buttons that remove it; below them the notes that
 * belong to it. The space of one line stays while a text is searched, so that the products do not move.
 */
export function SearchChips({ understood, notes, search, names, onSearch }: Props) {
  const line = useRef<HTMLDivElement>(null);
  /** Position of the button that was pressed: its successor gets the focus. */
  const removed = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the lists have changed
  useEffect(() => {
    if (removed.current === undefined) return;
    const buttons = [...(line.current?.querySelectorAll('button') ?? [])];
    const next = buttons[Math.min(removed.current, buttons.length - 1)];
    removed.current = undefined;
    (next ?? line.current?.closest('section'))?.focus({ preventScroll: true });
  }, [understood, search]);
  const filters = filterChips(search, names);
  const lists: [name: string, from: number, Chip[]][] = [
    ['Filters', 0, filters],
    [
      'Understood',
      filters.length,
      understood.map(({ kind, id, label, rest }) => ({
        key: `${kind} ${id} ${label}`,
        label,
        change: { q: rest },
      })),
    ],
  ];
  return (
    <div className="understood" ref={line} hidden={!search.q.trim() && !filters.length}>
      {lists.map(
        ([name, from, chips]) =>
          chips.length > 0 && (
            <ul key={name} className="chips cluster" aria-label={name}>
              {chips.map(({ key, label, change }, n) => (
                <li key={key}>
                  <button
                    type="button"
                    aria-label={`Remove ${label}`}
                    onClick={() => {
                      removed.current = from + n;
                      onSearch(change);
                    }}
                  >
                    <span>{label}</span>
                    <svg viewBox="0 0 16 16" aria-hidden="true">
                      <path d="m4.5 4.5 7 7m0-7-7 7" />
                    </svg>
                  </button>
                </li>
              ))}
              {chips === filters && chips.length > 1 && (
                <li>
                  <button
                    type="button"
                    onClick={() => {
                      removed.current = 0;
                      onSearch({ with: '', free: [], facets: {} });
                    }}
                  >
                    <span>Clear filters</span>
                  </button>
                </li>
              )}
            </ul>
          ),
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
