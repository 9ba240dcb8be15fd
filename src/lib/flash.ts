/**
 * A word that outlives a redirect: left by one page, shown as a toast by the next one (spec section 8:
 * 'Logged in successfully!' has to be seen although the page is left at once).
 */

export type Flash = { message: string; kind: 'success' | 'error' };

const key = 'flash';

/** Leaves a word for the next page of this tab. Where storage is refused it is simply not said. */
export function setFlash(flash: Flash): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(flash));
  } catch {}
}

/** Takes the word that the page before left, if any; it is given once. */
export function takeFlash(): Flash | undefined {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return parseFlash(stored);
  } catch {
    return undefined;
  }
}

/** Reads what was stored, by us or by whoever got there first. */
export function parseFlash(stored: string | null): Flash | undefined {
  if (!stored) return undefined;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null) return undefined;
    const { message, kind } = value as Record<string, unknown>;
    if (typeof message !== 'string' || !message) return undefined;
    return { message, kind: kind === 'error' ? 'error' : 'success' };
  } catch {
    return undefined;
  }
}
