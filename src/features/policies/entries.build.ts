/** The policies, with their references filled in. */
import { type CollectionEntry, getCollection, render } from 'astro:content';
import { policySlugs } from '#domain/policies/policies.ts';
import { storeFactsHtml } from '#domain/policies/references.ts';
import { getDelivery } from '#features/delivery/rules.build.ts';
import { getStore } from '#features/store/store.build.ts';
import { fillIn } from '#lib/fill-in.ts';
import { inGivenOrder } from '#lib/in-given-order.ts';

/** All policies: those that must exist in their order, then the shop's own. */
export const policiesInOrder = async (): Promise<CollectionEntry<'policies'>[]> =>
  inGivenOrder(await getCollection('policies'), policySlugs);

/** Each second-level heading with the text below it: `<details>`, which a phone shows folded (fold.js). */
const withSections = (html: string): string =>
  html.replace(
    /(<h2[\s>][\s\S]*?<\/h2>)([\s\S]*?)(?=<h2[\s>]|$)/g,
    '<details open><summary>$1</summary>$2</details>',
  );

/** A policy as HTML with its references filled in, by sections, and its second-level headings for an index. */
export async function policyText(entry: CollectionEntry<'policies'>) {
  const file = `content/policies/${entry.id}.md`;
  if (!entry.rendered) throw new Error(`${file}: there is no text under the front matter`);
  const filled = fillIn(entry.rendered.html, storeFactsHtml(await getStore(), await getDelivery()), file);
  // Nothing may be left of an item or a paragraph.
  const html = filled.replace(/<(li|p)>\s*<\/\1>\s*/g, '');
  const { headings } = await render(entry);
  return { html: withSections(html), headings: headings.filter(({ depth }) => depth === 2) };
}
