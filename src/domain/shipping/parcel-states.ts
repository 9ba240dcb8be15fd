/** What a courier's text says of a parcel, by the phrases of `content/courier-statuses.yaml`. Pure. */
import { type ReportedState, reportedStates } from '#domain/orders/bulk-constants.ts';
import { keysOf } from '#lib/keys.ts';

/** `unchanged`: known, and changes nothing. */
export const phraseStates = [...reportedStates, 'unchanged'] as const;
/** `unknown`: no phrase fits, or phrases of several states do. */
export type ParcelState = ReportedState | 'unchanged' | 'unknown';

/** What a phrase can contain in braces, with the list that it stands for. */
export const placeholders = { '{recipient}': 'recipients', '{sender}': 'senders' } as const;
type Placeholder = keyof typeof placeholders;

/** @property ignored words that say nothing, such as `item` */
export type StatusPhrases = Record<
  'ignored' | (typeof placeholders)[Placeholder] | (typeof phraseStates)[number],
  readonly string[]
>;

/** `…`, which stands for any words or for none, as a word. */
const anyWords = '{}';
/** Longest text that is compared, characters: a status is a few words. */
const maxText = 200;

/** `2026-11-27`, `27/11/2026`, `27 Nov 2026`, `14:05`, `2:05 PM`. */
const dateOrTime =
  /\d{4}-\d{1,2}-\d{1,2}(?:T(?=\d))?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[- ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[- ,]+\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m\b)?/gi;

/** The words of a text in small letters; `InTransit` and `in_transit` have two. */
const wordsIn = (text: string): string[] =>
  text
    .replace(/…|\.{3,}/g, ` ${anyWords} `)
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\{\w*\}|[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The words of a phrase or text by which it is compared. */
export const comparedWords = (text: string, ignored: readonly string[]): string[] =>
  wordsIn(text).filter((word) => !ignored.includes(word));

/** Words that may be written as one, so that `out for delivery` is also `outfordelivery`. */
const spaced = (words: readonly string[]): string => words.join(' ?');

function patternOf(phrase: string, phrases: StatusPhrases): RegExp {
  const parts = comparedWords(phrase, phrases.ignored).map((word) => {
    const list = Object.hasOwn(placeholders, word) ? phrases[placeholders[word as Placeholder]] : undefined;
    return list ? `(?:${list.map((one) => spaced(comparedWords(one, phrases.ignored))).join('|')})` : word;
  });
  // Each part brings the space before it, so that `…` may stand for nothing.
  const pattern = parts
    .map((part, place) => {
      if (part === anyWords) return place ? '(?: .*)?' : '(?:.* )?';
      const before = parts[place - 1];
      if (before === undefined || (before === anyWords && place === 1)) return part;
      return before === anyWords ? ` ${part}` : ` ?${part}`;
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}

/**
 * A function that says what a status stands for. A text is known when the whole of it fits a phrase; one that fits phrases
 * of several states is not.
 */
export function parcelStates(phrases: StatusPhrases): (status: string) => ParcelState {
  const patterns = phraseStates.map(
    (state) => [state, phrases[state].map((phrase) => patternOf(phrase, phrases))] as const,
  );
  return (status) => {
    if (status.length > maxText) return 'unknown';
    const text = comparedWords(
      status
        .normalize('NFKC')
        .replace(/[{}]|\.{3,}/g, ' ')
        .replace(dateOrTime, ' '),
      phrases.ignored,
    ).join(' ');
    const [first, ...others] = text
      ? patterns.flatMap(([state, all]) => (all.some((pattern) => pattern.test(text)) ? [state] : []))
      : [];
    return first && !others.length ? first : 'unknown';
  };
}

/** Phrases that stand in the lists of two states, or have no word of their own. */
export function wrongPhrases(phrases: StatusPhrases): string[] {
  const states = new Map<string, string>();
  return phraseStates.flatMap((state) =>
    phrases[state].flatMap((phrase) => {
      const words = comparedWords(phrase, phrases.ignored);
      const unknown = words.find((word) => /^\{\w/.test(word) && !Object.hasOwn(placeholders, word));
      if (unknown) return [`“${phrase}”: ${unknown} is none of ${keysOf(placeholders).join(', ')}`];
      if (words.every((word) => word === anyWords)) return [`“${phrase}” has no word that is not ignored`];
      const before = states.get(words.join(' '));
      states.set(words.join(' '), state);
      return before && before !== state ? [`“${phrase}” is in two lists`] : [];
    }),
  );
}
