/** Tags of an order: words of operators for their work (docs/desk.md, "Orders at the desk"). Shoppers never see them. */

/** Most tags of an order. */
export const maxTags = 10;
/** Characters of a tag. */
export const maxTagLength = 30;

/** A tag as it is stored: in small letters, with hyphens for white space, without the `#` of the search. */
export const cleanTag = (typed: string): string =>
  typed.normalize('NFC').trim().replace(/^#+/, '').trim().toLowerCase().replace(/\s+/g, '-');

/** Letters and digits of every script, hyphens and underscores: a word that the search finds whole. */
const tagText = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u;

/** Whether a clean tag can be stored. */
export const isTag = (tag: string): boolean => tag.length <= maxTagLength && tagText.test(tag);

/** Clean tags, each once, in their order. */
export const cleanTags = (typed: readonly string[]): string[] => [...new Set(typed.map(cleanTag))];

/** What the order's history says of a change: `Tags: gift, vip`. */
export const tagsText = (tags: readonly string[]): string =>
  tags.length ? `Tags: ${tags.join(', ')}` : 'Tags: none';
