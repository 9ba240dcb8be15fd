import { type KeyboardEvent, useRef, useState } from 'react';
import { type Search, type SortChoice, sortChoices, sortNames } from '#features/search/search-query.ts';
import { anySkin, skinChoices } from '#lib/product-constants.ts';

type Props = { search: Search; onChange: (change: Partial<Search>) => void };

/** The sorting of the grid. */
export function CollectionSort({ search, onChange }: Props) {
  return (
    <label className="collection-sort">
      <span>Sort by</span>
      <select
        className="input"
        name="sort"
        autoComplete="off"
        value={search.sort}
        onChange={(event) => onChange({ sort: event.target.value as SortChoice })}
      >
        {sortChoices.map((choice) => (
          <option key={choice} value={choice}>
            {sortNames[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}

type FilterProps = Props & {
  /** Number of results; undefined while it is not known. */
  count: number | undefined;
  /** Goes to the results. */
  onShow: () => void;
};

const showLabel = (count: number | undefined): string => {
  if (count === undefined) return 'Show products';
  return count ? `Show ${count} ${count === 1 ? 'product' : 'products'}` : 'No products found';
};

/**
 * The filter for skin types: a sidebar from 1024 px, a panel below that. The panel stays open while somebody chooses;
 * its button says how many products there are, closes it and goes to them.
 */
export function CollectionFilter({ search, onChange, count, onShow }: FilterProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return;
    setOpen(false);
    opener.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works on everything inside
    <div className="collection-filter" data-intent="" onKeyDown={closeOnEscape}>
      <button
        ref={opener}
        type="button"
        className="collection-filter-open"
        aria-expanded={open}
        aria-controls="skin-filter"
        onClick={() => setOpen(!open)}
      >
        {search.skin === anySkin ? (
          <span>Skin type</span>
        ) : (
          <strong>
            <span className="visually-hidden">Skin type: </span>
            {search.skin}
          </strong>
        )}
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 6l5 5 5-5" />
        </svg>
      </button>
      <fieldset id="skin-filter" data-open={open || undefined}>
        <legend>Skin type</legend>
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
      </fieldset>
    </div>
  );
}
