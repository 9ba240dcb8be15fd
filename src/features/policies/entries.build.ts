/** The policies, with their references filled in. */
import { type CollectionEntry, getCollection, render } from 'astro:content';
import { policySlugs } from '#domain/policies/policies.ts';
import { storeFactsHtml } from '#domain/policies/references.ts';
import { getDelivery } from '#features/delivery/rules.build.ts';
import { getStore } from '#features/store/store.build.ts';
import { fillIn } from '#lib/fill-in.ts';

/** All policies in their listed order. @throws Error when one is missing */
export async function policiesInOrder(): Promise<CollectionEntry<'policies'>[]> {
  const entries = await getCollection('policies');
  return policySlugs.map((slug) => {
    const entry = entries.find(({ id }) => id === slug);
    if (!entry) throw new Error(`content/policies/${slug}.md: the file is missing`);
    return entry;
  });
}

/** A policy as HTML with its references filled in, and its second-level headings for an index. */
export async function policyText(entry: CollectionEntry<'policies'>) {
  const file = `content/policies/${entry.id}.md`;
  if (!entry.rendered) throw new Error(`${file}: there is no text under the front matter`);
  const html = fillIn(entry.rendered.html, storeFactsHtml(await getStore(), await getDelivery()), file);
  const { headings } = await render(entry);
  return { html, headings: headings.filter(({ depth }) => depth === 2) };
}
