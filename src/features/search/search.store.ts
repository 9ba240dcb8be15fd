/**
 * The search of the collection or of a group's page, kept equal to the URL; search boxes and island read and write it here. One history
 * entry per search: the first key and every choice push an entry, further keys replace it.
 */
import { atom, type ReadableAtom } from 'nanostores';
import { defaultSearch, parseSearch, type Search, searchParams } from '#domain/search/search-query.ts';
import { queryOf } from '#lib/paths.ts';
import { searchEvent } from './typing.ts';

const $current = atom<Search>(defaultSearch);

/** The current search. `everything` until {@link initSearch} has read the URL. */
export const $search: ReadableAtom<Search> = $current;

/** Only first pages are searched, so their paths have no number. */
const addressOf = (search: Search): string => location.pathname + queryOf(searchParams(search));

/** Runs after the next paint: changing the URL costs a phone a tenth of the time for the response to a tap. */
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run));

/**
 * Changes the search and the URL.
 * @param refines whether it continues the search that is being typed: then there is no new history entry
 */
export function setSearch(partial: Partial<Search>, refines = false): void {
  const before = $current.get();
  const search = { ...before, ...partial };
  $current.set(search);
  if (addressOf(before) === addressOf(search)) return;
  const write = () => {
    // The current search: somebody may have typed or gone Back since the tap.
    const address = addressOf($current.get());
    if (address === location.pathname + location.search) return;
    if (refines) history.replaceState(history.state, '', address);
    else history.pushState(null, '', address);
  };
  // Typing has waited for the pause already.
  if ('q' in partial) write();
  else afterPaint(write);
}

let initialized = false;

/** Reads the URL, now and after Back or Forward. It may be called more than once. */
export function initSearch(): void {
  if (initialized) return;
  initialized = true;
  const read = () => $current.set(parseSearch(new URLSearchParams(location.search)));
  read();
  // Results hide the hero above them.
  $current.subscribe(({ q }) => {
    document.documentElement.toggleAttribute('data-query', Boolean(q.trim()));
    document.dispatchEvent(new CustomEvent(searchEvent, { detail: q }));
  });
  addEventListener('popstate', read);
}
