/**
 * Filters the list of ingredients while somebody types: names, labels and what they do, and other names in every script,
 * which are loaded when the box gets the focus.
 */

const normalize = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** The ids of the ingredients that a text names. */
type Find = (text: string) => ReadonlySet<string>;

/** Called once by the list of ingredients. @param load loads the other names */
export function startIngredientFilter(load: () => Promise<Find>): void {
  const form = document.querySelector<HTMLFormElement>('[data-ingredient-filter]');
  const box = form?.querySelector('input');
  const status = form?.querySelector('[role="status"]');
  if (!form || !box || !status) return;
  const letters = [...document.querySelectorAll<HTMLElement>('[data-ingredients] > section')].map(
    (section) => ({
      section,
      items: [...section.querySelectorAll('li')].map((item) => ({
        item,
        text: normalize(item.textContent),
        id: item.dataset.id ?? '',
      })),
    }),
  );

  let find: Find | undefined;
  const show = (): void => {
    const query = normalize(box.value);
    const found = find?.(query);
    let count = 0;
    for (const { section, items } of letters) {
      let here = 0;
      for (const { item, text, id } of items) {
        item.hidden = !(text.includes(query) || found?.has(id));
        if (!item.hidden) here += 1;
      }
      section.hidden = !here;
      count += here;
    }
    status.textContent = !query
      ? ''
      : count
        ? `${count} ${count === 1 ? 'ingredient' : 'ingredients'} for “${box.value.trim()}”`
        : `No ingredient for “${box.value.trim()}”. We do not explain it, or the label has another name.`;
  };
  const start = async (): Promise<void> => {
    // Without them the names of the list count.
    find ??= await load().catch(() => undefined);
    show();
  };
  box.addEventListener('focus', () => void start());
  box.addEventListener('input', () => {
    show();
    if (!find) void start();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  // After Back the box may have its text again.
  if (box.value) void start();
}
