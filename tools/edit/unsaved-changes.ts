/**
 * Asks before unsaved changes are left. Sveltia CMS has no option for it. It is watched from outside, so that updates
 * do not break this: it moves between its views by the address after `#`, and while something is not saved, its button
 * with the shortcut Ctrl+S (or Command+S) can be pressed.
 */

const question = 'Leave without saving? This entry has changes that are not saved.';

/** The button can still be pressed for a moment after a save, but then the fields are gone. */
const isUnsaved = (): boolean =>
  document.querySelector('button[aria-keyshortcuts$="+S"]:enabled') !== null &&
  document.querySelector('[data-key-path]') !== null;

/** Must run before the CMS starts: the first listener can keep a change of the address from the others. */
export function askBeforeLeaving(): void {
  window.addEventListener('hashchange', (event) => {
    if (!isUnsaved() || window.confirm(question)) return;
    event.stopImmediatePropagation();
    history.pushState(history.state, '', event.oldURL);
  });
  window.addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault();
  });
}
