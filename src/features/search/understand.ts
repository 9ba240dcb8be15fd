/** What a typed text means: words, concepts, a price, exclusions (docs/search.md). */
import { formatPrice } from '#lib/money.ts';
import type { Concept, Entry, Vocabulary } from './vocabulary.ts';
import { normalizeText, soundOf } from './sounds.ts';

/** @property text as it was typed @property sound of a word; a number as digits */
type Token = { text: string; sound: string; number: number | undefined };

/** Longest name of a concept, words. */
const longestPhrase = 4;
/** Most words that are read; the others do not count. */
const mostTokens = 20;

/** The words and numbers of a text. A hyphen counts between numbers only: "300-600". */
export function tokensOf(text: string): Token[] {
  const words = normalizeText(text).match(/\d+(?:[.,]\d+)*|(?<=\d\s*)[-–—](?=\s*\d)|[\p{L}\p{M}]+|₹/gu) ?? [];
  return words.slice(0, mostTokens).map((word) => {
    const number = /^\d/.test(word) ? Number(word.replaceAll(',', '')) : undefined;
    return { text: word, sound: /^[-–—]$/.test(word) ? '-' : soundOf(word), number };
  });
}

/** Something that was understood. @property words positions of its tokens */
export type Clause =
  | { kind: 'concept'; concept: Concept; off: number; words: number[] }
  | { kind: 'without'; concept: Concept; words: number[] }
  | { kind: 'price'; least: number; most: number; words: number[] }
  | { kind: 'word'; entry: Entry; words: number[]; off: number }
  | { kind: 'unknown'; text: string; words: number[] };

/** @property label of the chip @property rest the typed text without its words */
export type Understood = { kind: string; id: string; label: string; rest: string };

type Found = { start: number; end: number; entry: Entry | undefined; off: number };

/** The best reading of the tokens: as few and as long words of the vocabulary as possible, with few errors. */
function read(tokens: readonly Token[], vocabulary: Vocabulary, typing: boolean): Found[] {
  const best: { score: number; found: Found[] }[] = [{ score: 0, found: [] }];
  for (let end = 1; end <= tokens.length; end++) {
    let top = {
      score: (best[end - 1]?.score ?? 0) - 1,
      found: [...(best[end - 1]?.found ?? []), { start: end - 1, end, entry: undefined, off: 0 } as Found],
    };
    for (let start = Math.max(0, end - longestPhrase); start < end; start++) {
      const part = tokens.slice(start, end);
      if (part.some(({ sound }) => sound === '-')) continue;
      const alone = part.length === 1;
      if (alone && part[0]?.number !== undefined) continue;
      const text = part.map(({ text }) => text).join('');
      const sound = alone ? (part[0]?.sound ?? '') : soundOf(text);
      const match = vocabulary.find(sound, alone && typing && end === tokens.length);
      if (!match) continue;
      const score = (best[start]?.score ?? 0) + sound.length - 2.5 * match.off + (part.length - 1) * 0.5;
      if (score > top.score)
        top = { score, found: [...(best[start]?.found ?? []), { start, end, ...match }] };
    }
    best.push(top);
  }
  return best.at(-1)?.found ?? [];
}

const positions = ({ start, end }: Found): number[] =>
  Array.from({ length: end - start }, (_, n) => start + n);

/** Whether the reading says something about the kind. */
const isKind = (found: Found | undefined, ...kinds: string[]): boolean =>
  found?.entry?.concept !== undefined && kinds.includes(found.entry.concept.kind);

/**
 * Amounts: "under 500", "500 se kam", "300-600", "₹500". @returns the clause, and how many readings it takes; undefined
 * when no amount begins here
 */
function priceAt(all: readonly Found[], at: number, tokens: readonly Token[]) {
  const number = (n: number) => {
    const found = all[n];
    return found && found.end - found.start === 1 ? tokens[found.start]?.number : undefined;
  };
  let n = at;
  let currency = false;
  const skip = (...kinds: string[]) => {
    const from = n;
    while (isKind(all[n], ...kinds)) n += 1;
    return n > from;
  };
  const takeCurrency = () => {
    if (skip('currency')) currency = true;
  };
  const amount = () => {
    takeCurrency();
    const value = number(n);
    if (value === undefined) return undefined;
    n += 1;
    takeCurrency();
    return value;
  };
  const clause = (least: number, most: number) => ({
    clause: {
      kind: 'price' as const,
      least: Math.round(Math.min(least, most) * 100),
      most: Math.round(Math.max(least, most) * 100),
      words: all.slice(at, n).flatMap(positions),
    },
    taken: n - at,
  });
  const under = skip('under');
  const above = !under && skip('above');
  const between = !under && !above && skip('between');
  const first = amount();
  if (first === undefined) return undefined;
  if (above) return clause(first, Number.MAX_SAFE_INTEGER / 100);
  const dash = tokens[all[n]?.start ?? -1]?.sound === '-';
  if (!under && (dash || isKind(all[n], 'between', 'underAfter') || (between && isKind(all[n], 'filler')))) {
    const beforeSecond = n;
    n += 1;
    const second = amount();
    if (second !== undefined && (between || currency || Math.min(first, second) >= 50)) {
      skip('underAfter', 'between');
      return clause(first, second);
    }
    n = beforeSecond;
  }
  if (under) {
    skip('underAfter');
    return clause(0, first);
  }
  if (skip('underAfter')) {
    skip('filler', 'underAfter');
    return clause(0, first);
  }
  if (skip('aboveAfter')) {
    skip('filler', 'aboveAfter');
    return clause(first, Number.MAX_SAFE_INTEGER / 100);
  }
  return currency ? clause(0, first) : undefined;
}

