/**
 * The search boxes on all pages but the collection. With a fine pointer the search starts 300 ms after the last key;
 * with a coarse one on Enter, as a plain form. On the collection page features/search handles them.
 */
import { pause, saveTyping } from '#features/search/typing.dom.ts';
import { paths } from '#lib/paths.ts';

export function startSearchBoxes(): void {
  if (location.pathname.replace(/\.html$/, '') === paths.collection) return;
  if (!matchMedia('(pointer: fine)').matches) return;
  let clock: ReturnType<typeof setTimeout> | undefined;
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-search-box]')) {
    const keep = (): void => saveTyping({ text: box.value, caret: box.selectionStart ?? box.value.length });
    box.addEventListener('input', () => {
      clearTimeout(clock);
      if (!box.value.trim()) return;
      clock = setTimeout(() => {
        // Text that is typed while the next page loads counts, too.
        addEventListener('pagehide', keep, { once: true });
        location.assign(paths.search({ q: box.value.trim() }));
      }, pause);
    });
    box.form?.addEventListener('submit', () => clearTimeout(clock));
  }
}
