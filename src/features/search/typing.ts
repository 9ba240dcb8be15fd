/**
 * A search that is being typed while the page changes: kept until the old page is gone, so that no key is
 * lost between the two (docs/behaviour.md 3.2).
 */
import { asRecord, takeTab, writeTab } from '#lib/tab.ts';

const key = 'searchTyping';

export type Typing = { text: string; caret: number };

/** Waits this long after the last key (docs/behaviour.md 3.2), in ms. */
export const pause = 300;

export const keepTyping = (typing: Typing): void => writeTab(key, typing);

/** Reads it once. */
export function takeTyping(): Typing | undefined {
  const { text, caret } = asRecord(takeTab(key));
  return typeof text === 'string' ? { text, caret: Number(caret) || text.length } : undefined;
}
