/** Ids of products, and of what is sold of them. */
import * as z from 'zod';
import { hyphenatedForm, longestProductId } from './is-product-id.ts';

/** `100-ml`. */
export const hyphenated = z.string().regex(hyphenatedForm, 'must be lower-case words joined by hyphens');

/** Ids are part of addresses, pictures and orders, so they are short, lower-case and lasting. */
export const productId = hyphenated.max(longestProductId, `must be at most ${longestProductId} characters`);

/** The id of what is sold: a product's, or `product--variant`. */
export const itemId = z
  .string()
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*(--[a-z0-9]+(-[a-z0-9]+)*)?$/,
    'must be the id of a product or of its variant',
  )
  .max(182, 'must be at most 182 characters');
