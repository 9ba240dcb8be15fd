/** The schema of `content/about/index.md`. The story is the text below the front matter. */
import { z } from 'zod';
import { line, ownPicture as picture, productShot } from './sections.ts';

/** The names of the pages below it. */
export const aboutPages = ['ingredients', 'sustainability', 'team'] as const;

/** A list of short points; `text` may contain references: `{{returns.days}}`. */
const points = z.array(z.strictObject({ title: line(60), text: line(240) })).min(2);

export const aboutContent = z.strictObject({
  eyebrow: line(40),
  title: line(60),
  /** The text below the title, also the description for search engines. */
  lead: line(300),
  picture,
  story: z.strictObject({ title: line(60) }),
  philosophy: z.strictObject({ eyebrow: line(40), title: line(80), points: points.max(3) }),
  commitments: z.strictObject({ eyebrow: line(40), title: line(80), picture, points }),
  /** The links to the pages below it, each once. */
  more: z.strictObject({
    eyebrow: line(40),
    title: line(60),
    pages: z
      .array(
        z.strictObject({ to: z.enum(aboutPages), title: line(40), text: line(160), picture: productShot }),
      )
      .length(aboutPages.length, 'must name ingredients, sustainability and team')
      .refine(
        (pages) => new Set(pages.map(({ to }) => to)).size === pages.length,
        'must name each page once',
      ),
  }),
  close: z.strictObject({ title: line(60), text: line(200), button: line(40) }),
});

export type AboutContent = z.output<typeof aboutContent>;
