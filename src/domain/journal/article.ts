/** The schema of `content/journal/<slug>.md`. The text is below the front matter. */
import * as z from 'zod';
import { pictureFile, text } from '#lib/content-fields.ts';

/** Background colours of the tag, by their names in the palette. */
const tagColours = ['sage', 'sand', 'clay', 'mist'] as const;

export const articleContent = z.strictObject({
  title: text(80),
  /** The text below the title and on cards, also the description for search engines. */
  description: text(200),
  tag: text(24),
  tagColor: z.enum(tagColours),
  published: z.date('must be a date such as 2026-11-21'),
  picture: z.strictObject({ file: pictureFile('content/journal'), alt: text(160) }),
  /** Ids of the products in the text. */
  products: z.array(text(60)).max(3).default([]),
});

/** Reading time in whole minutes, at 200 words per minute, at least one. */
export const readingMinutes = (text: string): number =>
  Math.max(1, Math.round(text.split(/\s+/).filter(Boolean).length / 200));
