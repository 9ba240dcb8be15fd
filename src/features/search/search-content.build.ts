/** The words of the search, for pages. */
import { getEntry } from 'astro:content';
import type { SearchContent } from '#domain/search/search-content.ts';

/** `content/search.yaml`, checked. */
export async function getSearchContent(): Promise<SearchContent> {
  const entry = await getEntry('search', 'search');
  if (!entry) throw new Error('content/search.yaml: the file is missing');
  return entry.data;
}

/** The labels of concerns, by id. */
export const getConcernLabels = async (): Promise<ReadonlyMap<string, string>> =>
  new Map((await getSearchContent()).concerns.map(({ id, label }) => [id, label]));
