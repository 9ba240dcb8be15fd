/**
 * A word that outlives a redirect: left by one page, shown as a toast by the next one (docs/behaviour.md 3.3:
 * 'Logged in successfully!' has to be seen although the page is left at once).
 */
import { asRecord, takeTab, writeTab } from './tab.ts';

export type Flash = { message: string; kind: 'success' | 'error' };

/** Leaves a word for the next page of this tab. */
export const setFlash = (flash: Flash): void => writeTab('flash', flash);

/** Takes the word that the page before left, if any; it is given once. */
export const takeFlash = (): Flash | undefined => parseFlash(takeTab('flash'));

/** Reads what was stored, by us or by whoever got there first. */
export function parseFlash(stored: unknown): Flash | undefined {
  const { message, kind } = asRecord(stored);
  if (typeof message !== 'string' || !message) return undefined;
  return { message, kind: kind === 'error' ? 'error' : 'success' };
}
