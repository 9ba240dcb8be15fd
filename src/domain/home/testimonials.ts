/** 'Happy Clients': the schema of `content/testimonials.yaml`. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';

export const testimonialsContent = z.strictObject({
  /** Whether the texts are samples; the page says so. */
  sample: z
    .boolean()
    .meta({
      title: 'Samples',
      description:
        'Keep it on while we wrote the texts ourselves. The page shows this. Turn it off when all texts are customers’ own words, with permission.',
    }),
  testimonials: z
    .array(
      z.strictObject({
        id: z
          .string()
          .regex(/^[a-z0-9-]+$/, 'must be small letters, digits and hyphens')
          .meta({ title: 'Id', description: 'Any short word in small letters, different from the others.' }),
        /** Short, since a phone shows two side by side. */
        quote: text(130).meta({
          title: 'Words',
          description: 'Keep it short: a phone shows two side by side.',
        }),
        author: text(40).meta({ title: 'Name' }),
        role: text(40).meta({ title: 'Who', description: 'Such as: Dry skin, Bengaluru.' }),
        /** The product whose picture is shown. */
        image: text(60).meta({
          title: 'Product',
          description: 'Its picture is shown with the text.',
          refersTo: 'product',
        }),
      }),
    )
    .max(30, 'must be at most 30 testimonials')
    .meta({
      title: 'Testimonials',
      item: 'testimonial',
      description: 'None to thirty. Without one, the section is left out.',
      options: { summary: '{{fields.author}}: {{fields.quote}}' },
    }),
});
