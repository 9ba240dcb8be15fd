/**
 * The text of a search that is typed while the page changes: stored until the old page is unloaded, so that no key is
 * lost (docs/behaviour.md 3.2).
 */

import { asRecord } from '#lib/record.ts';
import { takeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

const key = 'searchTyping';

export type Typing = { text: string; caret: number };

/** Pause after the last key before a search (docs/behaviour.md 3.2), ms. */
export const pause = 300;

export const saveTyping = (typing: Typing): void => writeSessionStorage(key, typing);

/** Reads and removes it. */
export function takeTyping(): Typing | undefined {
  const { text, caret } = asRecord(takeSessionStorage(key));
  return typeof text === 'string' ? { text, caret: Number(caret) || text.length } : undefined;
}
