/** The schema of `content/home.yaml`. */
import * as z from 'zod';
import { resultsContent } from '#domain/results/results.ts';
import { pictureFile, text } from '#lib/content-fields.ts';

const picture = z.strictObject({ file: pictureFile('content/home'), alt: text(160) });
/** A path of the shop. */
const link = z.string().regex(/^\/(?!\/)\S*$/, 'must be an address of the shop, such as /collection');

/** A slide of the carousel: 2000 × 700 px, with space for the text on one side. */
const slide = z.strictObject({
  eyebrow: text(40),
  title: text(40),
  link: z.strictObject({ text: text(30), to: link }),
  picture: z.strictObject({
    file: pictureFile('content/home'),
    /** The alternative text. */
    description: text(200),
    /** The side with space for the text. */
    words: z.enum(['left', 'right']),
  }),
});

/** A product with its own caption. */
const essential = z.strictObject({ product: text(60), caption: text(40) });

const video = z.strictObject({
  /** A name in content/home without extension: <name>.webm, <name>.mp4 and the poster <name>.jpg. */
  name: z.string().regex(/^[\w-]+$/, 'must be a name without an ending'),
  description: text(160),
  caption: text(60),
});

export const badgeIcons = ['leaf', 'flask', 'paw', 'seal', 'loop'] as const;

export const homeContent = z.strictObject({
  slides: z.array(slide).length(2, 'must be two slides'),
  hero: z.strictObject({
    eyebrow: text(60),
    title: text(80),
    text: text(240),
    button: text(30),
    picture,
    /** Smaller, over a corner of the other one. */
    detail: picture,
  }),
  counters: z
    .array(z.strictObject({ to: z.int().min(0).max(99_999), suffix: text(2), label: text(40) }))
    .length(4, 'must be four counters'),
  latest: z.strictObject({ title: text(60), text: text(200), link: text(40) }),
  showcase: z.strictObject({
    title: text(80),
    products: z.array(essential).length(4, 'must be four products'),
  }),
  glow: z.strictObject({
    title: text(60),
    text: text(200),
    videos: z.array(video).length(2, 'must be two videos'),
  }),
  journal: z.strictObject({ title: text(60), text: text(200), button: text(40) }),
  badges: z
    .array(z.strictObject({ icon: z.enum(badgeIcons), label: text(40) }))
    .min(3)
    .max(6),
  testimonials: z.strictObject({ title: text(60), text: text(200) }),
  newsletter: z.strictObject({ title: text(60), text: text(240), button: text(30), note: text(120) }),
  results: resultsContent,
});

export type HomeContent = z.output<typeof homeContent>;
