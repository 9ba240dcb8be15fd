/**
 * How words are compared in a search: by their sound, so that spellings in Latin letters and in Devanagari meet
 * (docs/search.md). Hindi words in Latin letters have no fixed spelling: "rukhi", "rookhi" and "रूखी" are one word.
 */

/** Vowels are written `a e i o u`; a consonant without a vowel sign has an `a`. */
const consonants: Record<string, string> = {
  ...{ क: 'k', ख: 'k', ग: 'g', घ: 'g', ङ: 'n', च: 'C', छ: 'C', ज: 'j', झ: 'j', ञ: 'n' },
  ...{ ट: 't', ठ: 't', ड: 'd', ढ: 'd', ण: 'n', त: 't', थ: 't', द: 'd', ध: 'd', न: 'n' },
  ...{ प: 'p', फ: 'f', ब: 'b', भ: 'b', म: 'm', य: 'i', र: 'r', ल: 'l', व: 'v', ळ: 'l' },
  ...{ श: 's', ष: 's', स: 's', ह: 'h' },
};
const vowels: Record<string, string> = {
  ...{
    अ: 'a',
    आ: 'a',
    इ: 'i',
    ई: 'i',
    उ: 'u',
    ऊ: 'u',
    ऋ: 'ri',
    ए: 'e',
    ऐ: 'e',
    ओ: 'o',
    औ: 'o',
    ऑ: 'o',
    ऍ: 'e',
  },
};
const signs: Record<string, string> = {
  ...{ 'ा': 'a', 'ि': 'i', 'ी': 'i', 'ु': 'u', 'ू': 'u', 'ृ': 'ri', 'े': 'e', 'ै': 'e', 'ो': 'o', 'ौ': 'o' },
  ...{ 'ॉ': 'o', 'ॅ': 'e', '्': '' },
};
const nasals: Record<string, string> = { 'ं': 'n', 'ँ': 'n' };
const nukta = '\u093c';

const isVowel = (letter: string | undefined): boolean => letter !== undefined && 'aeiou'.includes(letter);

/** The sounds of a word in Devanagari. The vowel of a bare consonant is silent at the end and in the middle. */
function fromDevanagari(word: string): string {
  const sounds: string[] = [];
  const letters = [...word];
  for (const [n, letter] of letters.entries()) {
    const consonant = consonants[letter];
    if (consonant !== undefined) {
      const next = letters[n + 1] === nukta ? letters[n + 2] : letters[n + 1];
      // `A` is the vowel that is not written.
      sounds.push(consonant, next !== undefined && next in signs ? '' : 'A');
    } else sounds.push(vowels[letter] ?? signs[letter] ?? nasals[letter] ?? '');
  }
  return sounds
    .join('')
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
  [/ee|ea|ie|y/g, 'i'],
  [/oo/g, 'u'],
  [/au|ou/g, 'o'],
  [/ai|ei|ae/g, 'e'],
  [/i(?=[aeou])/g, 'i'],
];

/** A text in the form in which it is compared: one Unicode form, lower case, no accents, no invisible characters. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\p{Cf}\p{Cc}]/gu, (mark) => (/\s/.test(mark) ? ' ' : ''))
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966));

/**
 * The sound of a word that {@link normalizeText} returned. Final vowels and the English plural do not count:
 * "rukhi" and "rukha", "pimple" and "pimples" sound alike. Numbers stay as they are.
 */
export function soundOf(word: string): string {
  if (/\d/.test(word)) return word;
  let sound = /[\u0900-\u097f]/.test(word)
    ? fromDevanagari(word)
    : spellings.reduce((text, [spelling, written]) => text.replace(spelling, written), word);
  sound = sound.replace(/(.)\1+/gu, '$1');
  if (sound.length > 4) sound = sound.replace(/(?<=[^s])s$/, '');
  return sound.length > 3 ? sound.replace(/[aeiou]+$/, '') : sound;
}

const alike = new Map<string, number>();
for (const pair of ['kg', 'td', 'bp', 'bv', 'fp', 'vf', 'sj', 'sC', 'jC', 'gj', 'nm', 'rl', 'ks'])
  for (const both of [pair, [...pair].reverse().join('')]) alike.set(both, 0.5);

const costOfOne = (letter: string): number => (isVowel(letter) ? 0.4 : 'hn'.includes(letter) ? 0.5 : 1);

function costOfChange(a: string, b: string): number {
  if (a === b) return 0;
  if (isVowel(a) && isVowel(b)) return 0.35;
  return alike.get(a + b) ?? (isVowel(a) === isVowel(b) ? 1 : 1.2);
}

/**
 * How differently two words sound: the least sum of letters that are added, left out, changed or swapped. Vowels and
 * similar consonants count less, an error at the start counts more.
 * @param limit nothing above it is of interest @returns Infinity above it
 */
export function soundDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) * 0.4 > limit) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last: number[] = [0];
  for (let j = 1; j <= b.length; j++)
    last[j] = (last[j - 1] ?? 0) + costOfOne(b[j - 1] ?? '') * (j === 1 ? 1.5 : 1);
  for (let i = 1; i <= a.length; i++) {
    const start = i === 1 ? 1.5 : 1;
    const letter = a[i - 1] ?? '';
    const row = [(last[0] ?? 0) + costOfOne(letter) * start];
    let least = row[0] ?? 0;
    for (let j = 1; j <= b.length; j++) {
      const other = b[j - 1] ?? '';
      const first = i === 1 && j === 1 ? 1.5 : 1;
      let cost = Math.min(
        (last[j] ?? 0) + costOfOne(letter) * (j === 1 ? start : 1),
        (row[j - 1] ?? 0) + costOfOne(other) * (i === 1 ? first : 1),
        (last[j - 1] ?? 0) + costOfChange(letter, other) * first,
      );
      if (i > 1 && j > 1 && letter === b[j - 2] && a[i - 2] === other)
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 0.8);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = row;
  }
  const distance = last[b.length] ?? Number.POSITIVE_INFINITY;
  return distance <= limit ? distance : Number.POSITIVE_INFINITY;
}

/** The largest distance of a misspelt word, by the length of the right one. Short words must be right. */
export const distanceLimit = (length: number): number =>
  length < 4 ? 0 : length < 5 ? 0.5 : length < 6 ? 1 : length < 9 ? 1.3 : 2;
