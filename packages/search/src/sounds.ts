/**
 * How words are compared in a search: by their sound, so that spellings in Latin letters and in Devanagari meet. Hindi words
 * in Latin letters have no fixed spelling: "rukhi", "rookhi" and "रूखी" are one word.
 */

/**
 * Makes a function that returns the sound of a Devanagari letter. The vowels are `a e i o u`; `R` is "ri". A consonant
 * without a vowel sign ends in `a`.
 * @param sounds in the order of Unicode, from the letter `first` on; a space for a letter that Hindi does not use
 */
const tableFrom = (first: string, sounds: string) => {
  const start = first.charCodeAt(0);
  return (letter: string): string | undefined => sounds[letter.charCodeAt(0) - start]?.trim();
};
const vowelOf = tableFrom('अ', 'aaiiuuR e eeo oo');
const consonantOf = tableFrom('क', 'kkggnCCjjnttddnttddn pfbbmir ll vsssh');
const signOf = tableFrom('\u093e', 'aiiuuR e eeo oo ');
const nasals = '\u0901\u0902';
const nukta = '\u093c';

const isVowel = (letter: string | undefined): boolean => letter !== undefined && 'aeiouY'.includes(letter);

/** The sounds of a word in Devanagari. The vowel of a bare consonant is silent at the end and in the middle. */
function fromDevanagari(word: string): string {
  const sounds: string[] = [];
  const letters = [...word];
  for (const [n, letter] of letters.entries()) {
    const consonant = consonantOf(letter);
    if (consonant) {
      const next = letters[n + 1] === nukta ? letters[n + 2] : letters[n + 1];
      // `A` is the vowel that is not written.
      sounds.push(consonant, next !== undefined && signOf(next) !== undefined ? '' : 'A');
    } else sounds.push(vowelOf(letter) || signOf(letter) || (nasals.includes(letter) ? 'n' : ''));
  }
  return sounds
    .join('')
    .replaceAll('R', 'ri')
    .replace(/A(?=n?$)/, '')
    .replace(/(?<=[aeiou][^aeiouA])A(?=[^aeiouA][aeiouA])/g, '')
    .replaceAll('A', 'a');
}

/** Spellings in Latin letters that sound alike. In this order. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ksh/g, 'ks'],
  [/x/g, 'ks'],
  [/t?chh?/g, 'C'],
  [/sh|ss/g, 's'],
  [/ph/g, 'f'],
  [/([kgtdbj])h/g, '$1'],
  [/ck|qu?/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/wh?/g, 'v'],
  [/z/g, 'j'],
  // An English adjective is another word: "cream" and "creamy".
  [/y$/, 'Y'],
  [/ee|ea|ie|y/g, 'i'],
  [/oo/g, 'u'],
  [/au|ou/g, 'o'],
  [/ai|ei|ae/g, 'e'],
  [/i(?=[aeou])/g, 'i'],
];

/** Apostrophes, and the signs that keyboards and imports write for them: `'`, `’`, `ʼ`, `′`, an accent alone. */
const apostrophes =
  /['`\u00b4\u02b9-\u02bf\u02c8-\u02cb\u02ee\u2018\u2019\u201b\u2032\u2035\u275b\u275c\ua78c\uff07]/gu;

/** Latin letters that have no accent to take away. */
const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** A text with spaces for its apostrophes: the parts of "L'Oréal" as words. */
export const splitAtApostrophes = (text: string): string => text.replace(apostrophes, ' ');

/**
 * A text in the form in which it is compared: one Unicode form, lower case, no accents, no apostrophes, no invisible
 * characters.
 */
export const normalizeText = (text: string): string =>
  text
    .replace(apostrophes, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøłđı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\u0300-\u036f\p{Cf}\p{Cc}]/gu, (mark) => (/\s/.test(mark) ? ' ' : ''))
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966));

/** The sounds of a word. The English plural does not count. */
const letters = (word: string): string => {
  if (/\d/.test(word)) return word;
  if (/[\u0900-\u097f]/.test(word)) return fromDevanagari(word);
  const one = word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word;
  return spellings.reduce((text, [spelling, written]) => text.replace(spelling, written), one);
};

