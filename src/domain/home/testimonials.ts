/** 'Happy Clients': the schema of `content/testimonials.yaml`. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';

export const testimonialsContent = z.strictObject({
  /** Whether the texts are samples; the page says so. */
  sample: z.boolean(),
  testimonials: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]+$/, 'must be small letters, digits and hyphens'),
        /** Short, since a phone shows two side by side. */
        quote: text(130),
        author: text(40),
        role: text(40),
        /** The product whose picture is shown. */
        image: text(60),
      }),
    )
    .length(9, 'must be nine testimonials'),
});
