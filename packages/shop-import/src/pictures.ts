/** Addresses of pictures in cells. */
import type { ReadProduct } from './product.ts';
import { readList } from './values.ts';

/** The pictures of a cell. Addresses may contain commas, and names of files spaces. */
export const readPictures = (cell: string): string[] =>
  readList(cell, /https?:/i.test(cell) ? /[,;|\s](?=https?:)/i : /[,;|\n]/).map((part) =>
    part.replace(/(?<![,;|\s])[,;|\s]+$/, ''),
  );

/** Adds pictures that a product does not have yet. @param alt texts in their order */
export function addPictures(
  product: ReadProduct,
  addresses: readonly string[],
  alt: readonly string[] = [],
): void {
  for (const [place, address] of addresses.entries())
    if (address && !product.pictures.some((one) => one.address === address))
      product.pictures.push({ address, alt: alt[place] ?? '' });
}
