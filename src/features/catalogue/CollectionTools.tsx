import { type FocusEvent, type ToggleEvent, useEffect, useRef, useState } from 'react';
import { countProducts } from '#domain/catalogue/count-products.ts';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { freeFromLabels } from '#domain/ingredients/ingredient-constants.ts';
import type { FacetName } from '#domain/search/facet-names.ts';
import { chosenFacets, type FacetChoices } from '#domain/search/facets.ts';
import type { FilterNames } from '#domain/search/search.ts';
import { noFilters, type Search, type SortChoice } from '#domain/search/search-query.ts';
import { paths } from '#lib/paths.ts';
import { anySkin, skinChoices } from '#lib/product-constants.ts';
import { Count, FacetFilters, InStock } from './FacetFilters.tsx';
import { SearchWithin } from './SearchWithin.tsx';
import './filter-sheet.css';

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
  /** What the shown products are called, where a text can be searched among them: Serums. */
  within: string | undefined;
};

const showLabel = (count: number | undefined): string => {
  if (count === undefined) return 'Show products';
  return count ? `Show ${countProducts(count)}` : 'No products found';
};

/** The number of chosen filters. */
const chosenCount = ({ skin, facets, with: withId, free, mine }: Search): number =>
  chosenFacets(facets).length + free.length + [mine, withId, skin !== anySkin].filter(Boolean).length;

type CountedProps = Omit<Props, 'hasSkin'> & Pick<FilterProps, 'choices'>;

const SkinTypes = ({ search, onChange, choices }: CountedProps) => (
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
        <Count of={choices?.skin} value={choice} />
      </label>
    ))}
  </fieldset>
);

const FreeFrom = ({ search, onChange, choices }: CountedProps) => (
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
        <Count of={choices?.free} value={group} />
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
  choices,
  chosenNames: { with: withName = search.with },
}: CountedProps & Pick<FilterProps, 'chosenNames'>) {
  const listed = choices?.with ?? [];
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
        {search.with && !listed.some(({ value }) => value === search.with) && (
          <option value={search.with}>{withName}</option>
        )}
        {listed.map(({ value, label, count }) => (
          <option key={value} value={value}>
            {`${label} (${count})`}
          </option>
        ))}
      </select>
      <a className="small" href={paths.ingredients}>
        What they are
      </a>
    </div>
  );
}

const id = 'collection-filters';

/**
 * The popover of the filters on small screens: whether it is open, and its button gets the focus again when it closes.
 * It is no popover beside the results (collection.css), so it closes when the window becomes so wide.
 */
function useSheet() {
  const ref = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    ref.current?.querySelector('button')?.focus();
    const wide = matchMedia('(width >= 64rem)');
    const hide = () => ref.current?.hidePopover();
    wide.addEventListener('change', hide);
    return () => wide.removeEventListener('change', hide);
  }, [open]);
  const props = {
    id,
    ref,
    popover: 'auto' as const,
    // A tap on a text gives the focus to the sheet, not to what is around it.
    tabIndex: -1,
    onToggle: ({ target, currentTarget, newState }: ToggleEvent<HTMLDivElement>) => {
      // Filters inside it fold and unfold.
      if (target === currentTarget) setOpen(newState === 'open');
    },
    // A popover does not trap the focus, so the sheet closes when the focus leaves it.
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLDivElement>) => {
      if (open && relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
    },
  };
  return { open, props };
}

/** The filters: beside the results from 1024 px, below that a sheet, whose button says how many products there are. */
export function CollectionFilter({
  search,
  hasSkin,
  onChange,
  count,
  onShow,
  onUse,
  chosenNames,
  facets,
  choices,
  onRetry,
  total,
  within,
}: FilterProps) {
  const sheet = useSheet();
  const chosen = chosenCount(search);
  const counted = {
    facets: search.facets,
    choices,
    onRetry,
    opened: sheet.open,
    onChange: (chosen: Search['facets']) => onChange({ facets: chosen }),
  };
  const close = { popoverTarget: id, popoverTargetAction: 'hide' as const };
  return (
    <div className="collection-filter" data-intent="" {...useIntent<HTMLDivElement>(onUse)}>
      <button
        type="button"
        className="collection-filter-open"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={sheet.open}
      >
        Filter{' '}
        {chosen > 0 && (
          <small>
            {chosen}
            <span className="visually-hidden"> chosen</span>
          </small>
        )}
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 4.5h12M4.5 8h7M7 11.5h2" />
        </svg>
      </button>
      <section className="collection-filters" aria-label="Filters" {...sheet.props}>
        <div className="collection-sheet-head">
          <strong>Filter</strong>
          {chosen > 0 && (
            <button type="button" className="button plain small" onClick={() => onChange(noFilters)}>
              Clear all
            </button>
          )}
          <button type="button" className="icon-button" aria-label="Close the filters" {...close}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="m3.5 3.5 9 9m0-9-9 9" />
            </svg>
          </button>
        </div>
        {within && <SearchWithin {...{ within, search, onChange }} />}
        <FacetFilters names={facets} total={total} {...counted}>
          {IS_ON.skin && <SkinTypes {...{ search, onChange, choices }} />}
        </FacetFilters>
        {IS_ON.ingredients && (
          <>
            <FreeFrom {...{ search, onChange, choices }} />
            <WithIngredient {...{ search, onChange, choices, chosenNames }} />
          </>
        )}
        {IS_ON.skin && <MySkin {...{ search, hasSkin, onChange }} />}
        <InStock {...counted} />
        <div className="collection-sheet-foot">
          <button type="button" className="button wide" onClick={onShow} {...close}>
            {showLabel(count)}
          </button>
        </div>
      </section>
    </div>
  );
}
