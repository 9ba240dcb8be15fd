/** The policies of the build. Build time only: nothing here reaches a browser. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { getStore } from '#features/store/shop.ts';
import { policySlugs } from './policies.ts';
import { fillIn, storeFactsHtml } from './references.ts';

/** All policies in their listed order. @throws Error when one is missing, or one is there that nothing links to */
export async function policiesInOrder(): Promise<CollectionEntry<'policies'>[]> {
  const entries = await getCollection('policies');
  const stray = entries.find(({ id }) => !policySlugs.some((slug) => slug === id));
  if (stray) throw new Error(`${stray.filePath}: the shop has only these policies: ${policySlugs.join(', ')}`);
  return policySlugs.map((slug) => {
    const entry = entries.find(({ id }) => id === slug);
    if (!entry) throw new Error(`content/policies/${slug}.md: the file is missing`);
    return entry;
  });
}

/** A policy as HTML, the shop's facts filled in, with its second-level headings for an index. */
export async function policyText({ id, rendered, filePath }: CollectionEntry<'policies'>) {
  const file = filePath ?? `content/policies/${id}.md`;
  if (!rendered) throw new Error(`${file}: there is no text under the front matter`);
  const html = fillIn(rendered.html, storeFactsHtml(await getStore()), file);
  const headings = (rendered.metadata?.headings ?? []).filter(({ depth }) => depth === 2);
  return { html, headings };
}
