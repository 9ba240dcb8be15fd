/** The schema of `content/journal/<slug>.md`. The text is below the front matter. */
import { z } from 'zod';

const line = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);

/** Background colours of the tag, by their names in the palette. */
const tagColours = ['sage', 'sand', 'clay', 'mist'] as const;

export const articleContent = z.strictObject({
  title: line(80),
  /** The text below the title and on cards, also the description for search engines. */
  description: line(200),
  tag: line(24),
  tagColor: z.enum(tagColours),
  published: z.date('must be a date such as 2026-11-21'),
  picture: z.strictObject({
    file: z.string().regex(/^[\w-]+\.jpg$/, 'must be a .jpg in content/journal'),
    alt: line(160),
  }),
  /** Ids of the products in the text. */
  products: z.array(line(60)).max(3).default([]),
});

/** Reading time in whole minutes, at 200 words per minute, at least one. */
export const readingMinutes = (text: string): number =>
  Math.max(1, Math.round(text.split(/\s+/).filter(Boolean).length / 200));
