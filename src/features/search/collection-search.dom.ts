/** The search boxes of the header on the collection page: typing filters the page, and all boxes show the same text. */
import { asRecord } from '#lib/record.ts';
import { takeSessionStorage } from '#lib/session-storage.dom.ts';
import { $search, initSearch, setSearch } from './search.store.ts';
import { pause, typingKey } from './typing.ts';

/** The visible box; on a small screen the search bar is opened for it. */
function visibleBox(boxes: readonly HTMLInputElement[]): HTMLInputElement | undefined {
  // Safari before 17.4 has no checkVisibility.
  const seen = boxes.find((box) => box.checkVisibility?.() ?? box.offsetParent);
  if (seen) return seen;
  const bar = document.querySelector<HTMLDetailsElement>('[data-search-bar]');
  if (bar) bar.open = true;
  return bar?.querySelector('input') ?? undefined;
}

/** Wakes the island (src/lib/intent.dom.ts), if it is not hydrated yet. */
const loadIsland = (): boolean => document.dispatchEvent(new Event('search-intent'));

/** Called once by the collection page. */
export function startSearch(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-search-box]')];
  let clock: ReturnType<typeof setTimeout> | undefined;
  // Whether the current typing already has its history entry.
  let refines = false;

  const search = (q: string): void => {
    clearTimeout(clock);
    clock = undefined;
    loadIsland();
    setSearch({ q }, refines);
    refines = true;
  };

  for (const box of boxes) {
    box.addEventListener('focus', loadIsland);
    box.addEventListener('blur', () => {
      refines = false;
    });
    box.addEventListener('input', () => {
      clearTimeout(clock);
      clock = setTimeout(search, pause, box.value);
    });
    box.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      search(box.value);
      document.querySelector<HTMLElement>('#menu:popover-open')?.hidePopover();
      if (!matchMedia('(pointer: coarse)').matches) return;
      // On a phone this hides the keyboard, which covers the results; the box above them has the text.
      box.blur();
      document.querySelector('[data-search-bar]')?.removeAttribute('open');
    });
  }

  // Back and Forward win over a key that was pressed shortly before.
  addEventListener('popstate', () => {
    clearTimeout(clock);
    clock = undefined;
    refines = false;
  });

  // What was typed before this script began: in a box of this page, or on the page before.
  const early = boxes.find(({ value }) => value);
  const { text, caret } = asRecord(takeSessionStorage(typingKey));
  const typed = early?.value ?? text;
  initSearch();
  $search.subscribe(({ q }) => {
    // While somebody types, the box is ahead of the search.
    if (clock === undefined) for (const box of boxes) if (box.value.trim() !== q.trim()) box.value = q;
  });
  if (typeof typed !== 'string') return;
  const box = early ?? visibleBox(boxes);
  if (!box) return;
  box.value = typed;
  box.focus();
  const end = Number(caret) || typed.length;
  box.setSelectionRange(end, end);
  refines = true;
  if (typed.trim() !== $search.get().q.trim()) search(typed);
}
