/** The schema of `content/about/ingredients.md`. */
import { z } from 'zod';
import { productId } from '#features/catalogue/product.ts';
import { line, opening, productShot } from './sections.ts';

export const ingredientsContent = z.strictObject({
  ...opening,
  included: z.strictObject({
    eyebrow: line(40),
    title: line(60),
    text: line(240),
    list: z
      .array(
        z.strictObject({
          name: line(40),
          what: line(160),
          /** The honest small print. */
          note: line(160),
          /** A product that contains it, shown with picture and link. */
          product: productId,
        }),
      )
      .min(3, 'must have at least three ingredients')
      .max(8),
  }),
  excluded: z.strictObject({
    eyebrow: line(40),
    title: line(60),
    text: line(240),
    list: z
      .array(z.strictObject({ name: line(40), why: line(200) }))
      .min(3, 'must have at least three groups')
      .max(8),
  }),
  sourcing: z.strictObject({
    eyebrow: line(40),
    title: line(60),
    picture: productShot,
    notes: z
      .array(z.strictObject({ title: line(60), text: line(240) }))
      .min(2)
      .max(8),
  }),
});

export type IngredientsContent = z.output<typeof ingredientsContent>;
