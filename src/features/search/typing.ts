/**
 * A search that is being typed while the page changes: kept until the old page is gone, so that no key is
 * lost between the two (decisions, "Search lives in the URL").
 */
const key = 'searchTyping';

export type Typing = { text: string; caret: number };

/** Waits this long after the last key (spec section 9), in ms. */
export const pause = 300;

export const keepTyping = (typing: Typing): void => sessionStorage.setItem(key, JSON.stringify(typing));

/** Reads it once. */
export function takeTyping(): Typing | undefined {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  try {
    return kept ? (JSON.parse(kept) as Typing) : undefined;
  } catch {
    return undefined;
  }
}