/**
 * Reads a text.
 * @param typing whether its last word may be unfinished
 */
export function understand(
  text: string,
  vocabulary: Vocabulary,
  typing: boolean,
): { tokens: Token[]; clauses: Clause[] } {
  const tokens = tokensOf(text);
  const all = read(tokens, vocabulary, typing);
  const clauses: Clause[] = [];
  for (let n = 0; n < all.length; n++) {
    const found = all[n] as Found;
    const price = priceAt(all, n, tokens);
    if (price) {
      clauses.push(price.clause);
      n += price.taken - 1;
      continue;
    }
    const concept = found.entry?.concept;
    if (concept?.kind === 'without') {
      // "without fragrance", "bina kisi khushboo ke"
      let next = n + 1;
      while (isKind(all[next], 'filler')) next += 1;
      const target = all[next];
      if (target?.entry?.concept && isKind(target, 'free', 'ingredient', 'concern', 'texture', 'type')) {
        clauses.push({
          kind: 'without',
          concept: target.entry.concept,
          words: all.slice(n, next + 1).flatMap(positions),
        });
        n = next;
        if (isKind(all[n + 1], 'without', 'freeOf')) n += 1;
      }
      continue;
    }
    let after = n + 1;
    while (isKind(all[after], 'filler') && after < n + 3) after += 1;
    if (concept && isKind(found, 'free', 'ingredient') && isKind(all[after], 'freeOf', 'without')) {
      // "fragrance free", "khushboo ke bina". A "without" that has a word of its own belongs to that.
      const own = isKind(all[after], 'without') && isKind(all[after + 1], 'free', 'ingredient');
      if (!own) {
        clauses.push({ kind: 'without', concept, words: all.slice(n, after + 1).flatMap(positions) });
        n = after;
        continue;
      }
    }
    const words = positions(found);
    if (concept) {
      if (concept.kind === 'free') {
        if (found.entry?.own) clauses.push({ kind: 'without', concept, words });
      } else clauses.push({ kind: 'concept', concept, off: found.off, words });
    } else if (found.entry) clauses.push({ kind: 'word', entry: found.entry, words, off: found.off });
    else clauses.push({ kind: 'unknown', text: tokens[found.start]?.text ?? '', words });
  }
  return { tokens, clauses };
}

function labelOf(clause: Clause): string | undefined {
  if (clause.kind === 'price') {
    const { least, most } = clause;
    if (most > 1e12) return `above ${rupees(least)}`;
    return least ? `${rupees(least)} to ${rupees(most)}` : `under ${rupees(most)}`;
  }
  if (clause.kind === 'without') return `no ${clause.concept.label}`;
  return clause.kind === 'concept' ? clause.concept.label : undefined;
}

const rupees = (paise: number): string => formatPrice(paise).replace(/\.00$/, '');

const silent = new Set([
  'without',
  'freeOf',
  'under',
  'underAfter',
  'above',
  'aboveAfter',
  'between',
  'currency',
  'filler',
  'notSold',
]);

/** What was understood, for the chips above the results, in the order of the text. */
export function describeClauses(tokens: readonly Token[], clauses: readonly Clause[]): Understood[] {
  return clauses.flatMap((clause) => {
    const label = labelOf(clause);
    if (!label || (clause.kind === 'concept' && silent.has(clause.concept.kind))) return [];
    return {
      kind: clause.kind === 'concept' ? clause.concept.kind : clause.kind,
      id: clause.kind === 'price' ? 'price' : 'concept' in clause ? clause.concept.id : '',
      label,
      rest: tokens
        .filter((_, n) => !clause.words.includes(n))
        .map(({ text }) => text)
        .join(' ')
        .normalize(),
    };
  });
}
