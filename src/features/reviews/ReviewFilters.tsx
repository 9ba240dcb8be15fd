import { useStore } from '@nanostores/react';
import type { ChangeEvent } from 'react';
import { reviewSorts } from '#domain/reviews/review-constants.ts';
import { skinName, starsText } from '#domain/reviews/review-text.ts';
import { $skinProfile } from '#features/skin/profile.store.ts';
import { skinTypes } from '#lib/product-constants.ts';
import '#ui/pills.css';
import type { Filters } from './useReviews.ts';

type Option = [value: string, text: string];
const choices: [name: 'skin' | 'rating' | 'sort', label: string, options: Option[]][] = [
  ['skin', 'Skin', [['', 'All skin types'], ...skinTypes.map((type): Option => [type, skinName(type)])]],
  ['rating', 'Rating', [['', 'All ratings'], ...[5, 4, 3, 2, 1].map((n): Option => [`${n}`, starsText(n)])]],
  ['sort', 'Order', Object.entries(reviewSorts)],
];
const pills = [
  ['verified', 'Verified'],
  ['answered', 'Answered'],
] as const;

type LiveProps = { filters: Filters; onChange: (part: Partial<Filters>) => void };

/**
 * Filters and order of reviews: a form whose fields are the query of the API (review-filters.ts).
 * @param live of the product page; the page of reviews sends the form, without scripts
 */
export function ReviewFilters({ live }: { live?: LiveProps }) {
  return (
    <form
      className="review-filters"
      method="get"
      autoComplete="off"
      data-filters=""
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="review-selects">
        {choices.map(([name, label, options]) => (
          <div key={name}>
            <label htmlFor={`reviews-${name}`}>{label}</label>
            <select
              className="input"
              id={`reviews-${name}`}
              name={name}
              {...(live && {
                value: live.filters[name],
                onChange: (event: ChangeEvent<HTMLSelectElement>) =>
                  live.onChange({ [name]: event.target.value }),
              })}
            >
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      <div className="pills">
        {live && <SkinLikeMine {...live} />}
        {pills.map(([name, text]) => (
          <label key={name}>
            <input
              type="checkbox"
              name={name}
              value="true"
              {...(live && {
                checked: live.filters[name],
                onChange: (event: ChangeEvent<HTMLInputElement>) =>
                  live.onChange({ [name]: event.target.checked }),
              })}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {live ? (
        <p className="hint" role="status">
          {live.filters.mine && !live.filters.skin && 'Please choose your skin type above.'}
        </p>
      ) : (
        <button type="submit" className="button small">
          Show reviews
        </button>
      )}
    </form>
  );
}

/** Chooses the skin type of My skin; without one it asks for it. */
function SkinLikeMine({ filters, onChange }: LiveProps) {
  const { type } = useStore($skinProfile);
  const choose = ({ target: { checked, form } }: ChangeEvent<HTMLInputElement>) => {
    onChange({ skin: (checked && type) || '', mine: checked });
    if (checked && !type) form?.querySelector<HTMLElement>('[name="skin"]')?.focus();
  };
  return (
    <label>
      <input
        type="checkbox"
        checked={type && filters.skin ? filters.skin === type : filters.mine}
        onChange={choose}
      />
      <span>Skin like mine</span>
    </label>
  );
}
