/**
 * The list of suggestions of a search box: a combobox after the ARIA Authoring Practices. The focus stays in the box,
 * `aria-activedescendant` names the chosen line. Lines are links, so that they also work like links.
 */
import './typeahead.css';
import type { api, ResponseOf } from '#lib/api.ts';
import { loadOnce } from '#lib/load-once.ts';
import { toPaise } from '#lib/money.ts';
import { popularFile } from '#lib/more-paths.ts';
import { forgetSearch, forgetSearches, recentSearches } from '#shared/search/recent-searches.dom.ts';
import { loadSearch } from './catalogue-search.api.ts';
import { fetchJson } from './fetch-json.api.ts';
import { createSuggestionList, type SuggestionList } from './suggestion-list.dom.ts';
import { type Suggestion, suggestionsFor, suggestionsForNothing } from './typeahead.ts';
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

const loadPopular = loadOnce(() => fetchJson<string[]>(popularFile));

async function suggest(text: string, byApi: boolean): Promise<Suggestion[]> {
  if (!text.trim()) return suggestionsForNothing(recentSearches(), await loadPopular().catch(() => []));
  const recent = suggestionsFor(text, recentSearches(), undefined);
  try {
    if (byApi) return [...recent.slice(0, 4), ...(await productsFromApi(text.trim()))];
    return suggestionsFor(text, recentSearches(), await loadSearch());
  } catch {
    return recent;
  }
}

/** The button that removes all recent searches. */
function clearButton(onClear: () => void): HTMLElement {
  const clear = document.createElement('button');
  clear.type = 'button';
  clear.textContent = 'Clear recent searches';
  clear.addEventListener('click', onClear);
  return clear;
}

/** What a key does in the box. @param update shows the list */
function onKey(
  event: KeyboardEvent,
  list: SuggestionList,
  { close, update }: { close: () => void; update: () => Promise<void> },
): void {
  const { key } = event;
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (event.isComposing) return;
  if (key === 'Tab') close();
  else if (by) {
    event.preventDefault();
    if (list.isOpen()) list.move(by);
    else void update().then(() => list.move(by));
  } else if (!list.isOpen()) return;
  else if (key === 'Escape') {
    event.preventDefault();
    // It does not close the menu or the bar around the box, too.
    event.stopPropagation();
    close();
  } else if (!list.active()) return;
  else if (key === 'Home' || key === 'End') {
    event.preventDefault();
    list.activate(key === 'Home' ? 0 : list.last());
  } else if (key === 'Enter') {
    event.preventDefault();
    list.active()?.click();
  } else if (key === 'Delete') {
    const remove = list.active()?.querySelector('i');
    if (!remove) return;
    event.preventDefault();
    remove.click();
  }
}

/**
 * @param search called instead of following the link when a search is chosen
 * @returns shows the suggestions for what is in the box
 */
export function startTypeahead(box: HTMLInputElement, search?: (q: string) => void): () => void {
  const byApi = box.dataset.searchBox === 'api';
  const list = createSuggestionList(box);
  /** Counts what was asked for: a late answer is dropped. */
  let turn = 0;

  const close = (): void => {
    turn += 1;
    list.close();
  };
  const show = (all: readonly Suggestion[]): void => {
    const lines = all.map((one) => {
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
    const recent = all.filter(({ kind }) => kind === 'recent').length;
    if (recent && !box.value.trim())
      lines.splice(
        recent,
        0,
        clearButton(() => {
          forgetSearches();
          void update();
        }),
      );
    list.show(lines);
  };
  const update = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    // They need no answer.
    if (!box.value.trim()) show(suggestionsForNothing(recentSearches(), []));
    const found = await suggest(box.value, byApi);
    if (mine === turn && document.activeElement === box) show(found);
  };

  box.addEventListener('keydown', (event) => onKey(event, list, { close, update }));
  box.addEventListener('input', () => void update());
  // With a text in it the box was used before: its results are in sight.
  const suggestRecent = () => void (box.value || update());
  box.addEventListener('focus', suggestRecent);
  box.addEventListener('blur', close);
  box.form?.addEventListener('submit', close);
  addEventListener('pagehide', close);
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && list.isOpen() && !box.form?.contains(target)) close();
  });
  if (!byApi) loadSearch().catch(() => {});
  if (document.activeElement === box) suggestRecent();
  return () => void update();
}
