/** Where the editor shows products, as Sveltia CMS names its pages. @param editor its address */
export const productIn = (editor: string, id: string): string =>
  `${editor}#/collections/products/entries/${id}/index`;

/** The form of a new product. */
export const newProductIn = (editor: string): string => `${editor}#/collections/products/new`;
