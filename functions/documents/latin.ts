/**
 * Texts of people in the letters that the fonts of a PDF have. Each character that a font lacks is written in Latin letters
 * (`any-ascii`), and all others stay.
 */
import anyAscii from 'any-ascii';

/**
 * The scripts of India from Devanagari to Malayalam have one layout: a letter stands at the same place of each block of 128
 * (The Unicode Standard, chapter 12). These letters differ from `any-ascii`, which leaves out marks below and above
 * letters: they are written as on Indian maps and passports (Hunterian).
 */
const places: Readonly<Record<number, string>> = {
  1: 'n',
  2: 'n',
  11: 'ri',
  26: 'ch',
  27: 'chh',
  52: 'zh',
  54: 'sh',
  55: 'sh',
  60: '',
  67: 'ri',
  69: 'e',
  77: '',
};
/** A consonant with a dot below it. */
const dotted: Readonly<Record<string, string>> = { d: 'r', dh: 'rh', j: 'z', ph: 'f', s: 'sh' };

/** A character of these scripts, without the sentence signs that they share. */
const indian = /[\u0900-\u0963\u0966-\u0d7f]+/gu;
const placeOf = (letter = ''): number => letter.charCodeAt(0) & 0x7f;
const [dot, silent, tippi] = [0x3c, 0x4d, '\u0a70'];
/** A consonant has an `a`, unless a vowel sign or its absence is written. The last two are of Bengali. */
const isConsonant = (letter: string): boolean =>
  (placeOf(letter) >= 0x15 && placeOf(letter) <= 0x39) || letter === '\u09f0' || letter === '\u09f1';
/** Devanagari, Bengali, Gurmukhi and Gujarati do not speak the `a` at the end of a word; the scripts after them do. */
const endsSilently = (letter: string): boolean => letter < '\u0b00';

function fromIndian(word: string): string {
  const letters = [...word];
  const sounds = letters.map((letter, n) => {
    const sound = letter === tippi ? 'n' : (places[placeOf(letter)] ?? anyAscii(letter));
    if (!isConsonant(letter)) return sound;
    const isDotted = placeOf(letters[n + 1]) === dot;
    const consonant = isDotted ? (dotted[sound] ?? sound) : sound;
    const next = letters[n + (isDotted ? 2 : 1)];
    if (next && /\p{M}/u.test(next) && placeOf(next) > dot) return consonant;
    const isEnd = !next && n > 0 && placeOf(letters[n - 1]) !== silent;
    return isEnd && endsSilently(letter) ? consonant : `${consonant}a`;
  });
  return sounds.join('');
}

/** These letters stand for vowels in Arabic and Urdu, whose other vowels are not written. */
const arabicVowels: Readonly<Record<string, string>> = { ا: 'a', ع: 'a' };

/** One character as signs or letters of ASCII; nothing for marks and pictures. */
function fromOther(character: string): string {
  const ascii = arabicVowels[character] ?? anyAscii(character);
  return /^:.+:$/.test(ascii) ? '' : ascii;
}

/** The characters of a text that can be seen, each as one code point where there is one. Spaces of any width are spaces. */
export const visibleText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Z}\t-\r]/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');

/**
 * The text without invisible characters and pictures; what a font lacks is in Latin letters.
 * @param canDraw whether the font has a character; it has ASCII
 */
export function latinText(text: string, canDraw: (character: string) => boolean): string {
  if (/^[ -~]*$/.test(text)) return text;
  const visible = visibleText(text);
  const drawable = (word: string, convert: (character: string) => string): string =>
    Array.from(word, (character) => (canDraw(character) ? character : convert(character))).join('');
  // A word of a script without capital letters gets one.
  const words = visible.replaceAll(/\p{Lo}[\p{L}\p{M}]*/gu, (word) => {
    const written = drawable(word.replaceAll(indian, fromIndian), fromOther) || '?';
    return written === word ? word : written.slice(0, 1).toUpperCase() + written.slice(1);
  });
  // A name that is only a picture is written out.
  return drawable(words, fromOther) || anyAscii(visible);
}
