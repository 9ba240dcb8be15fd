/** Addresses from names. By itself, since the table of all scripts is large and browsers that read a file need none of it. */
import anyAscii from 'any-ascii';

/** The last part of an address, in small Latin letters: `Vitamin C Lotion` becomes `vitamin-c-lotion`. */
export const slugOf = (text: string): string =>
  anyAscii(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
