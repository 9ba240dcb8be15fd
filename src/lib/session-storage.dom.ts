/**
 * Session storage with JSON values: one tab, until it is closed. Nothing here throws: if the browser refuses storage,
 * nothing is stored.
 */

/** Where src/ui/typed.dom.ts keeps what was typed. */
export const typedKey = 'typed';
/** What the tracking box of the contact page asks for. */
export const trackKey = 'track';
/** Why the payment from which the shopper returns to the cart was not made. */
export const unpaidKey = 'unpaidMessage';

export function readSessionStorage(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeSessionStorage(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {}
}

export function removeSessionStorage(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}

/** Reads and removes a value. */
export function takeSessionStorage(key: string): unknown {
  const value = readSessionStorage(key);
  removeSessionStorage(key);
  return value;
}
