/** The schema of `content/home.yaml`. */
import * as z from 'zod';
import { resultsContent } from '#domain/results/results.ts';
import { pagePath, pictureFile, sampleSections, text } from '#lib/content-fields.ts';

const picture = z.strictObject({
  file: pictureFile('content/home').meta({ title: 'Picture' }),
  alt: text(160).meta({
    title: 'What can be seen',
    description: 'One sentence, for those who cannot see it.',
  }),
});

/** A slide of the carousel: 2000 × 700 px, with space for the text on one side. */
const slide = z.strictObject({
  eyebrow: text(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
  title: text(40).meta({ title: 'Title' }),
  link: z
    .strictObject({
      text: text(30).meta({ title: 'Text of the button' }),
      to: pagePath.meta({ title: 'Leads to', description: 'Such as /collection.' }),
    })
    .meta({ title: 'Button' }),
  picture: z
    .strictObject({
      file: pictureFile('content/home').meta({ title: 'Picture' }),
      /** For narrow screens. */
      portrait: pictureFile('content/home')
        .optional()
        .meta({
          title: 'Picture for phones',
          description:
            '800 × 1000 px or larger, with the product about 70 % high. Without one, a part of the picture.',
        }),
      /** The alternative text. */
      description: text(200).meta({
        title: 'What can be seen',
        description: 'One sentence, for those who cannot see it.',
      }),
      /** The side with space for the text. */
      words: z
        .enum(['left', 'right'])
        .meta({ title: 'Position of the text', description: 'Choose the side with free space.' }),
    })
    .meta({ title: 'Picture', description: '2000 × 700 px, with free space for text on one side.' }),
});

/** A product with its own caption. */
const essential = z.strictObject({
  product: text(60).meta({ title: 'Product', refersTo: 'product' }),
  caption: text(40).meta({ title: 'Text under it' }),
});

const video = z.strictObject({
  /** A name in content/home without extension: <name>.webm, <name>.mp4 and the poster <name>.jpg. */
  name: z
    .string()
    .regex(/^[\w-]+$/, 'must be a name without an ending')
    .meta({
      title: 'File',
      description: 'The name of a video in content/home, without .mp4. A developer adds new videos.',
      refersTo: 'video',
    }),
  description: text(160).meta({
    title: 'What can be seen',
    description: 'One sentence, for those who cannot see it.',
  }),
  caption: text(60).meta({ title: 'Text under it' }),
});

export const badgeIcons = ['leaf', 'flask', 'paw', 'seal', 'loop'] as const;

/** Sections that a shop may do without: a page leaves out what is not there. */
const sections = [
  'slides',
  'hero',
  'counters',
  'showcase',
  'glow',
  'badges',
  'testimonials',
  'results',
] as const;

export const homeContent = z.strictObject({
  slides: z
    .array(slide)
    .length(2, 'must be two slides')
    .optional()
    .meta({
      title: 'Banners',
      item: 'banner',
      description: 'Two, one after the other.',
      options: { summary: '{{fields.title}}' },
    }),
  hero: z
    .strictObject({
      eyebrow: text(60).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: text(80).meta({ title: 'Title' }),
      text: text(240).meta({ title: 'Text' }),
      button: text(30).meta({ title: 'Text of the button' }),
      picture: picture.meta({ title: 'Picture' }),
      /** Smaller, over a corner of the other one. */
      detail: picture.meta({ title: 'Small picture' }),
    })
    .optional()
    .meta({ title: 'Opening' }),
  counters: z
    .array(
      z.strictObject({
        to: z.int().min(0).max(99_999).meta({ title: 'Number' }),
        suffix: text(2).meta({ title: 'Sign after the number', description: '+ or %' }),
        label: text(40).meta({ title: 'Text under the number' }),
      }),
    )
    .length(4, 'must be four counters')
    .optional()
    .meta({
      title: 'Counters',
      item: 'counter',
      description: 'Four.',
      options: { summary: '{{fields.to}}{{fields.suffix}} {{fields.label}}' },
    }),
  latest: z
    .strictObject({
      title: text(60).meta({ title: 'Title' }),
      text: text(200).meta({ title: 'Text' }),
      link: text(40).meta({ title: 'Text of the link' }),
    })
    .meta({ title: 'Latest collection' }),
  showcase: z
    .strictObject({
      title: text(80).meta({ title: 'Title' }),
      products: z
        .array(essential)
        .length(4, 'must be four products')
        .meta({
          title: 'Products',
          item: 'product',
          description: 'Four.',
          options: { summary: '{{fields.caption}}' },
        }),
    })
    .optional()
    .meta({ title: 'Trusted essentials' }),
  glow: z
    .strictObject({
      title: text(60).meta({ title: 'Title' }),
      text: text(200).meta({ title: 'Text' }),
      videos: z
        .array(video)
        .length(2, 'must be two videos')
        .meta({
          title: 'Films',
          item: 'film',
          description: 'Two.',
          options: { summary: '{{fields.caption}}' },
        }),
    })
    .optional()
    .meta({ title: 'Films' }),
  journal: z
    .strictObject({
      title: text(60).meta({ title: 'Title' }),
      text: text(200).meta({ title: 'Text' }),
      button: text(40).meta({ title: 'Text of the button' }),
    })
    .meta({ title: 'Journal' }),
  badges: z
    .array(
      z.strictObject({
        icon: z.enum(badgeIcons).meta({ title: 'Drawing' }),
        label: text(40).meta({ title: 'Words' }),
      }),
    )
    .min(3)
    .max(6)
    .optional()
    .meta({
      title: 'Badges',
      item: 'badge',
      description: 'Three to six.',
      options: { summary: '{{fields.label}}' },
    }),
  testimonials: z
    .strictObject({ title: text(60).meta({ title: 'Title' }), text: text(200).meta({ title: 'Text' }) })
    .optional()
    .meta({ title: 'Happy clients' }),
  newsletter: z
    .strictObject({
      title: text(60).meta({ title: 'Title' }),
      text: text(240).meta({ title: 'Text' }),
      button: text(30).meta({ title: 'Text of the button' }),
      note: text(120).meta({ title: 'Small print' }),
    })
    .meta({ title: 'Newsletter' }),
  results: resultsContent.optional().meta({ title: 'Real results' }),
  samples: sampleSections(sections),
});

export type HomeContent = z.output<typeof homeContent>;
