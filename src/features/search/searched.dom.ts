/**
 * Counts what was searched and found, for the desk (docs/behaviour.md, "Search and filters"), and remembers it on this
 * device. Nothing about the person is sent.
 */
import { isPersonal } from 'search/personal-text';
import { rememberSearch } from '#shared/search/recent-searches.dom.ts';

/** Results that are shown for so long were wanted, ms: others are steps on the way while somebody types. */
const settledAfter = 2_000;

let shown: { q: string; found: number; since: number } | undefined;

/** Sends the search, once. @param clicked id of a product among the results */
function send(clicked?: string): void {
  if (!shown) return;
  const { q, found } = shown;
  shown = undefined;
  if (found) rememberSearch(q);
  // `keepalive` lets the request outlive the page. The response does not matter.
  void fetch('/api/product/searched', {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ q, found, clicked }),
  }).catch(() => {});
}

let listening = false;
/** Last text that was shown: it counts once, also when it is filtered and sorted. */
let last = '';

/**
 * Called when results are shown. A search is sent when the page is left, when one of its products is clicked, or when
 * another follows after a while: so that it is one request, which says what was clicked.
 */
export function searchShown(text: string, found: number): void {
  const q = text.trim();
  if (q === last) {
    if (shown) shown.found = found;
    return;
  }
  last = q;
  if (shown && Date.now() - shown.since >= settledAfter) send();
  shown = q && !isPersonal(q) ? { q, found, since: Date.now() } : undefined;
  if (listening) return;
  listening = true;
  document.addEventListener(
    'click',
    ({ target }) => {
      const card =
        target instanceof Element && target.closest('.collection-found [data-card] :is(a, button)');
      if (card) send(card.closest<HTMLElement>('[data-card]')?.dataset.card);
    },
    { capture: true },
  );
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
}
