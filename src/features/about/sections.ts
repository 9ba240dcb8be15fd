/** Schemas that the about pages share. */
import { z } from 'zod';
import { productId } from '#features/catalogue/product.ts';

export const line = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);

/** A picture in content/about. */
export const ownPicture = z.strictObject({
  file: z.string().regex(/^[\w-]+\.jpg$/, 'must be a .jpg in content/about'),
  alt: line(160),
});

/** One of a product's own pictures, with its alternative text; 1 is the main one. */
export const productShot = z.strictObject({ product: productId, number: z.int().positive().max(9) });

/** The opening of every page below /about. */
export const opening = { title: line(60), lead: line(300), picture: ownPicture };

export type OwnPicture = z.output<typeof ownPicture>;
export type ProductShot = z.output<typeof productShot>;
