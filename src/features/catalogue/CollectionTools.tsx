import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { freeFromLabels } from '#domain/ingredients/ingredient-constants.ts';
import type { IngredientNames } from '#domain/ingredients/ingredient-filter.ts';
import type { FacetName } from '#domain/search/facet-names.ts';
import { chosenFacets, type FacetChoices, facetLabel } from '#domain/search/facets.ts';
import type { FilterNames } from '#domain/search/search.ts';
import type { Search, SortChoice } from '#domain/search/search-query.ts';
import { paths } from '#lib/paths.ts';
import { anySkin, skinChoices } from '#lib/product-constants.ts';
import type { Load } from '#ui/useLoad.ts';
import { FacetFilters, InStock } from './FacetFilters.tsx';

const sortNames: Record<SortChoice, string> = {
  relevant: 'Relevant',
  'best-selling': 'Best-selling',
  rating: 'Highest rated',
  newest: 'Newest',
  discount: 'Largest discount',
  'low-high': 'Price Low to High',
  'high-low': 'Price High to Low',
  origin: 'Country of origin',
  mine: 'Suits my skin first',
};

/** @property hasSkin whether the device has a profile of My skin */
type Props = { search: Search; hasSkin: boolean; onChange: (change: Partial<Search>) => void };

/** Calls a function when somebody points at an element or reaches it, or has done so before the island was loaded. */
function useIntent<E extends HTMLElement>(onUse: () => void) {
  const ref = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount: the event that loaded the island is over
  useEffect(() => {
    if (ref.current?.matches(':hover, :focus-within')) onUse();
  }, []);
  return { ref, onPointerEnter: onUse, onFocus: onUse };
}

type SortProps = Omit<Props, 'hasSkin'> & {
  /** The orders to choose from. */
  sorts: readonly SortChoice[];
  /** Called when somebody is about to sort. */
  onUse: () => void;
};

