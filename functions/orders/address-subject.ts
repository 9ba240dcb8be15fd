/**
 * A delivery address as a key that small variations of its text do not change: case, spaces, punctuation, the order of
 * its parts, digits of other scripts, usual abbreviations and spellings. It is no postal parser: somebody who invents another
 * street has another key, and the limits of the network and of the whole shop remain.
 */

/** Words that say what a number is, which people leave out or put in. */
const fillers = new Set(
  'a the of in at to no nr num number flat flt apartment apartments apt apts unit house hse door plot plt room rm shop floor flr fl building bldg bld tower twr wing block blk near opp opposite behind beside next india'.split(
    ' ',
  ),
);

/** Abbreviations of words that stay. */
const abbreviations: Record<string, string> = {
  rd: 'road',
  st: 'street',
  str: 'street',
  ln: 'lane',
  ave: 'avenue',
  av: 'avenue',
  sq: 'square',
  ngr: 'nagar',
  clny: 'colony',
  col: 'colony',
  soc: 'society',
  socy: 'society',
  sec: 'sector',
  sect: 'sector',
  ph: 'phase',
  extn: 'extension',
  ext: 'extension',
  mn: 'main',
  mkt: 'market',
  hosp: 'hospital',
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
  sixth: '6',
};

/** Digits of any script as `0` to `9`: scripts number theirs in blocks of ten. */
const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && (digit.codePointAt(0) ?? 0) - zero < 9)
      zero -= 1;
    return String((digit.codePointAt(0) ?? 0) - zero);
  });

/** How a word sounds: its consonants, those that people confuse as one. Other scripts and numbers stay as they are. */
function soundOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const [first = '', ...rest] = word
    .replace(/ph/g, 'f')
    .replace(/([bcdgjkpst])h/g, '$1')
    .replace(/x/g, 'ks')
    .replace(/[cq]/g, 'k')
    .replace(/w/g, 'v')
    .replace(/z/g, 's')
    .replace(/j/g, 'g')
    .replace(/(.)\1+/g, '$1');
  return first + rest.join('').replace(/[aeiouyh]/g, '');
}

/** The parts of an address in one form, sorted: `3 g m rd` of "Flat 3, M.G. Road". */
export function addressKey({ address, zipcode }: { address: string; zipcode: string }): string {
  const plain = asciiDigits(address.normalize('NFKD'))
    .toLowerCase()
    // Accents of Latin letters, and dots inside of abbreviations.
    .replace(/[\u0300-\u036f'’.]/g, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1');
  const words = (plain.match(/\d+|[\p{L}\p{M}]+/gu) ?? [])
    .map((word) => abbreviations[word] ?? word.replace(/^0+(?=\d)/, ''))
    .filter((word) => !fillers.has(word) && word !== zipcode)
    // "MG", "M G" and "M.G." are the same letters.
    .flatMap((word) => (/^[a-z]{1,2}$/.test(word) ? [...word] : [soundOf(word)]));
  return [...new Set(words)].sort().join(' ');
}
