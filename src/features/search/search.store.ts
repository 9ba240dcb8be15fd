/**
 * The search that the address holds, for the collection page: header boxes and island read and write it
 * here. One history entry a search: keys of one go replace, the first of them and every choice push.
 */
import { atom, type ReadableAtom } from 'nanostores';
import { paths } from '#lib/paths.ts';
import { everything, parseSearch, type Search, searchParams } from './search-query.ts';

const $current = atom<Search>(everything);

/** What is searched for. `everything` until {@link initSearch} has read the address. */
export const $search: ReadableAtom<Search> = $current;

const same = (a: Search, b: Search): boolean =>
  a.q.trim() === b.q.trim() && a.skin === b.skin && a.sort === b.sort;

/** A tap on a filter is answered first: a new address takes a phone a tenth of the time that it has for that. */
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run));

/**
 * Changes the search and the address with it.
 * @param refines the change goes on with the search that is being typed: no new history entry
 */
export function setSearch(partial: Partial<Search>, refines = false): void {
  const before = $current.get();
  const search = { ...before, ...partial };
  $current.set(search);
  if (same(before, search)) return;
  const write = () => {
    // Of now: what was typed since a tap belongs to it, and who went Back at once has taken it back.
    const address = paths.search(searchParams($current.get()));
    if (address === location.pathname + location.search) return;
    if (refines) history.replaceState(history.state, '', address);
    else history.pushState(null, '', address);
  };
  // Who types has waited for the pause already.
  if ('q' in partial) write();
  else afterPaint(write);
}

let begun = false;

/** Reads the address, now and whenever Back or Forward change it. Safe to call more than once. */
export function initSearch(): void {
  if (begun) return;
  begun = true;
  const read = () => $current.set(parseSearch(new URLSearchParams(location.search)));
  read();
  // Who searches wants to see what is found, not the strip above it.
  $current.subscribe(({ q }) => document.documentElement.toggleAttribute('data-query', Boolean(q.trim())));
  addEventListener('popstate', read);
}
