/**
 * The search boxes of the header on the collection page: typing filters the page, and all boxes show the same text. What
 * searches is loaded when somebody is about to type; until then only the text of the address matters.
 */
import { loadPart } from '#lib/load-part.dom.ts';
import { longestSearch } from '#lib/product-constants.ts';
import { asRecord } from '#lib/record.ts';
import { takeSessionStorage } from '#lib/session-storage.dom.ts';
import { pause, searchEvent, typingKey } from './typing.ts';

/** The visible box; on a small screen the search bar is opened for it. */
function visibleBox(boxes: readonly HTMLInputElement[]): HTMLInputElement | undefined {
  // Safari before 17.4 has no checkVisibility.
  const seen = boxes.find((box) => box.checkVisibility?.() ?? box.offsetParent);
  if (seen) return seen;
  const bar = document.querySelector<HTMLDetailsElement>('[data-search-bar]');
  if (bar) bar.open = true;
  return bar?.querySelector('input') ?? undefined;
}

const loadStore = () => loadPart(() => import('./search.store.ts'));

/** Wakes the island (src/lib/intent.dom.ts), if it is not hydrated yet, and loads the search. */
const loadSearch = () => {
  document.dispatchEvent(new Event('search-intent'));
  // Without it, the page says so.
  return loadStore().catch(() => undefined);
};

/** Called once by the collection page. */
export function startSearch(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-search-box]')];
  let clock: ReturnType<typeof setTimeout> | undefined;
  // Whether the current typing already has its history entry.
  let refines = false;
  // Whether the box is ahead of the search.
  let ahead = false;

  const search = async (q: string): Promise<void> => {
    clearTimeout(clock);
    clock = undefined;
    ahead = true;
    const store = await loadSearch();
    // Back and Forward win over it.
    if (!ahead || !store) return;
    store.initSearch();
    // Somebody may have typed on meanwhile.
    ahead = clock !== undefined;
    store.setSearch({ q }, refines);
    refines = true;
  };

  for (const box of boxes) {
    box.addEventListener('focus', loadSearch);
    box.addEventListener('blur', () => {
      refines = false;
    });
    box.addEventListener('input', () => {
      clearTimeout(clock);
      ahead = true;
      clock = setTimeout(search, pause, box.value);
    });
    box.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      void search(box.value);
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
    ahead = false;
    refines = false;
  });

  // What was typed before this script began: in a box of this page, or on the page before.
  const early = boxes.find(({ value }) => value);
  const { text, caret } = asRecord(takeSessionStorage(typingKey));
  const typed = early?.value ?? text;
  const follow = (q: string) => {
    if (!ahead) for (const box of boxes) if (box.value.trim() !== q.trim()) box.value = q;
  };
  document.addEventListener(searchEvent, (event) => follow((event as CustomEvent<string>).detail));
  const asked = new URLSearchParams(location.search).get('q') ?? '';
  follow(asked.slice(0, longestSearch));
  if (typeof typed !== 'string') return;
  const box = early ?? visibleBox(boxes);
  if (!box) return;
  box.value = typed;
  box.focus();
  const end = Number(caret) || typed.length;
  box.setSelectionRange(end, end);
  refines = true;
  if (typed.trim() !== asked.trim()) void search(typed);
}
