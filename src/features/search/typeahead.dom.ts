/**
 * The list of suggestions of a search box: a combobox after the ARIA Authoring Practices. The focus stays in the box,
 * `aria-activedescendant` names the chosen line. Lines are links, so that they also work like links.
 */
import './typeahead.css';
import type { api, ResponseOf } from '#lib/api.ts';
import { toPaise } from '#lib/money.ts';
import { forgetSearch, forgetSearches, recentSearches } from '#shared/search/recent-searches.dom.ts';
import { loadSearch } from './catalogue-search.api.ts';
import { fetchJson } from './fetch-json.api.ts';
import { type Suggestion, suggestionsFor } from './typeahead.ts';
import { lineOf } from './typeahead-lines.dom.ts';

/** Products of a collection that only the API searches. */
async function productsFromApi(q: string): Promise<Suggestion[]> {
  const query = new URLSearchParams({ q, limit: '4' });
  const { products } = await fetchJson<ResponseOf<typeof api.product.search.$get>>(
    `/api/product/search?${query}`,
  );
  return products.map(({ _id, name, price }) => ({
    kind: 'product',
    label: name,
    id: _id,
    price: toPaise(price) ?? 0,
  }));
}

async function suggest(text: string, byApi: boolean): Promise<Suggestion[]> {
  const recent = suggestionsFor(text, recentSearches(), undefined);
  if (!text.trim()) return recent;
  try {
    if (byApi) return [...recent.slice(0, 4), ...(await productsFromApi(text.trim()))];
    return suggestionsFor(text, recentSearches(), await loadSearch());
  } catch {
    return recent;
  }
}

/**
 * @param search called instead of following the link when a search is chosen
 * @returns shows the suggestions for what is in the box
 */
export function startTypeahead(box: HTMLInputElement, search?: (q: string) => void): () => void {
  const list = document.createElement('div');
  list.id = `${box.id}-suggestions`;
  list.className = 'typeahead';
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  list.hidden = true;
  box.parentElement?.appendChild(list);
  box.role = 'combobox';
  box.ariaAutoComplete = 'list';
  box.ariaExpanded = 'false';
  box.setAttribute('aria-controls', list.id);

  const byApi = box.dataset.searchBox === 'api';
  let lines: HTMLElement[] = [];
  let active = -1;
  /** Counts what was asked for: a late answer is dropped. */
  let turn = 0;

  const activate = (position: number): void => {
    active = position;
    for (const [n, line] of lines.entries()) line.ariaSelected = String(n === active);
    const line = lines[active];
    if (line) box.setAttribute('aria-activedescendant', line.id);
    else box.removeAttribute('aria-activedescendant');
    line?.scrollIntoView({ block: 'nearest' });
  };
  /** The list ends above the phone's keyboard, but is not lower than three lines. */
  const limitHeight = (): void => {
    const { height, offsetTop } = visualViewport ?? { height: innerHeight, offsetTop: 0 };
    const room = height + offsetTop - list.getBoundingClientRect().top - 12;
    list.style.maxHeight = `${Math.max(room, 144)}px`;
  };
  const close = (): void => {
    turn += 1;
    list.hidden = true;
    box.ariaExpanded = 'false';
    activate(-1);
  };
  const show = (all: readonly Suggestion[]): void => {
    lines = all.map((one) => {
      const line = lineOf(one, () => {
        if ('q' in one) forgetSearch(one.q);
        void update();
      });
      line.addEventListener('click', (event) => {
        close();
        if (!search || !('q' in one) || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        search(one.q);
      });
      return line;
    });
    if (lines.length && !box.value.trim()) {
      const clear = document.createElement('button');
      clear.type = 'button';
      clear.textContent = 'Clear recent searches';
      clear.addEventListener('click', () => {
        forgetSearches();
        close();
      });
      lines.push(clear);
    }
    for (const [n, line] of lines.entries()) {
      line.id = `${list.id}-${n}`;
      line.role = 'option';
      line.tabIndex = -1;
    }
    list.replaceChildren(...lines);
    list.hidden = !lines.length;
    box.ariaExpanded = String(!list.hidden);
    activate(-1);
    if (lines.length) limitHeight();
  };
  const update = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    const found = await suggest(box.value, byApi);
    if (mine === turn && document.activeElement === box) show(found);
  };
  const move = (by: number): void => {
    // Before the first and after the last line nothing is chosen.
    const count = lines.length + 1;
    activate(((active + 1 + by + count) % count) - 1);
  };

  box.addEventListener('keydown', (event) => {
    const { key } = event;
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (event.isComposing) return;
    if (key === 'Tab') return close();
    if (by) {
      event.preventDefault();
      if (list.hidden) void update().then(() => move(by));
      else move(by);
    } else if (list.hidden) return;
    else if (key === 'Escape') {
      event.preventDefault();
      // It does not close the menu or the bar around the box, too.
      event.stopPropagation();
      close();
    } else if (active < 0) return;
    else if (key === 'Home' || key === 'End') {
      event.preventDefault();
      activate(key === 'Home' ? 0 : lines.length - 1);
    } else if (key === 'Enter') {
      event.preventDefault();
      lines[active]?.click();
    } else if (key === 'Delete') {
      const remove = lines[active]?.querySelector('i');
      if (!remove) return;
      event.preventDefault();
      remove.click();
    }
  });
  box.addEventListener('input', () => void update());
  // With a text in it the box was used before: its results are in sight.
  const suggestRecent = () => void (box.value || update());
  box.addEventListener('focus', suggestRecent);
  box.addEventListener('blur', close);
  box.form?.addEventListener('submit', close);
  addEventListener('pagehide', close);
  // A press on a line does not take the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !list.hidden && !box.form?.contains(target)) close();
  });
  visualViewport?.addEventListener('resize', () => list.hidden || limitHeight());
  if (!byApi) loadSearch().catch(() => {});
  if (document.activeElement === box) suggestRecent();
  return () => void update();
}
