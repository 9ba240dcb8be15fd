/** Filters the list of ingredients while somebody types: names, labels and what they do. */

const normalize = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** Called once by the list of ingredients. */
export function startIngredientFilter(): void {
  const form = document.querySelector<HTMLFormElement>('[data-ingredient-filter]');
  const box = form?.querySelector('input');
  const status = form?.querySelector('[role="status"]');
  if (!form || !box || !status) return;
  const letters = [...document.querySelectorAll<HTMLElement>('[data-ingredients] > section')].map(
    (section) => ({
      section,
      items: [...section.querySelectorAll('li')].map((item) => ({ item, text: normalize(item.textContent) })),
    }),
  );

  const show = (): void => {
    const query = normalize(box.value);
    let count = 0;
    for (const { section, items } of letters) {
      let here = 0;
      for (const { item, text } of items) {
        item.hidden = !text.includes(query);
        if (!item.hidden) here += 1;
      }
      section.hidden = !here;
      count += here;
    }
    status.textContent = !query
      ? ''
      : count
        ? `${count} ${count === 1 ? 'ingredient' : 'ingredients'} for “${box.value.trim()}”`
        : `No ingredient for “${box.value.trim()}”. Our products do not contain it, or the label has another name.`;
  };
  box.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  // After Back the box may have its text again.
  show();
}