/** The sorting of the grid. */
export function CollectionSort({ search, sorts, onChange, onUse }: SortProps) {
  return (
    <label className="collection-sort" {...useIntent<HTMLLabelElement>(onUse)}>
      <span>Sort by</span>
      <select
        className="input"
        name="sort"
        autoComplete="off"
        value={search.sort}
        onChange={(event) => onChange({ sort: event.target.value as SortChoice })}
      >
        {sorts.map((choice) => (
          <option key={choice} value={choice}>
            {sortNames[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}

type FilterProps = Props & {
  /** The ingredients to choose from. */
  names: Load<IngredientNames>;
  /** Names of what is chosen, when they are known. */
  chosenNames: FilterNames;
  /** The filters by which the products differ. */
  facets: readonly FacetName[];
  /** What can be chosen in them; undefined while it loads. */
  choices: FacetChoices | undefined;
  /** Loads the choices again, after a failure. */
  onRetry: (() => void) | undefined;
  /** Number of products of the collection. */
  total: number;
  /** Called when somebody is about to choose. */
  onUse: () => void;
  /** Number of results; undefined while it is not known. */
  count: number | undefined;
  /** Goes to the results. */
  onShow: () => void;
};

const showLabel = (count: number | undefined): string => {
  if (count === undefined) return 'Show products';
  return count ? `Show ${count} ${count === 1 ? 'product' : 'products'}` : 'No products found';
};

/** What the button of the closed panel says. */
function Chosen({ search, chosenNames }: Pick<FilterProps, 'search' | 'chosenNames'>) {
  const { with: withName = search.with, choices } = chosenNames;
  const chosen = [
    ...(search.mine ? ['Suits me'] : []),
    ...(search.skin === anySkin ? [] : [search.skin]),
    ...chosenFacets(search.facets).map(([name, value]) => facetLabel(name, value, choices)),
    ...(search.with ? [`With ${withName}`] : []),
    ...search.free.map((group) => `No ${freeFromLabels[group]}`),
  ];
  if (!chosen.length) return <span>Filter</span>;
  return (
    <strong>
      <span className="visually-hidden">Filter: </span>
      {chosen.length === 1 ? chosen : `${chosen.length} filters`}
    </strong>
  );
}

const SkinTypes = ({ search, onChange }: Omit<Props, 'hasSkin'>) => (
  <fieldset>
    <legend className="collection-filter-title">Skin type</legend>
    {skinChoices.map((choice) => (
      <label key={choice}>
        <input
          type="radio"
          name="skin"
          value={choice}
          autoComplete="off"
          checked={search.skin === choice}
          onChange={() => onChange({ skin: choice })}
        />
        {choice}
      </label>
    ))}
  </fieldset>
);

const FreeFrom = ({ search, onChange }: Omit<Props, 'hasSkin'>) => (
  <fieldset>
    <legend className="collection-filter-title">Free from</legend>
    {freeFromGroups.map((group) => (
      <label key={group}>
        <input
          type="checkbox"
          name="free"
          value={group}
          autoComplete="off"
          checked={search.free.includes(group)}
          onChange={({ target }) =>
            onChange({
              free: freeFromGroups.filter((one) =>
                one === group ? target.checked : search.free.includes(one),
              ),
            })
          }
        />
        <span>{freeFromLabels[group]}</span>
      </label>
    ))}
  </fieldset>
);

const MySkin = ({ search, hasSkin, onChange }: Props) => (
  <fieldset className="collection-mine">
    <legend className="collection-filter-title">My skin</legend>
    {hasSkin && (
      <label>
        <input
          type="checkbox"
          name="mine"
          autoComplete="off"
          checked={search.mine ?? false}
          onChange={({ target }) => onChange({ mine: target.checked })}
        />
        <span>Only what suits me</span>
      </label>
    )}
    <a className="small" href={paths.skin}>
      {hasSkin ? 'Change what I said' : 'Say what your skin is like'}
    </a>
  </fieldset>
);

/** The ingredients that shoppers look for, once they are loaded, and that of the address. */
function WithIngredient({
  search,
  onChange,
  names,
  chosenNames: { with: withName = search.with },
}: Pick<FilterProps, 'search' | 'onChange' | 'names' | 'chosenNames'>) {
  const asked = names.state === 'ready' ? names.data.asked : [];
  return (
    <div className="collection-with">
      <label className="collection-filter-title" htmlFor="filter-with">
        With
      </label>
      <select
        id="filter-with"
        className="input"
        name="with"
        autoComplete="off"
        value={search.with}
        onChange={(event) => onChange({ with: event.target.value })}
      >
        <option value="">Any ingredient</option>
        {search.with && !asked.some(([id]) => id === search.with) && (
          <option value={search.with}>{withName}</option>
        )}
        {asked.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <a className="small" href={paths.ingredients}>
        What they are
      </a>
    </div>
  );
}

/**
 * The filters: a sidebar from 1024 px, a panel below that. The panel stays open while somebody chooses; its button says
 * how many products there are, closes it and goes to them.
 */
export function CollectionFilter({
  search,
  hasSkin,
  onChange,
  count,
  onShow,
  onUse,
  names,
  chosenNames,
  facets,
  choices,
  onRetry,
  total,
}: FilterProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const counted = {
    facets: search.facets,
    choices,
    onRetry,
    onChange: (chosen: Search['facets']) => onChange({ facets: chosen }),
  };
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return;
    setOpen(false);
    opener.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works on everything inside
    <div
      className="collection-filter"
      data-intent=""
      onKeyDown={closeOnEscape}
      {...useIntent<HTMLDivElement>(onUse)}
    >
      <button
        ref={opener}
        type="button"
        className="collection-filter-open"
        aria-expanded={open}
        aria-controls="collection-filters"
        onClick={() => setOpen(!open)}
      >
        <Chosen search={search} chosenNames={chosenNames} />
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 6l5 5 5-5" />
        </svg>
      </button>
      <div className="collection-filters stack gap-5" id="collection-filters" data-open={open || undefined}>
        <SkinTypes search={search} onChange={onChange} />
        <FacetFilters names={facets} total={total} {...counted} />
        <FreeFrom search={search} onChange={onChange} />
        <WithIngredient {...{ search, onChange, names, chosenNames }} />
        <MySkin {...{ search, hasSkin, onChange }} />
        <InStock {...counted} />
        {open && (
          <button
            type="button"
            className="button wide collection-filter-show"
            onClick={() => {
              setOpen(false);
              onShow();
            }}
          >
            {showLabel(count)}
          </button>
        )}
      </div>
    </div>
  );
}
