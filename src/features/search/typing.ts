/**
 * The text of a search that is typed while the page changes: in session storage until the next page has read it, so that
 * no key is lost (docs/behaviour.md, "Header").
 */
export type Typing = { text: string; caret: number };

/** Of session storage. */
export const typingKey = 'searchTyping';

/** Fires on the document of the collection when the search has changed; its `detail` is the text. */
export const searchEvent = 'shop:search';

/** Pause after the last key before a search (docs/behaviour.md, "Header"), ms. */
export const pause = 300;
