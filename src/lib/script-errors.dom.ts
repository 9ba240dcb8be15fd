/**
 * Reports a script that failed to load: the connection was weak, or a deployment has replaced it. The browser does not
 * request it again while the page is open, so the shopper is asked to reload the page.
 */
export const missingScript =
  'A part of this page did not arrive. Check your connection and load the page again.';

const errorEvent = 'harita:missing';

export function reportScriptError(): void {
  document.dispatchEvent(new Event(errorEvent));
}

export const onScriptError = (listener: () => void): void => document.addEventListener(errorEvent, listener);
