/** Ids of products. */
import * as z from 'zod';

/** Ids are part of addresses, pictures and orders, so they are short, lower-case and lasting. */
export const productId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
  .max(120, 'must be at most 120 characters');