/**
 * The sound of a phrase, as one word: "face wash" and "facewash" sound alike. Its final vowels do not count: "rukhi" and
 * "rukha" sound alike; those of a short word do: "vitamin e".
 * @param words that {@link normalizeText} returned
 */
export function soundOf(...words: string[]): string {
  const sounds = words.map((word) => letters(word).replace(/([^\d])\1+/gu, '$1'));
  const last = sounds.at(-1) ?? '';
  const cut = last.length > 3 && !/\d/.test(last) ? last.replace(/[aeiou]+$/, '') : last;
  return [...sounds.slice(0, -1), cut].join('').replace(/([^\d])\1+/gu, '$1');
}

/** Pairs of consonants that are mistaken for each other. */
const alike = 'kg td bp bv fp vf sj sC jC gj nm rl ks'.split(' ');

/** Letters by their code: the cost of one that is added or left out, and of one that stands for another. */
const codes = 128;
const costOfOne = new Float64Array(codes).fill(1);
const costOfChange = new Float64Array(codes * codes).fill(1);
const codeOf = (letter: string | undefined): number => letter?.charCodeAt(0) ?? 0;
for (const vowel of 'aeiouY') {
  costOfOne[codeOf(vowel)] = 0.4;
  for (let code = 0; code < codes; code++) {
    const cost = isVowel(String.fromCharCode(code)) ? 0.35 : 1.2;
    costOfChange[codeOf(vowel) * codes + code] = cost;
    costOfChange[code * codes + codeOf(vowel)] = cost;
  }
}
for (const weak of 'hn') costOfOne[codeOf(weak)] = 0.5;
for (const [a, b] of alike) {
  costOfChange[codeOf(a) * codes + codeOf(b)] = 0.5;
  costOfChange[codeOf(b) * codes + codeOf(a)] = 0.5;
}

/** Errors at the start of a word count more. */
const startFactor = 1.5;
const swapped = 0.8;

/** The consonants of a sound, a bit each. */
export function consonantsOf(sound: string): number {
  let bits = 0;
  for (let n = 0; n < sound.length; n++) {
    const letter = sound[n];
    if (!isVowel(letter)) bits |= letter === 'C' ? 1 << 26 : 1 << ((codeOf(letter) & 31) % 26);
  }
  return bits;
}

const countBits = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1) count += 1;
  return count;
};

/** A distance that is never larger than {@link soundDistance}, and quick: each consonant that is missing costs 0.5. */
export const leastDistance = (a: number, b: number): number =>
  0.5 * Math.max(countBits(a & ~b), countBits(b & ~a));

let [beforeLast, last, row] = [new Float64Array(200), new Float64Array(200), new Float64Array(200)];

/**
 * How differently two words sound: the least sum of letters that are added, left out, changed or swapped. Vowels and
 * similar consonants count less, an error at the start counts more.
 * @param limit nothing above it is of interest @returns Infinity above it
 */
export function soundDistance(a: string, b: string, limit: number): number {
  const none = Number.POSITIVE_INFINITY;
  if (a === b) return 0;
  if (Math.max(a.length, b.length) >= last.length) return none;
  last[0] = 0;
  for (let j = 1; j <= b.length; j++)
    last[j] =
      (last[j - 1] as number) +
      (costOfOne[b.charCodeAt(j - 1) % codes] as number) * (j === 1 ? startFactor : 1);
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1) % codes;
    const one = costOfOne[letter] as number;
    const start = i === 1 ? startFactor : 1;
    row[0] = (last[0] as number) + one * start;
    let least = row[0];
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1) % codes;
      const both = i === 1 && j === 1 ? startFactor : 1;
      let cost =
        (last[j - 1] as number) +
        (letter === other ? 0 : (costOfChange[letter * codes + other] as number) * both);
      cost = Math.min(cost, (last[j] as number) + one * (j === 1 ? start : 1));
      cost = Math.min(cost, (row[j - 1] as number) + (costOfOne[other] as number) * both);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] as number) + swapped);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return none;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  const distance = last[b.length] as number;
  return distance <= limit ? distance : none;
}

/** The largest distance of a misspelt word, by the length of the right one. Short words must be right. */
export const distanceLimit = (length: number): number =>
  length < 4 ? 0 : length < 5 ? 0.5 : length < 6 ? 0.8 : length < 9 ? 1.2 : 1.9;
