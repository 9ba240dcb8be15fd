/** Tags of another shop that say what ours has names for: concepts of the search, and skin types. */
import { type SearchContent, tagGroups } from '#domain/search/search-content.ts';
import { skinTypes } from '#lib/product-constants.ts';

/** The concepts of `content/search.yaml` by everything that they are called, in small letters. */
export type ConceptNames = ReadonlyMap<string, string>;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

export function conceptNames(search: SearchContent): ConceptNames {
  const names = new Map<string, string>();
  for (const group of tagGroups)
    for (const { id, label, english, hindi, hinglish } of search[group])
      for (const name of [id, label, ...english, ...hindi, ...hinglish])
        if (!names.has(plain(name))) names.set(plain(name), id);
  return names;
}

/**
 * Sorts tags.
 * @returns `tags` are concepts, `skins` skin types, `others` what the shop has no name for
 */
export function readTags(
  tags: readonly string[],
  concepts: ConceptNames,
): { tags: string[]; skins: (typeof skinTypes)[number][]; others: string[] } {
  const known = new Set<string>();
  const skins = skinTypes.filter((skin) => tags.some((tag) => plain(tag) === plain(skin)));
  const others: string[] = [];
  for (const tag of tags) {
    const concept = concepts.get(plain(tag));
    if (concept) known.add(concept);
    else if (!skins.some((skin) => plain(skin) === plain(tag))) others.push(tag);
  }
  return { tags: [...known], skins, others };
}
