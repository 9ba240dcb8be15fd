/**
 * What one tab remembers until it is closed (session storage), as JSON. A browser that refuses storage
 * only forgets: nothing here throws.
 */

export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {}
}

export function dropTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}

/** Reads a value that is meant to be heard once. */
export function takeTab(key: string): unknown {
  const value = readTab(key);
  dropTab(key);
  return value;
}

/** A stored value as a record; anything else as an empty one. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
