/** The schema of `content/about/index.md`. The story is the text below the front matter. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';
import { ownPicture as picture, productShot, sample } from './sections.ts';

/** The names of the pages below it. */
export const aboutPages = ['ingredients', 'sustainability', 'team'] as const;

/** A list of short points; `text` may contain references: `{{returns.days}}`. */
const points = z
  .array(
    z.strictObject({ title: text(60).meta({ title: 'Title' }), text: text(240).meta({ title: 'Text' }) }),
  )
  .min(2);

export const aboutContent = z.strictObject({
  eyebrow: text(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
  title: text(60).meta({ title: 'Title' }),
  /** The text below the title, also the description for search engines. */
  lead: text(300).meta({ title: 'Lead', description: 'Under the title, and at search engines.' }),
  picture: picture.meta({ title: 'Picture' }),
  sample,
  story: z
    .strictObject({ title: text(60).meta({ title: 'Title' }) })
    .meta({ title: 'Story', description: 'The story itself is the text at the end.' }),
  philosophy: z
    .strictObject({
      eyebrow: text(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: text(80).meta({ title: 'Title' }),
      points: points
        .max(3)
        .meta({ title: 'Points', item: 'point', options: { summary: '{{fields.title}}' } }),
    })
    .meta({ title: 'Philosophy' }),
  commitments: z
    .strictObject({
      eyebrow: text(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: text(80).meta({ title: 'Title' }),
      picture: picture.meta({ title: 'Picture' }),
      points: points.meta({ title: 'Points', item: 'point', options: { summary: '{{fields.title}}' } }),
    })
    .meta({ title: 'Commitments' }),
  /** The links to the pages below it, each once. */
  more: z
    .strictObject({
      eyebrow: text(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: text(60).meta({ title: 'Title' }),
      pages: z
        .array(
          z.strictObject({
            to: z.enum(aboutPages).meta({ title: 'Leads to' }),
            title: text(40).meta({ title: 'Title' }),
            text: text(160).meta({ title: 'Text' }),
            picture: productShot.meta({ title: 'A product’s picture' }),
          }),
        )
        .length(aboutPages.length, 'must name ingredients, sustainability and team')
        .refine(
          (pages) => new Set(pages.map(({ to }) => to)).size === pages.length,
          'must name each page once',
        )
        .meta({
          title: 'Pages',
          item: 'page',
          description: 'Choose each of the three once.',
          options: { summary: '{{fields.title}}' },
        }),
    })
    .meta({ title: 'Next step' }),
  close: z
    .strictObject({
      title: text(60).meta({ title: 'Title' }),
      text: text(200).meta({ title: 'Text' }),
      button: text(40).meta({ title: 'Text of the button' }),
    })
    .meta({ title: 'Ending' }),
});

export type AboutContent = z.output<typeof aboutContent>;
