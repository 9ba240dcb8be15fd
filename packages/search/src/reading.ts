/** Reads the words of a text as entries of the vocabulary. */
import type { KnownKind } from './search-file.ts';
import { soundOf } from './sounds.ts';
import type { Token } from './tokens.ts';
import type { Entry, Vocabulary } from './vocabulary.ts';

/** Words of the longest phrase that is one concept. */
const longestPhrase = 4;

/** Shortest text that is read as two joined words, letters: "nightcream" has ten. */
const shortestPair = 6;

/**
 * Words that were read as an entry of the vocabulary, or as none.
 * @property start position of the first token @property end after the last one @property off errors, 0 for none
 */
export type Reading = { start: number; end: number; entry?: Entry; off: number };

/** A token that nobody separated: "nightcream". */
function readPair(text: string, position: number, vocabulary: Vocabulary): Reading[] {
  if (text.length < shortestPair) return [];
  for (let cut = 3; cut <= text.length - 3; cut++) {
    const parts = [text.slice(0, cut), text.slice(cut)].map((part) => vocabulary.get(part, soundOf(part)));
    if (parts.every((entry) => entry !== undefined))
      return parts.map((entry) => ({ start: position, end: position + 1, off: 0, ...(entry && { entry }) }));
  }
  return [];
}

/** The best reading of the tokens: as many of them as possible in entries, with few errors, in long phrases. */
export function read(tokens: readonly Token[], vocabulary: Vocabulary): Reading[] {
  const best: { score: number; readings: Reading[] }[] = [{ score: 0, readings: [] }];
  const before = (position: number) => best[position] ?? { score: 0, readings: [] };
  for (let end = 1; end <= tokens.length; end++) {
    const alone = { start: end - 1, end, off: 0 };
    let top = { score: before(end - 1).score - 1, readings: [...before(end - 1).readings, alone as Reading] };
    for (let start = Math.max(0, end - longestPhrase); start < end; start++) {
      const part = tokens.slice(start, end);
      const single = part.length === 1;
      const texts = part.map(({ text }) => text);
      const sound = soundOf(...texts);
      const match = vocabulary.find(texts.join(''), sound, single && end === tokens.length);
      const found = match
        ? [{ start, end, ...match }]
        : single
          ? readPair(texts.join(''), start, vocabulary)
          : [];
      if (!found.length) continue;
      const score = before(start).score + sound.length - 2.5 * (match?.off ?? 0) + (part.length - 1) * 0.5;
      if (score > top.score) top = { score, readings: [...before(start).readings, ...found] };
    }
    best.push(top);
  }
  return before(tokens.length).readings;
}

/** Whether a reading is a concept of one of the kinds. */
export const isKind = (reading: Reading | undefined, ...kinds: KnownKind[]): boolean =>
  reading?.entry?.concept !== undefined && kinds.includes(reading.entry.concept.kind as KnownKind);
