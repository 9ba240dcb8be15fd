/** Random text that people read and type. */

/**
 * Random characters of an alphabet. All are equally likely if the size of the alphabet is a power of two, at most 256.
 */
export const randomCharacters = (alphabet: string, length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join(
    '',
  );
