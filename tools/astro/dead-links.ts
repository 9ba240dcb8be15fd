/**
 * Texts may link to products, categories and brands that are not there any more: pages then have the words of the link
 * alone (docs/behaviour.md, "Products").
 */

/** Not the reviews of a product, which the Worker writes: `/product/rose-toner/reviews`. */
const link =
  /<a\b[^>]*?\shref="(\/(?:product\/[^"?#/]+|(?:category|brand)\/[^"?#]+))(?:[?#][^"]*)?"[^>]*>([\s\S]*?)<\/a>/g;

/** A page without the links to pages that do not exist. @param exists whether a path has a page */
export const withoutDeadLinks = (html: string, exists: (path: string) => boolean): string =>
  html.replace(link, (whole, path: string, words: string) => (exists(path) ? whole : words));
