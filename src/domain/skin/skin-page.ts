/** The schema of `content/skin.yaml`: the page My skin. */
import * as z from 'zod';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { line, pictureFile } from '#lib/content-fields.ts';
import { skinTypes } from '#lib/product-constants.ts';

export const skinContent = z.strictObject({
  title: line(40),
  lead: line(240),
  /** Of any folder of the content: `journal/serum-texture.jpg`. */
  picture: pictureFile('content', true),
  types: z.strictObject({
    title: line(60),
    text: line(240),
    list: z
      .array(z.strictObject({ type: z.enum(skinTypes), name: line(40), tell: line(160) }))
      .refine((list) => skinTypes.every((type) => list.some((one) => one.type === type)), {
        message: 'must have all four skin types',
      }),
    /** For shoppers who do not know, or have none of them. */
    other: z.strictObject({ name: line(40), tell: line(160) }),
    source: line(200),
  }),
  concerns: z.strictObject({ title: line(60), text: line(240) }),
  avoid: z.strictObject({
    title: line(60),
    text: line(240),
    list: z
      .array(z.strictObject({ group: z.enum(freeFromGroups), what: line(160) }))
      .refine((list) => freeFromGroups.every((group) => list.some((one) => one.group === group)), {
        message: 'must have all five groups',
      }),
  }),
  pregnancy: z.strictObject({ title: line(60), label: line(60), text: line(240) }),
  privacy: z.strictObject({ title: line(60), notes: z.array(line(160)).min(1).max(5) }),
});

export type SkinContent = z.output<typeof skinContent>;
