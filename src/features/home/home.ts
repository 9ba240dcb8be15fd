/** What `content/home.yaml` may say. */
import { z } from 'zod';

const text = (max: number) => z.string().trim().min(1, 'must not be empty').max(max);

export const homeContent = z.strictObject({
  hero: z.strictObject({
    eyebrow: text(60),
    title: text(80),
    text: text(240),
    button: text(30),
    /** In content/home: 2000 × 700, products on the right, room for words on the left. */
    picture: z.string().regex(/^[\w-]+\.jpg$/, 'must be a .jpg in content/home'),
    alt: text(160),
  }),
  latest: z.strictObject({ title: text(60), text: text(200), link: text(40) }),
});

export type HomeContent = z.output<typeof homeContent>;
