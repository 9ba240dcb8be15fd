/** The form of a product's id. Not in product-id.ts, whose schemas would bring zod to pages. */

/** `rose-balance-toner`, `100-ml`. */
export const hyphenatedForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const longestProductId = 120;

export const isProductId = (id: unknown): id is string =>
  typeof id === 'string' && id.length <= longestProductId && hyphenatedForm.test(id);
