/** The schema of `content/about/ingredients.md`. */
import * as z from 'zod';
import { productId } from '#domain/catalogue/product.ts';
import { text } from '#lib/content-fields.ts';
import { opening, productShot } from './sections.ts';

export const ingredientsContent = z.strictObject({
  ...opening,
  included: z.strictObject({
    eyebrow: text(40),
    title: text(60),
    text: text(240),
    list: z
      .array(
        z.strictObject({
          name: text(40),
          what: text(160),
          /** The honest small print. */
          note: text(160),
          /** A product that contains it, shown with picture and link. */
          product: productId,
        }),
      )
      .min(3, 'must have at least three ingredients')
      .max(8),
  }),
  excluded: z.strictObject({
    eyebrow: text(40),
    title: text(60),
    text: text(240),
    list: z
      .array(z.strictObject({ name: text(40), why: text(200) }))
      .min(3, 'must have at least three groups')
      .max(8),
  }),
  sourcing: z.strictObject({
    eyebrow: text(40),
    title: text(60),
    picture: productShot,
    notes: z
      .array(z.strictObject({ title: text(60), text: text(240) }))
      .min(2)
      .max(8),
  }),
});

export type IngredientsContent = z.output<typeof ingredientsContent>;
