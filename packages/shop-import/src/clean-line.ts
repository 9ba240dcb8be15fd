/**
 * Cleans a line that people type, paste or export. Contacts and chats put marks of direction around numbers, phones write
 * digits of their own script, and copied text has spaces and dashes of many kinds.
 */

/** Characters without a picture of their own: marks of direction, soft hyphens, byte order marks, variation selectors. */
const invisible = /(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}\ufffc]/gu;
const lineBreaks = /[\s,]*[\n\v\f\r\u0085\u2028\u2029][\s,]*/g;
const spaces = /[\t\p{Z}\u2800]+/gu;
const dashes = /[\p{Pd}\u02d7\u2043\u2212\u2796]/gu;

/** NFKC makes a space with an accent of these, such as of `´`, and `121/2` of `12½`. */
const compatible = (typed: string): string =>
  typed
    .replace(/\p{Nd}(?=[\u00bc-\u00be\u2150-\u215f])/gu, '$& ')
    .replace(/[^\p{Sk}]+/gu, (part) => part.normalize('NFKC'))
    .replaceAll('\u2044', '/');

/** A digit of any script as 0 to 9: in Unicode each script has its ten digits in a row. */
function plainDigit(digit: string): string {
  const isDigit = /^\p{Nd}$/u;
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * The zero-width joiner and non-joiner change the shape of letters in Indian scripts and in Urdu. We keep both between such
 * letters, and the joiner after a virama at the end of a word. Elsewhere we remove them.
 */
const joinable = '\\u0620-\\u06d3\\u0900-\\u0963\\u0971-\\u0dff';
const viramas = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca';
const joiners = new RegExp(
  `(?<=[${joinable}])([\\u200c\\u200d])[\\u200c\\u200d]*(?=[${joinable}])|(?<=[${viramas}])(\\u200d)[\\u200c\\u200d]*|[\\u200c\\u200d]`,
  'g',
);

/**
 * A name, an address or another text in one line: Unicode's compatible form, digits 0 to 9, `-` for every dash, single
 * spaces, and nothing invisible but zero-width joiners between Indian letters.
 * @param lineBreak stands for a line break, with the commas beside it
 */
export const cleanLine = (typed: string, lineBreak = ' '): string =>
  compatible(typed)
    .replace(invisible, '')
    .replace(/(?![0-9])\p{Nd}/gu, plainDigit)
    .replace(joiners, '$1$2')
    .replace(dashes, '-')
    .trim()
    .replace(lineBreaks, lineBreak)
    .replace(spaces, ' ')
    .trim();
