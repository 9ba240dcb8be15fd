/** The numbers on labels, by which a product or one of its sizes and shades is found: SKU and barcode. */

/** A code as it is compared: capital letters and digits, without the zeros before a number (UPC, EAN and GTIN differ in them). */
export function codeOf(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return /^\d+$/.test(plain) ? plain.replace(/^0+/, '') : plain;
}

/** @property position of the product in the catalogue @property variant place of the size or shade among its variants */
export type CodePlace = { position: number; variant: number };

/**
 * Writes codes as a text: a line for each product, with `,` between its variants and a space between the codes of one.
 * @param products the codes of each variant; of a product without variants, of itself
 */
export const packCodes = (products: readonly (readonly (readonly string[])[])[]): string =>
  products
    .map((variants) =>
      variants
        .map((codes) => [...new Set(codes.map(codeOf))].filter(Boolean).join(' '))
        .join()
        .replace(/,+$/, ''),
    )
    .join('\n')
    .trimEnd();

/** Reads what {@link packCodes} wrote. @returns where each code is; shops give one code twice by mistake */
export function unpackCodes(text: string): Map<string, CodePlace[]> {
  const places = new Map<string, CodePlace[]>();
  for (const [position, line] of text.split('\n').entries())
    for (const [variant, codes] of line.split(',').entries())
      for (const code of codes.split(' '))
        if (code) places.set(code, [...(places.get(code) ?? []), { position, variant }]);
  return places;
}
