/** Ids of what is sold. Not in product-id.ts, whose schemas would bring zod to pages. */

/** What is between the id of a product and that of its variant. */
const separator = '--';

/** The product of what is sold. */
export const productOf = (id: string): string => id.split(separator)[0] ?? id;

/** The range of the ids of a product's variants, for a query: digits, letters and hyphens sort before `~`. */
export const variantIds = (product: string): [first: string, last: string] => [
  product + separator,
  `${product}${separator}~`,
];

/** The name of a product without that of its variant. */
export const productName = (name: string, label: string | null): string =>
  label && name.endsWith(`, ${label}`) ? name.slice(0, -label.length - 2) : name;

/** @param variant undefined for the one that has the id of the product */
export const sellableId = (product: string, variant: string | undefined): string =>
  variant ? `${product}${separator}${variant}` : product;

/**
 * The id of a part of a product, where the product's own id means all of it.
 * @param variant empty for the one that has the id of the product
 */
export const partId = (product: string, variant: string): string => product + separator + variant;

/** The same, of the id of what is sold. */
export const partIdOf = (id: string): string => (id.includes(separator) ? id : partId(id, ''));
