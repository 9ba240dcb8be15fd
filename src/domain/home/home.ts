/** The schema of `content/home.yaml`: the sections of the home page, in their order. */
import * as z from 'zod';
import { resultsContent } from '#domain/results/results.ts';
import { pagePath, pictureFile, text } from '#lib/content-fields.ts';
import { sample } from '#lib/sample-field.ts';

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

/** A section. @param title what the editor calls it */
const section = <const Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  title: string,
  shape: Shape,
) => z.strictObject({ type: z.literal(type).meta({ title: 'Section' }), sample, ...shape }).meta({ title });

/** What stands above the items of a section. */
const heading = { title: text(60).meta({ title: 'Title' }), text: text(200).meta({ title: 'Text' }) };

const sections = [
  section('slides', 'Banners', {
    slides: z
      .array(slide)
      .max(6)
      .meta({
        title: 'Banners',
        item: 'banner',
        description: 'Up to six, one after the other.',
        options: { summary: '{{fields.title}}' },
      }),
  }),
  section('latest', 'Latest collection', { ...heading, link: text(40).meta({ title: 'Text of the link' }) }),
  section('hero', 'Opening', {
    eyebrow: text(60).meta({ title: 'Small line above', description: 'Two or three words.' }),
    title: text(80).meta({ title: 'Title' }),
    text: text(240).meta({ title: 'Text' }),
    button: text(30).meta({ title: 'Text of the button' }),
    picture: picture
      .optional()
      .meta({ title: 'Picture', description: 'Without one, the words stand on the main colour.' }),
    /** Smaller, over a corner of the other one. */
    detail: picture.optional().meta({ title: 'Small picture' }),
  }),
  section('counters', 'Counters', {
    counters: z
      .array(
        z.strictObject({
          to: z.int().min(0).max(99_999).meta({ title: 'Number' }),
          suffix: text(2).meta({ title: 'Sign after the number', description: '+ or %' }),
          label: text(40).meta({ title: 'Text under the number' }),
        }),
      )
      .max(8)
      .meta({
        title: 'Counters',
        item: 'counter',
        description: 'Up to eight. Four stand in a row.',
        options: { summary: '{{fields.to}}{{fields.suffix}} {{fields.label}}' },
      }),
  }),
  section('ways', 'Categories and concerns', {}),
  section('showcase', 'Trusted essentials', {
    title: text(80).meta({ title: 'Title' }),
    products: z
      .array(essential)
      .max(8)
      .meta({
        title: 'Products',
        item: 'product',
        description: 'Up to eight. Four stand in a row.',
        options: { summary: '{{fields.caption}}' },
      }),
  }),
  section('glow', 'Films', {
    ...heading,
    videos: z
      .array(video)
      .max(4)
      .meta({
        title: 'Films',
        item: 'film',
        description: 'Up to four. Two stand in a row.',
        options: { summary: '{{fields.caption}}' },
      }),
  }),
  section('journal', 'Journal', { ...heading, button: text(40).meta({ title: 'Text of the button' }) }),
  section('badges', 'Badges', {
    badges: z
      .array(
        z.strictObject({
          icon: z.enum(badgeIcons).meta({ title: 'Drawing' }),
          label: text(40).meta({ title: 'Words' }),
        }),
      )
      .max(8)
      .meta({
        title: 'Badges',
        item: 'badge',
        description: 'Up to eight.',
        options: { summary: '{{fields.label}}' },
      }),
  }),
  section('testimonials', 'Happy clients', { ...heading }),
  section('newsletter', 'Newsletter', {
    title: text(60).meta({ title: 'Title' }),
    text: text(240).meta({ title: 'Text' }),
    button: text(30).meta({ title: 'Text of the button' }),
    note: text(120).meta({ title: 'Small print' }),
  }),
  section('results', 'Real results', resultsContent.shape),
] as const;

export const homeContent = z.strictObject({
  sections: z
    .array(
      z.discriminatedUnion(
        'type',
        sections,
        `must be one of ${sections.map(({ shape }) => shape.type.value).join(', ')}`,
      ),
    )
    .max(sections.length)
    .superRefine((all, context) => {
      for (const [at, { type }] of all.entries())
        if (all.findIndex((one) => one.type === type) < at)
          context.addIssue({
            code: 'custom',
            path: [at, 'type'],
            message: `there are two sections "${type}"`,
          });
    })
    .meta({
      title: 'Sections',
      item: 'section',
      description: 'Of the home page, in their order. Each once; one that is not here is not on the page.',
    }),
});

export type HomeContent = z.output<typeof homeContent>;
export type HomeSection = HomeContent['sections'][number];
export type SectionOf<Type extends HomeSection['type']> = Extract<HomeSection, { type: Type }>;
