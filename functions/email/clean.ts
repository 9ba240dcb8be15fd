/**
 * Words that somebody else has typed, made harmless before they enter a letter: they can break no header,
 * carry no control character, turn no text around, and become no link. HTML is escaped where it is written.
 */

/** Every way to end a line, Unicode's own among them. */
const lineBreak = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;

/**
 * What cannot be seen and is not writing: bidi overrides and isolates, zero-width spaces, tags. The joiners
 * U+200C and U+200D stay, since Indian scripts need them.
 */
const invisible =
  /[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Marks piled up until they cover the lines around; no script stacks so many on one letter. */
const piledMarks = /(\p{M}{6})\p{M}+/gu;

/** What a mail client makes a link of: the dots of a name, and what follows a scheme. */
const dotInName = /[.\u2024\u3002\uff0e\uff61](?=[\p{L}\p{M}]{2})/gu;
const afterScheme = /:(?=[/\\])/g;
/** White space to every client, and hardly seen by a reader. A character without width would be ignored. */
const gap = '\u200a';

const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(lineBreak, '\n')
    .replace(invisible, '')
    .replace(/\t/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(piledMarks, '$1');

const oneLine = (text: string): string => visible(text).replace(/\s+/g, ' ').trim();

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/**
 * A stranger's words as a letter may carry them.
 * @param max characters; what is longer ends in an ellipsis
 * @param shape `line` (names, subjects) has no line breaks; `lines` (messages, reasons) keeps them, with
 *   one empty line at a time
 */
export function clean(text: string, max: number, shape: 'line' | 'lines' = 'line'): string {
  const kept = shape === 'line' ? oneLine(text) : own(text);
  return cut(kept, max).replace(afterScheme, `:${gap}`).replace(dotInName, `${gap}$&`);
}

/** What one of us wrote: as harmless in headers and markup, but free to name an address. */
export const own = (text: string): string =>
  visible(text)
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** A whole subject, ours and cleaned words together: one line that every client shows. */
export const subjectLine = (text: string): string => cut(oneLine(text), 150);

/** Whether a value could break out of the header that it stands in. */
export const breaksHeader = (value: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(value);
