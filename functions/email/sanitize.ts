/**
 * Makes text that others typed safe for an email: it cannot break a header, contains no control or bidi characters,
 * and does not become a link. HTML is escaped where it is rendered (html.ts).
 */

/** All line ends, including Unicode's. */
const lineBreak = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;

/**
 * Invisible characters that are not part of writing: bidi overrides and isolates, zero-width spaces, tags. The
 * joiners U+200C and U+200D stay, since Indian scripts need them.
 */
const invisible =
  /[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Combining marks in such numbers that they cover other lines. No script puts so many on one character. */
const piledMarks = /(\p{M}{6})\p{M}+/gu;

/** Mail clients turn domain names and schemes into links: the dots of a name, and the colon of a scheme. */
const dotInName = /[.\u2024\u3002\uff0e\uff61](?=[\p{L}\p{M}]{2})/gu;
const afterScheme = /:(?=[/\\])/g;
/** A thin space that breaks such a link. Clients would ignore a character without width. */
const gap = '\u200a';

const removeInvisible = (text: string): string =>
  text
    .toWellFormed()
    .replace(lineBreak, '\n')
    .replace(invisible, '')
    .replace(/\t/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(piledMarks, '$1');

const oneLine = (text: string): string => removeInvisible(text).replace(/\s+/g, ' ').trim();

function truncate(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/**
 * Makes text that others typed safe for an email, and shortens it.
 * @param max characters; longer text ends with an ellipsis
 * @param shape `line` (names, subjects) removes line breaks; `lines` (messages, reasons) keeps them, with at most one
 *   empty line in a row
 */
export function sanitize(text: string, max: number, shape: 'line' | 'lines' = 'line'): string {
  const safe = shape === 'line' ? oneLine(text) : sanitizeOwnText(text);
  return truncate(safe, max).replace(afterScheme, `:${gap}`).replace(dotInName, `${gap}$&`);
}

/** Text by an operator: the same, except that it keeps its length and its links. */
export const sanitizeOwnText = (text: string): string =>
  removeInvisible(text)
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** A whole subject: one line, at most 150 characters. */
export const subjectLine = (text: string): string => truncate(oneLine(text), 150);

/** Whether a value has characters that would end its header. */
export const breaksHeader = (value: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(value);
