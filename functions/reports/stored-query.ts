/** What is stored of a searched text (docs/behaviour.md, "Counted searches"). */
import { isPersonal } from '#domain/search/personal-text.ts';
import { normalizeText } from '#domain/search/sounds.ts';

const longest = 60;
const mostWords = 8;

/**
 * The text in one form, cut to 60 characters.
 * @returns undefined for an empty text, for one of more than eight words, and for one that may be about a person
 */
export function storedQuery(typed: string): string | undefined {
  const text = normalizeText(typed).replace(/\s+/g, ' ').trim().normalize('NFC');
  if (!text || text.split(' ').length > mostWords || isPersonal(text)) return undefined;
  return [...text].slice(0, longest).join('').trim();
}
