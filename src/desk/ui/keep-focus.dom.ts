/**
 * Keeps the focus on the screen when the focused element goes away or is disabled: a browser would give it to the body,
 * from where keyboard and screen reader begin at the top. It goes to the row that follows, else to the heading, and out
 * of a dialog or a message back to where it came from.
 */

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';
const rows = 'tr, li';
/** What opens above the screen. */
const above = 'dialog, .toasts';

const canHaveFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility();

const startOfScreen = (): Element | null =>
  document.querySelector('.desk-screen h1') ?? document.querySelector('.desk-screen');

/** What follows a part that was removed. */
function successor({ target, nextSibling, previousSibling }: MutationRecord, part: Element): Element | null {
  const next = [nextSibling, previousSibling].find((one) => one instanceof Element && one.matches(rows));
  const row = part.matches(rows) ? next : target instanceof Element && target.closest(rows);
  if (!(row instanceof Element) || !row.isConnected) return startOfScreen();
  return row.querySelector(focusable) ?? row;
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;
  // A heading, a row or a group takes the focus only by script.
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** @param first what had the focus first @param end ends it */
export function keepFocus(first: EventTarget | null, end: AbortSignal): void {
  /** The element of the screen that had the focus last. */
  let home: Element | null = null;
  /** The focused element. Undefined once the operator has left it. */
  let current: HTMLElement | undefined;
  /** Has the focus for a control that is disabled for the moment. */
  let substitute: Element | null = null;

  const note = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    current = target;
    if (target === substitute) return;
    substitute = null;
    if (target.closest('.desk-screen') && !target.closest(above)) home = target;
  };
  const onFocusOut = ({ target }: FocusEvent) =>
    // Only afterwards is it known whether the element has gone.
    void setTimeout(() => {
      const isLeft = target instanceof HTMLElement && canHaveFocus(target);
      if (isLeft && document.activeElement === document.body && document.hasFocus()) current = undefined;
    });

  const restore = () => {
    const { activeElement } = document;
    if (substitute && activeElement === substitute && home && canHaveFocus(home)) return focusOn(home);
    const isLost = !activeElement || activeElement === document.body || activeElement.matches(':disabled');
    if (!isLost || !current) return;
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (dialog) return focusOn(dialog);
    substitute = home?.isConnected && home.matches(':disabled') ? home.parentElement : null;
    focusOn(substitute ?? (home && canHaveFocus(home) ? home : startOfScreen()));
  };

  const observer = new MutationObserver((records) => {
    for (const record of records)
      for (const part of record.removedNodes)
        if (part instanceof Element && home && part.contains(home)) home = successor(record, part);
    restore();
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  end.addEventListener('abort', () => observer.disconnect());
  document.addEventListener('focusin', ({ target }) => note(target), { signal: end });
  document.addEventListener('focusout', onFocusOut, { signal: end });
  note(first);
  note(document.activeElement);
  // It may have gone while this script was loaded.
  if (first instanceof Element && !canHaveFocus(first)) restore();
}
