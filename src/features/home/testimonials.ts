/** 'Happy Clients': what editors write in `content/testimonials.yaml`. */
import { z } from 'zod';

const text = (max: number) => z.string().trim().min(1, 'must not be empty').max(max);

export const testimonialsContent = z.strictObject({
  /** Texts of ours that only show how the place will look; the page says so. */
  sample: z.boolean(),
  testimonials: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]+$/, 'must be small letters, digits and hyphens'),
        /** Short: two stand side by side on a phone. */
        quote: text(130),
        author: text(40),
        role: text(40),
        /** The product whose picture stands with it. */
        image: text(60),
      }),
    )
    .length(9, 'must be nine testimonials'),
});
