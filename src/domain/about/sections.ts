/** Schemas that the about pages share. */
import * as z from 'zod';
import { productId } from '#domain/catalogue/product.ts';
import { pictureFile, text } from '#lib/content-fields.ts';

/** A picture in content/about. */
export const ownPicture = z.strictObject({ file: pictureFile('content/about'), alt: text(160) });

/** One of a product's own pictures, with its alternative text; 1 is the main one. */
export const productShot = z.strictObject({ product: productId, number: z.int().positive().max(9) });

/** The opening of every page below /about. */
export const opening = { title: text(60), lead: text(300), picture: ownPicture };

export type OwnPicture = z.output<typeof ownPicture>;
export type ProductShot = z.output<typeof productShot>;
