/** A search box from its first use on: suggestions, and the way to the collection (docs/behaviour.md, "Header"). */
import { paths } from '#lib/paths.ts';
import { writeSessionStorage } from '#lib/session-storage.dom.ts';
import { startTypeahead } from './typeahead.dom.ts';
import { pause, type Typing, typingKey } from './typing.ts';

const started = new WeakSet<HTMLInputElement>();

/** @param typed whether somebody has typed into it while this script was loading */
export function startSearchBox(box: HTMLInputElement, typed: boolean): void {
  if (started.has(box)) return;
  started.add(box);
  const here = location.pathname.replace(/\.html$/, '') === paths.collection;
  const suggest = startTypeahead(
    box,
    here
      ? (q) => {
          box.value = q;
          box.form?.requestSubmit();
        }
      : undefined,
  );
  if (typed) suggest();
  // On the collection page collection-search.dom.ts searches.
  if (!here && matchMedia('(pointer: fine)').matches) searchAfterPause(box, typed);
}

/** Goes to the collection 300 ms after the last key, unless somebody chooses a suggestion. */
function searchAfterPause(box: HTMLInputElement, typed: boolean): void {
  let clock: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(clock);
  const keep = (): void => {
    const typing: Typing = { text: box.value, caret: box.selectionStart ?? box.value.length };
    writeSessionStorage(typingKey, typing);
  };
  const start = (): void => {
    stop();
    if (!box.value.trim()) return;
    clock = setTimeout(() => {
      // Text that is typed while the next page loads counts, too.
      addEventListener('pagehide', keep, { once: true });
      location.assign(paths.search({ q: box.value.trim() }));
    }, pause);
  };
  box.addEventListener('input', start);
  box.addEventListener('keydown', ({ key }) => {
    if (/^(Arrow(Up|Down)|Escape)$/.test(key)) stop();
  });
  for (const sign of ['submit', 'pointermove', 'pointerdown'])
    box.form?.addEventListener(sign, ({ type, target }) => {
      if (type === 'submit' || (target instanceof Element && target.closest('[role="listbox"]'))) stop();
    });
  if (typed) start();
}
