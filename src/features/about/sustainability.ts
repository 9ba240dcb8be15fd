/** The schema of `content/about/sustainability.md`. */
import { z } from 'zod';
import { line, opening, productShot } from './sections.ts';

export const sustainabilityContent = z.strictObject({
  ...opening,
  claims: z.strictObject({
    title: line(60),
    /** Whether the figures are not audited yet; the page says so. */
    sample: z.boolean('must be true or false: have these figures been audited?'),
    list: z
      .array(z.strictObject({ figure: line(8), what: line(60), how: line(160) }))
      .min(1)
      .max(4),
  }),
  packaging: z.strictObject({
    eyebrow: line(40),
    title: line(80),
    picture: productShot,
    list: z
      .array(z.strictObject({ title: line(60), text: line(200) }))
      .min(2)
      .max(8),
  }),
  goals: z.strictObject({
    eyebrow: line(40),
    title: line(60),
    list: z
      .array(
        z.strictObject({
          year: z.int('must be a year').min(2024).max(2050),
          title: line(60),
          text: line(200),
        }),
      )
      .min(2)
      .max(6),
  }),
});

export type SustainabilityContent = z.output<typeof sustainabilityContent>;
