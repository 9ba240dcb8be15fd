/** The text of an ingredient list before its names are read: characters, lines, brackets and separators. */

/** Named characters of HTML that lists are pasted with. */
const characters: Record<string, string> = {
  amp: '&',
  apos: "'",
  bull: '•',
  dagger: '†',
  deg: '°',
  eacute: 'é',
  frasl: '/',
  gt: '>',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: ' ',
  ndash: '–',
  plusmn: '±',
  quot: '"',
  reg: '®',
  sup1: '¹',
  sup2: '²',
  sup3: '³',
  trade: '™',
};

function decodeEntity(entity: string, decimal?: string, hex?: string, name = ''): string {
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
  return Object.hasOwn(characters, name) ? (characters[name] ?? entity) : entity;
}

/** Stands for `(and)`, which joins the parts of a blend: a character that no text has. */
export const blend = '\ue000';

/**
 * One form of what is written in several: entities, spaces, full-width letters, dashes that are hyphens. Footnote marks
 * such as ¹ stay, and letters as they are.
 */
export const cleanText = (text: string): string =>
  text
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,6})|([a-z]+\d?));/gi, decodeEntity)
    .normalize('NFC')
    // A space without a break, as programs with another encoding write it.
    .replace(/¬†|Â\u00a0/g, ' ')
    .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ue000]/g, '')
    .replace(/\u3001/g, ', ')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000\uff01-\uff5e\ufb00-\ufb06]/g, (one) =>
      one.normalize('NFKC'),
    )
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/\u2044/g, '/')
    .replace(/\r\n?|[\u2028\u2029\v\f]|\t+/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?[([](?:and|&|et)[)\]] ?/gi, blend);

const openers = '([{';
const closers = ')]}';

/** Pairs of brackets: the position of the end by that of the beginning. Brackets without a partner are in none. */
export function bracketPairs(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  // By units of UTF-16, as positions in a text count.
  for (let n = 0; n < text.length; n++) {
    const character = text.charAt(n);
    if (openers.includes(character)) open.push(n);
    const kind = closers.indexOf(character);
    if (kind < 0) continue;
    const partner = open.findLastIndex((at) => text[at] === openers[kind]);
    if (partner < 0) continue;
    pairs.set(open[partner] as number, n);
    open.length = partner;
  }
  return pairs;
}

/** Whether positions are inside a pair of brackets. */
function insideOf(text: string): (position: number) => boolean {
  const pairs = bracketPairs(text);
  return (position) => [...pairs].some(([from, to]) => position > from && position < to);
}

/**
 * Cuts a text at what a pattern matches, outside brackets.
 * @param pattern global; what it matches is dropped @param isCut refuses a match
 */
export function cutAt(
  text: string,
  pattern: RegExp,
  isCut: (at: number, from: number) => boolean = () => true,
): string[] {
  const isInside = insideOf(text);
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index < from || isInside(index) || !isCut(index, from)) continue;
    pieces.push(text.slice(from, index));
    from = index + found.length;
  }
  return [...pieces, text.slice(from)];
}

/** Beginnings and ends of a name's number before and after a comma: `1,2-Hexanediol`, `N,N-Dimethyl…`. */
const before = /(?:^|[\s(,-])(\d{1,2}|[a-z])['′]?$/i;
const after = /^(\d{1,2}|[a-z])['′]?[,-]/i;

/** Whether a comma separates two names. @param at of the comma @param from where the name before it begins */
function separates(text: string, at: number, from: number): boolean {
  const [left, right] = [text.slice(from, at), text.slice(at + 1)];
  // `1, 2-Hexanediol`: a digit alone is no name.
  if (/^\s/.test(right)) return !(/^\s*(?:\d|N)$/.test(left) && /^\s+(?:\d+|N)-/.test(right));
  if (/\d$/.test(left) && /^(?:\d+\s*%|\d{3}\s*(?:mg|mcg|ppm|iu)\b)/i.test(right)) return false;
  const [, first] = before.exec(left) ?? [];
  const [, second] = after.exec(right) ?? [];
  return !first || !second || Number(first) > Number(second);
}

const separators = /* @__PURE__ */ new RegExp(
  `,|;|${blend}|[•●▪◦‣∙]|\\s[·|]\\s|\\s(?:and/or|and|&)\\s`,
  'gi',
);

/** Marks that separate names where there is no comma. */
const rareSeparators: readonly [pattern: RegExp, least: number][] = [
  [/\s[*–—-]\s/g, 2],
  [/\s\/\s/g, 4],
];

/** Whether a text says anything. */
export const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether a text has names separated by commas. */
export const hasCommas = (text: string): boolean => /[,;•]/.test(text);

/** The parts between separators, trimmed and without those that hold nothing. */
export function separated(text: string): string[] {
  const rare = hasCommas(text)
    ? undefined
    : rareSeparators.find(([pattern, least]) => [...text.matchAll(pattern)].length >= least)?.[0];
  return cutAt(text, rare ?? separators, (at, from) => text[at] !== ',' || separates(text, at, from))
    .map((part) =>
      part
        .trim()
        .replace(/^(?:and|&)\s+/i, '')
        .trim(),
    )
    .filter(hasLetters);
}
