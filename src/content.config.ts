/** What editors write, as Astro reads it. The schemas are the shop's own, shared with sync and API. */
import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { parse } from 'yaml';
import { aboutContent } from '#features/about/about.ts';
import { productContent } from '#features/catalogue/product.ts';
import { homeContent } from '#features/home/home.ts';
import { policyContent } from '#features/policies/policies.ts';
import { storeContent } from '#features/store/store.ts';
import { contactContent, faqTopics, topicContent } from '#features/support/faqs.ts';

/** A YAML file that is one entry, not a list of them. */
const single = (path: string, id: string) => file(path, { parser: (text) => ({ [id]: parse(text) }) });

export const collections = {
  products: defineCollection({
    loader: glob({
      base: './content/products',
      pattern: '*/index.md',
      generateId: ({ entry }) => entry.replace(/\/index\.md$/, ''),
    }),
    schema: productContent,
  }),
  store: defineCollection({ loader: single('content/store.yaml', 'store'), schema: storeContent }),
  home: defineCollection({ loader: single('content/home.yaml', 'home'), schema: homeContent }),
  about: defineCollection({
    loader: glob({ base: './content/about', pattern: 'index.md' }),
    schema: aboutContent,
  }),
  policies: defineCollection({
    loader: glob({ base: './content/policies', pattern: '*.md' }),
    schema: policyContent,
  }),
  faqs: defineCollection({
    loader: glob({ base: './content/faqs', pattern: `{${faqTopics.join(',')}}.yaml` }),
    schema: topicContent,
  }),
  contact: defineCollection({
    loader: single('content/faqs/contact.yaml', 'contact'),
    schema: contactContent,
  }),
};
