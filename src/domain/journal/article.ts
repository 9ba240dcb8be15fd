/** The schema of `content/journal/<slug>.md`. The text is below the front matter. */
import * as z from 'zod';
import { pictureFile, text } from '#lib/content-fields.ts';

/** Background colours of the tag, by their names in the palette. */
const tagColours = ['sage', 'sand', 'clay', 'mist'] as const;

export const articleContent = z.strictObject({
  title: text(80).meta({
    title: 'Title',
    description: 'The page’s address is made from the first title, and does not change later.',
  }),
  /** The text below the title and on cards, also the description for search engines. */
  description: text(200).meta({
    title: 'Description',
    description: 'Shown under the title, on cards and by search engines.',
  }),
  tag: text(24).meta({ title: 'Tag', description: 'One word, such as Basics.' }),
  tagColor: z.enum(tagColours).meta({ title: 'Colour of the tag' }),
  published: z
    .date('must be a date such as 2026-11-21')
    .meta({ title: 'Date', description: 'The newest article is listed first.' }),
  picture: z
    .strictObject({
      file: pictureFile('content/journal').meta({
        title: 'Picture',
        description: 'JPEG, PNG or WebP, 1200 px wide or more; 3:2 fits best.',
      }),
      alt: text(160).meta({
        title: 'What can be seen',
        description: 'One sentence, for those who cannot see it.',
      }),
    })
    .meta({ title: 'Picture' }),
  /** Ids of the products in the text. */
  products: z
    .array(text(60).meta({ refersTo: 'product' }))
    .max(3)
    .default([])
    .meta({
      title: 'Products',
      description: 'Up to three products from the text, shown at its end.',
      item: 'product',
    }),
});

/** Reading time in whole minutes, at 200 words per minute, at least one. */
export const readingMinutes = (text: string): number =>
  Math.max(1, Math.round(text.split(/\s+/).filter(Boolean).length / 200));
