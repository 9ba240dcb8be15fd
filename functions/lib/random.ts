/** Random text that people read and type. */

/**
 * So many random characters of an alphabet. Each is as likely as any other if the alphabet has a power of two of them,
 * 256 at most.
 */
export const randomCharacters = (alphabet: string, length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join(
    '',
  );
