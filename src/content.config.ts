/** What editors write, as Astro reads it. The schemas are the shop's own, shared with sync and API. */
import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { parse } from 'yaml';
import { aboutContent } from '#features/about/about.ts';
import { ingredientsContent } from '#features/about/ingredients.ts';
import { sustainabilityContent } from '#features/about/sustainability.ts';
import { teamContent } from '#features/about/team.ts';
import { collectionContent } from '#features/catalogue/collection.ts';
import { productContent } from '#features/catalogue/product.ts';
import { homeContent } from '#features/home/home.ts';
import { testimonialsContent } from '#features/home/testimonials.ts';
import { articleContent } from '#features/journal/article.ts';
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
  collection: defineCollection({
    loader: single('content/collection.yaml', 'collection'),
    schema: collectionContent,
  }),
  store: defineCollection({ loader: single('content/store.yaml', 'store'), schema: storeContent }),
  home: defineCollection({ loader: single('content/home.yaml', 'home'), schema: homeContent }),
  testimonials: defineCollection({
    loader: single('content/testimonials.yaml', 'testimonials'),
    schema: testimonialsContent,
  }),
  journal: defineCollection({
    loader: glob({ base: './content/journal', pattern: '*.md' }),
    schema: articleContent,
  }),
  about: defineCollection({
    loader: glob({ base: './content/about', pattern: 'index.md' }),
    schema: aboutContent,
  }),
  ingredients: defineCollection({
    loader: glob({ base: './content/about', pattern: 'ingredients.md' }),
    schema: ingredientsContent,
  }),
  sustainability: defineCollection({
    loader: glob({ base: './content/about', pattern: 'sustainability.md' }),
    schema: sustainabilityContent,
  }),
  team: defineCollection({ loader: single('content/team.yaml', 'team'), schema: teamContent }),
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
