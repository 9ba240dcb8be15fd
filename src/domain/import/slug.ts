/** Addresses from names. By itself, since the table of all scripts is large and browsers that read a file need none of it. */
import anyAscii from 'any-ascii';

/** The last part of an address, in small Latin letters: `Vitamin C Lotion` becomes `vitamin-c-lotion`. */
export const slugOf = (text: string): string =>
  anyAscii(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * The address of a name, with a number from 2 where it is taken.
 * @param max characters @param fallback for a name without a letter or digit
 */
export function freeSlug(
  name: string,
  max: number,
  fallback: string,
  isFree: (slug: string) => boolean,
): string {
  const base =
    slugOf(name)
      .slice(0, max - 4)
      .replace(/-$/, '') || fallback;
  let slug = base;
  for (let number = 2; !isFree(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}
