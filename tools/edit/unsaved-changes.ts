/**
 * Asks before unsaved changes are left, which Sveltia CMS has no option for. It reads three things of the page: the
 * address after `#`, whether the button with the shortcut Ctrl+S (or Command+S) can be pressed, and the English name of
 * the menu's Duplicate, which changes the address unnoticed. tests/browser/edit.test.ts fails when an update changes them.
 */

const question = 'Leave without saving? This entry has changes that are not saved.';

/** The button can still be pressed for a moment after a save, but then the fields are gone. */
const isUnsaved = (): boolean =>
  document.querySelector('button[aria-keyshortcuts$="+S"]:enabled') !== null &&
  document.querySelector('[data-key-path]') !== null;

const isDuplicate = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="menuitem"]')?.textContent.trim() === 'Duplicate';

/** Must run before the CMS starts: the first listener can keep an event from the others. */
export function askBeforeLeaving(): void {
  window.addEventListener('hashchange', (event) => {
    if (!isUnsaved() || window.confirm(question)) return;
    event.stopImmediatePropagation();
    history.pushState(history.state, '', event.oldURL);
  });
  const onClick = (event: MouseEvent) => {
    if (isDuplicate(event.target) && isUnsaved() && !window.confirm(question))
      event.stopImmediatePropagation();
  };
  window.addEventListener('click', onClick, { capture: true });
  window.addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault();
  });
}
