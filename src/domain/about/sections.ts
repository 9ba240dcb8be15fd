/** Schemas that the about pages share. */
import * as z from 'zod';
import { productId } from '#domain/catalogue/product-id.ts';
import { pictureFile, text } from '#lib/content-fields.ts';

/** A picture in content/about. */
export const ownPicture = z.strictObject({
  file: pictureFile('content/about').meta({ title: 'Picture' }),
  alt: text(160).meta({
    title: 'What can be seen',
    description: 'One sentence, for those who cannot see it.',
  }),
});

/** One of a product's own pictures, with its alternative text; 1 is the main one. */
export const productShot = z.strictObject({
  product: productId.meta({ title: 'Product', refersTo: 'product' }),
  number: z
    .int()
    .positive()
    .max(9)
    .meta({ title: 'Which', description: '1 is the main one.', refersTo: 'productPicture' }),
});

/** Whether the texts of a page are samples, which it says. */
export const sample = z
  .boolean('must be true or false')
  .default(false)
  .meta({ title: 'Sample', description: 'Keep it on until the texts are yours. The page shows this.' });

/** The opening of every page below /about. */
export const opening = {
  title: text(60).meta({ title: 'Title' }),
  lead: text(300).meta({ title: 'Lead', description: 'Under the title, and at search engines.' }),
  picture: ownPicture.meta({ title: 'Picture' }),
  sample,
};

export type OwnPicture = z.output<typeof ownPicture>;
export type ProductShot = z.output<typeof productShot>;
