/** An article: what editors write in `content/journal/<slug>.md`. The text itself stands below it. */
import { z } from 'zod';

const line = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);

/** Grounds of the tag, by the names of the shop's palette. */
const tagColours = ['sage', 'sand', 'clay', 'mist'] as const;

export const articleContent = z.strictObject({
  title: line(80),
  /** Under the title, on cards, and what a search engine shows. */
  description: line(200),
  tag: line(24),
  tagColor: z.enum(tagColours),
  published: z.date('must be a date such as 2026-11-21'),
  picture: z.strictObject({
    file: z.string().regex(/^[\w-]+\.jpg$/, 'must be a .jpg in content/journal'),
    alt: line(160),
  }),
  /** Ids of products that the text speaks of. */
  products: z.array(line(60)).max(3).default([]),
});

/** Whole minutes, at 200 words a minute, never less than one. */
export const readingMinutes = (text: string): number =>
  Math.max(1, Math.round(text.split(/\s+/).filter(Boolean).length / 200));
