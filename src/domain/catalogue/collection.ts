/**
 * The schema of `content/collection.yaml`: the collection page around its products (docs/behaviour.md, "Collection").
 */
import * as z from 'zod';
import { line, pictureFile } from '#lib/content-fields.ts';
import { sample } from '#lib/sample-field.ts';
import { productId } from './product-id.ts';

export const collectionContent = z.strictObject({
  hero: z
    .strictObject({
      eyebrow: line(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: line(80).meta({ title: 'Title' }),
      text: line(160).meta({ title: 'Text' }),
      /** In content/home: 2000 × 700, products on the left, room for words on the right. */
      picture: pictureFile('content/home').meta({
        title: 'Picture',
        description: '2000 × 700 px, products on the left, free space for text on the right.',
      }),
      sample,
    })
    .optional()
    .meta({ title: 'Opening' }),
  /** How to apply what is sold, in the order in which it goes on the skin. */
  guide: z
    .strictObject({
      eyebrow: line(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: line(80).meta({ title: 'Title' }),
      text: line(240).meta({ title: 'Text' }),
      steps: z
        .array(
          z.strictObject({
            name: line(24).meta({ title: 'Name' }),
            when: line(40).meta({ title: 'When' }),
            text: line(160).meta({ title: 'Text' }),
            /** A product's own picture: `purifying-cleanser/2.jpg`. */
            picture: pictureFile('content/products', true).meta({
              title: 'Picture',
              description:
                'A picture of a product: the product’s address and the file, such as purifying-cleanser/2.jpg.',
              widget: 'line',
            }),
            /** Leads to what the search finds. */
            link: line(30).meta({ title: 'Text of the link' }),
            search: line(40).meta({
              title: 'Search',
              description: 'What the link searches for in the shop.',
            }),
          }),
        )
        .min(3)
        .max(6)
        .meta({
          title: 'Steps',
          item: 'step',
          description: 'Three to six, in the order of use.',
          options: { summary: '{{fields.name}}' },
        }),
      sample,
    })
    .optional()
    .meta({ title: 'Application guide' }),
  science: z
    .strictObject({
      eyebrow: line(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: line(80).meta({ title: 'Title' }),
      text: line(320).meta({ title: 'Text' }),
      /** In content/about. */
      picture: pictureFile('content/about').meta({
        title: 'Picture',
        description: 'The file of a picture of the About pages, such as ingredients.jpg.',
        widget: 'line',
      }),
      alt: line(160).meta({
        title: 'What can be seen',
        description: 'One sentence, for those who cannot see it.',
      }),
      ingredients: z
        .array(
          z.strictObject({
            name: line(40).meta({ title: 'Name' }),
            what: line(200).meta({ title: 'What it does' }),
            product: productId.meta({ title: 'Found in', refersTo: 'product' }),
          }),
        )
        .min(3)
        .max(8)
        .meta({
          title: 'Ingredients',
          item: 'ingredient',
          description: 'Three to eight.',
          options: { summary: '{{fields.name}}' },
        }),
      link: line(40).meta({ title: 'Text of the link' }),
      sample,
    })
    .optional()
    .meta({ title: 'Ingredients and science' }),
  faq: z
    .strictObject({
      title: line(80).meta({ title: 'Title' }),
      questions: z
        .array(
          z.strictObject({
            question: line(120).meta({ title: 'Question' }),
            answer: line(600).meta({ title: 'Answer' }),
          }),
        )
        .min(3)
        .meta({
          title: 'Questions',
          item: 'question',
          description: 'Three or more.',
          options: { summary: '{{fields.question}}' },
        }),
      sample,
    })
    .optional()
    .meta({ title: 'Before you choose' }),
});

export type CollectionContent = z.output<typeof collectionContent>;
