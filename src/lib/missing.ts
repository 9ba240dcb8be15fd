/**
 * A script that somebody needed did not come: on a weak line, or since the shop was published anew meanwhile. The
 * browser does not ask for it again as long as the page is open, so the shopper is told what helps.
 */
const missing = 'harita:missing';

export function reportMissing(): void {
  document.dispatchEvent(new Event(missing));
}

export const onMissing = (tell: () => void): void => document.addEventListener(missing, tell);
