/** The schema of `content/collection.yaml`: the collection page around its products (docs/behaviour.md 3.5). */
import * as z from 'zod';
import { line, pictureFile } from '#lib/content-fields.ts';
import { productId } from './product.ts';

export const collectionContent = z.strictObject({
  hero: z.strictObject({
    eyebrow: line(40),
    title: line(80),
    text: line(160),
    /** In content/home: 2000 × 700, products on the left, room for words on the right. */
    picture: pictureFile('content/home'),
  }),
  /** How to apply what is sold, in the order in which it goes on the skin. */
  guide: z.strictObject({
    eyebrow: line(40),
    title: line(80),
    text: line(240),
    steps: z
      .array(
        z.strictObject({
          name: line(24),
          when: line(40),
          text: line(160),
          /** A product's own picture: `purifying-cleanser/2.jpg`. */
          picture: pictureFile('content/products', true),
          /** Leads to what the search finds. */
          link: line(30),
          search: line(40),
        }),
      )
      .min(3)
      .max(6),
  }),
  science: z.strictObject({
    eyebrow: line(40),
    title: line(80),
    text: line(320),
    /** In content/about. */
    picture: pictureFile('content/about'),
    alt: line(160),
    ingredients: z
      .array(z.strictObject({ name: line(40), what: line(200), product: productId }))
      .min(3)
      .max(8),
    link: line(40),
  }),
  faq: z.strictObject({
    title: line(80),
    questions: z.array(z.strictObject({ question: line(120), answer: line(600) })).min(3),
  }),
});

export type CollectionContent = z.output<typeof collectionContent>;
