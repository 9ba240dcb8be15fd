/** The schema of `content/about/ingredients.md`. */
import * as z from 'zod';
import { productId } from '#domain/catalogue/product-id.ts';
import { text } from '#lib/content-fields.ts';
import { opening, productShot } from './sections.ts';

export const ingredientsContent = z.strictObject({
  ...opening,
  included: z
    .strictObject({
      eyebrow: text(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: text(60).meta({ title: 'Title' }),
      text: text(240).meta({ title: 'Text' }),
      list: z
        .array(
          z.strictObject({
            name: text(40).meta({ title: 'Name' }),
            what: text(160).meta({ title: 'What it does' }),
            /** The honest small print. */
            note: text(160).meta({
              title: 'Note',
              description: 'A note in small print, such as a limit of what it does.',
            }),
            /** A product that contains it, shown with picture and link. */
            product: productId.meta({ title: 'Found in', refersTo: 'product' }),
          }),
        )
        .min(3, 'must have at least three ingredients')
        .max(8)
        .meta({ title: 'Ingredients', item: 'ingredient', options: { summary: '{{fields.name}}' } }),
    })
    .meta({ title: 'Included' }),
  excluded: z
    .strictObject({
      eyebrow: text(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: text(60).meta({ title: 'Title' }),
      text: text(240).meta({ title: 'Text' }),
      list: z
        .array(
          z.strictObject({ name: text(40).meta({ title: 'Name' }), why: text(200).meta({ title: 'Why' }) }),
        )
        .min(3, 'must have at least three groups')
        .max(8)
        .meta({ title: 'Groups', item: 'group', options: { summary: '{{fields.name}}' } }),
    })
    .meta({ title: 'Excluded' }),
  sourcing: z
    .strictObject({
      eyebrow: text(40).meta({ title: 'Small line above', description: 'Two or three words.' }),
      title: text(60).meta({ title: 'Title' }),
      picture: productShot.meta({ title: 'A product’s picture' }),
      notes: z
        .array(
          z.strictObject({
            title: text(60).meta({ title: 'Title' }),
            text: text(240).meta({ title: 'Text' }),
          }),
        )
        .min(2)
        .max(8)
        .meta({ title: 'Notes', item: 'note', options: { summary: '{{fields.title}}' } }),
    })
    .meta({ title: 'Sourcing' }),
});

export type IngredientsContent = z.output<typeof ingredientsContent>;
