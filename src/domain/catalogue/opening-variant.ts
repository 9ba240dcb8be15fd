/** What a product opens with, and the address of its choice. Pages with one list of sizes load this file, and not options.ts. */
import { partId, sellableId } from './sellable-id.ts';

const parameter = 'variant';

/**
 * What a product opens with: what the address names, else the one that has the product's id, unless it is sold out; then the
 * first that is not.
 * @param all in the order of content @param product the id of the product @param asked the id that the address names
 */
export const openingVariant = <T extends { id: string; isOut: boolean }>(
  all: readonly T[],
  product: string,
  asked: string,
): T | undefined => {
  const main = all.find(({ id }) => id === product);
  return (
    all.find(({ id }) => id === asked && id !== product) ??
    (main?.isOut ? all.find(({ isOut }) => !isOut) : main) ??
    main
  );
};

/** The id that the address of a product's page names: that of a size or shade, or of the product. */
export const askedVariant = (product: string, { search }: { search: string }): string =>
  sellableId(product, new URLSearchParams(search).get(parameter) ?? undefined);

/** The address of a product's page with another size or shade. @param href of the page */
export function variantAddress(href: string, product: string, id: string): URL {
  const url = new URL(href);
  url.searchParams.delete(parameter);
  if (id !== product) url.searchParams.set(parameter, id.slice(partId(product, '').length));
  return url;
}
