/** What a product opens with. Pages with one list of sizes load this file, and not options.ts. */

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
