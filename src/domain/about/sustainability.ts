/** The schema of `content/about/sustainability.md`. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';
import { opening, productShot } from './sections.ts';

export const sustainabilityContent = z.strictObject({
  ...opening,
  claims: z
    .strictObject({
      title: text(60).meta({ title: 'Title' }),
      /** Whether the figures are not audited yet; the page says so. */
      sample: z
        .boolean('must be true or false: have these figures been audited?')
        .meta({
          title: 'Not audited',
          description: 'Keep it on until an auditor has confirmed the figures. The page shows this.',
        }),
      list: z
        .array(
          z.strictObject({
            figure: text(8).meta({ title: 'Figure' }),
            what: text(60).meta({ title: 'What it says' }),
            how: text(160).meta({ title: 'How it is measured' }),
          }),
        )
        .min(1)
        .max(4)
        .meta({
          title: 'Figures',
          item: 'figure',
          options: { summary: '{{fields.figure}} {{fields.what}}' },
        }),
    })
    .meta({ title: 'Figures' }),
  packaging: z
    .strictObject({
      eyebrow: text(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: text(80).meta({ title: 'Title' }),
      picture: productShot.meta({ title: 'A product’s picture' }),
      list: z
        .array(
          z.strictObject({
            title: text(60).meta({ title: 'Title' }),
            text: text(200).meta({ title: 'Text' }),
          }),
        )
        .min(2)
        .max(8)
        .meta({ title: 'Commitments', item: 'commitment', options: { summary: '{{fields.title}}' } }),
    })
    .meta({ title: 'Packaging' }),
  goals: z
    .strictObject({
      eyebrow: text(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: text(60).meta({ title: 'Title' }),
      list: z
        .array(
          z.strictObject({
            year: z.int('must be a year').min(2024).max(2050).meta({ title: 'Year' }),
            title: text(60).meta({ title: 'Title' }),
            text: text(200).meta({ title: 'Text' }),
          }),
        )
        .min(2)
        .max(6)
        .meta({ title: 'Goals', item: 'goal', options: { summary: '{{fields.year}} {{fields.title}}' } }),
    })
    .meta({ title: 'Goals' }),
});

export type SustainabilityContent = z.output<typeof sustainabilityContent>;
