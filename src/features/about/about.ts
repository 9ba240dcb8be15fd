/** The about page: what editors write in `content/about/index.md`. The story itself is the text below it. */
import { z } from 'zod';

const line = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);
const picture = z.strictObject({
  file: z.string().regex(/^[\w-]+\.jpg$/, 'must be a .jpg in content/about'),
  alt: line(160),
});
/** A list of short points; `text` may name facts: `{{returns.days}}`. */
const points = z.array(z.strictObject({ title: line(60), text: line(240) })).min(2);

export const aboutContent = z.strictObject({
  eyebrow: line(40),
  title: line(60),
  /** Under the title, and what a search engine shows. */
  lead: line(300),
  picture,
  story: z.strictObject({ title: line(60) }),
  philosophy: z.strictObject({ eyebrow: line(40), title: line(80), points: points.max(3) }),
  commitments: z.strictObject({ eyebrow: line(40), title: line(80), picture, points }),
  close: z.strictObject({ title: line(60), text: line(200), button: line(40) }),
});

export type AboutContent = z.output<typeof aboutContent>;
