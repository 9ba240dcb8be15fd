/**
 * A flash message: set by one page, shown as a toast by the next one (docs/behaviour.md, "All pages": 'Logged in
 * successfully!' has to be seen although the page is left at once).
 */

import { asRecord } from './record.ts';
import { takeSessionStorage, writeSessionStorage } from './session-storage.dom.ts';

export type Flash = { message: string; kind: 'success' | 'error' };

/** Sets the message for the next page of this tab. */
export const setFlash = (flash: Flash): void => writeSessionStorage('flash', flash);

/** Returns and removes the message of the previous page, if any. */
export const takeFlash = (): Flash | undefined => parseFlash(takeSessionStorage('flash'));

/** Parses a stored message; undefined if it is not valid. */
export function parseFlash(stored: unknown): Flash | undefined {
  const { message, kind } = asRecord(stored);
  if (typeof message !== 'string' || !message) return undefined;
  return { message, kind: kind === 'error' ? 'error' : 'success' };
}
