/**
 * The search boxes on pages other than the collection. With a fine pointer the search begins 300 ms after
 * the last key; with a coarse one on Enter, which is the form's own doing. On the collection page
 * features/search takes over, since there typing filters in place.
 */
import { keepTyping, pause } from '#features/search/typing.ts';
import { paths } from '#lib/paths.ts';

export function startSearchBoxes(): void {
  if (location.pathname.replace(/\.html$/, '') === paths.collection) return;
  if (!matchMedia('(pointer: fine)').matches) return;
  let clock: ReturnType<typeof setTimeout> | undefined;
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-search-box]')) {
    const keep = (): void => keepTyping({ text: box.value, caret: box.selectionStart ?? box.value.length });
    box.addEventListener('input', () => {
      clearTimeout(clock);
      if (!box.value.trim()) return;
      clock = setTimeout(() => {
        // What is typed while the next page is on its way counts too.
        addEventListener('pagehide', keep, { once: true });
        location.assign(paths.search({ q: box.value.trim() }));
      }, pause);
    });
    box.form?.addEventListener('submit', () => clearTimeout(clock));
  }
}
