/** The schema of `content/about/index.md`. The story is the text below the front matter. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';
import { ownPicture as picture, productShot } from './sections.ts';

/** The names of the pages below it. */
export const aboutPages = ['ingredients', 'sustainability', 'team'] as const;

/** A list of short points; `text` may contain references: `{{returns.days}}`. */
const points = z.array(z.strictObject({ title: text(60), text: text(240) })).min(2);

export const aboutContent = z.strictObject({
  eyebrow: text(40),
  title: text(60),
  /** The text below the title, also the description for search engines. */
  lead: text(300),
  picture,
  story: z.strictObject({ title: text(60) }),
  philosophy: z.strictObject({ eyebrow: text(40), title: text(80), points: points.max(3) }),
  commitments: z.strictObject({ eyebrow: text(40), title: text(80), picture, points }),
  /** The links to the pages below it, each once. */
  more: z.strictObject({
    eyebrow: text(40),
    title: text(60),
    pages: z
      .array(
        z.strictObject({ to: z.enum(aboutPages), title: text(40), text: text(160), picture: productShot }),
      )
      .length(aboutPages.length, 'must name ingredients, sustainability and team')
      .refine(
        (pages) => new Set(pages.map(({ to }) => to)).size === pages.length,
        'must name each page once',
      ),
  }),
  close: z.strictObject({ title: text(60), text: text(200), button: text(40) }),
});

export type AboutContent = z.output<typeof aboutContent>;
