/** What is stored of a searched text (docs/behaviour.md 16.3). */
import { normalizeText } from '#features/search/sounds.ts';

const longest = 60;
const mostWords = 8;

/** Texts that may be about a person: an email address or UPI id, a number of a phone, order or card, an address. */
const personal: readonly RegExp[] = [
  /@/,
  // Five digits in a row, also with spaces or hyphens between them.
  /\p{Nd}([\s\p{P}\p{S}]*\p{Nd}){4}/u,
  /:\/\/|\bwww\.|[\p{L}\p{Nd}]\.\p{L}{2}/u,
];

/**
 * The text in one form, cut to 60 characters.
 * @returns undefined for an empty text, and for one that may be about a person
 */
export function storedQuery(typed: string): string | undefined {
  const text = normalizeText(typed).replace(/\s+/g, ' ').trim().normalize('NFC');
  if (!text || text.split(' ').length > mostWords || personal.some((pattern) => pattern.test(text)))
    return undefined;
  return [...text].slice(0, longest).join('').trim();
}
