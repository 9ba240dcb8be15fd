import { useState } from 'react';
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

/** The filter for skin types: a sidebar from 1024 px, a button that opens it below that. */
export function CollectionFilter({ search, onChange }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div className="collection-filter" data-intent="">
      <button
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
      </fieldset>
    </div>
  );
}
