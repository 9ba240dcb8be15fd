/** The filters of the list of reviews: `Skin like mine`, and the bars of the histograms. */

import { filterQuery } from '#domain/reviews/review-filters.ts';
import { $skinProfile } from '#features/skin/profile.store.ts';

type Filters = {
  /** As in review-filters.ts. */
  query(): string;
  value(name: 'skin' | 'rating'): string;
  /** Sets a filter, or removes it if it has this value. */
  toggle(name: 'skin' | 'rating', value: string): void;
  reset(): void;
};

/** @param form of ReviewFilters.astro @param onChange called after each change */
export function startFilters(form: HTMLFormElement, onChange: () => void): Filters {
  const selects = [...form.querySelectorAll('select')];
  const select = (name: string) => selects.find((one) => one.name === name) as HTMLSelectElement;
  const mine = form.querySelector<HTMLInputElement>('[data-mine]') as HTMLInputElement;
  const hint = form.querySelector('[data-mine-hint]') as HTMLElement;
  const skin = select('skin');

  /** Checks `Skin like mine` while it is true. */
  const followSkin = (): void => {
    const { type } = $skinProfile.get();
    mine.checked = Boolean(skin.value) && (type ? skin.value === type : mine.checked);
    hint.textContent = '';
  };

  form.addEventListener('change', ({ target }) => {
    if (target === mine) {
      skin.value = mine.checked ? ($skinProfile.get().type ?? '') : '';
      hint.textContent = mine.checked && !skin.value ? 'Please choose your skin type above.' : '';
      if (hint.textContent) return skin.focus();
    } else followSkin();
    onChange();
  });
  form.addEventListener('submit', (event) => event.preventDefault());

  return {
    query: () => filterQuery(new FormData(form)),
    value: (name) => select(name).value,
    toggle(name, value) {
      const field = select(name);
      field.value = field.value === value ? '' : value;
      followSkin();
      onChange();
    },
    reset() {
      form.reset();
      followSkin();
      onChange();
    },
  };
}
