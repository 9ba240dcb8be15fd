/** The schema of `content/about/sustainability.md`. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';
import { opening, productShot } from './sections.ts';

export const sustainabilityContent = z.strictObject({
  ...opening,
  claims: z.strictObject({
    title: text(60),
    /** Whether the figures are not audited yet; the page says so. */
    sample: z.boolean('must be true or false: have these figures been audited?'),
    list: z
      .array(z.strictObject({ figure: text(8), what: text(60), how: text(160) }))
      .min(1)
      .max(4),
  }),
  packaging: z.strictObject({
    eyebrow: text(40),
    title: text(80),
    picture: productShot,
    list: z
      .array(z.strictObject({ title: text(60), text: text(200) }))
      .min(2)
      .max(8),
  }),
  goals: z.strictObject({
    eyebrow: text(40),
    title: text(60),
    list: z
      .array(
        z.strictObject({
          year: z.int('must be a year').min(2024).max(2050),
          title: text(60),
          text: text(200),
        }),
      )
      .min(2)
      .max(6),
  }),
});

export type SustainabilityContent = z.output<typeof sustainabilityContent>;
