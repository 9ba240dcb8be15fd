/**
 * Texts that people type. Control characters could break email headers and labels; Unicode's line separators and
 * direction marks could disguise a text. The joiners are allowed: Indian scripts and emoji need them.
 */

/** One line. */
export const oneLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

/** Several lines, with line breaks and tabs. */
export const someLines = /^(?:[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** A text for HTML, also for attributes between double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** All texts in a value and in what it contains. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
