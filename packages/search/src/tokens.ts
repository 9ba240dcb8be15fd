/** The words and numbers of a typed text. */
import { normalizeText, soundOf } from './sounds.ts';

/** @property text as it is compared @property number its value, if it is one */
export type Token = { text: string; sound: string; number: number | undefined };

/** Numbers in words, by their sound. Only with "hundred" or "thousand" do they count: "do" and "to" are other words. */
const digits = [...'one two three four five six seven eight nine'.split(' ').entries()]
  .concat([...'ek do teen chaar paanch chhe saat aath nau'.split(' ').entries()])
  .map(([n, word]) => [soundOf(word), n + 1] as const);
const digitOf = new Map([...digits, [soundOf('char'), 4], [soundOf('cheh'), 6], [soundOf('chah'), 6]]);
const powerOf = new Map([
  ...['hundred', 'sau', 'saw'].map((word) => [soundOf(word), 100] as const),
  ...['thousand', 'hazaar', 'hajar'].map((word) => [soundOf(word), 1_000] as const),
]);

/** The words, numbers and signs of a text in the form in which they are compared. */
export const wordsOf = (text: string): string[] =>
  normalizeText(text).match(/\d+(?:[.,]\d+)*|(?<=\d\s*)[-–—&](?=\s*[₹\d])|[\p{L}\p{M}]+|[₹<>]/gu) ?? [];

const numberIn = (word: string): number | undefined =>
  /^\d/.test(word) ? Number(word.replaceAll(',', '')) : undefined;

/** "paanch sau" and "5 hundred" are one number. */
function joinNumbers(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const before = joined.at(-1);
    const power = powerOf.get(token.sound);
    const factor = before && (before.number ?? digitOf.get(before.sound));
    if (power && before && factor)
      joined.splice(-1, 1, {
        text: `${before.text} ${token.text}`,
        sound: token.sound,
        number: factor * power,
      });
    else joined.push(token);
  }
  return joined;
}

/**
 * The words and numbers of a text. A hyphen counts between numbers only: "300-600".
 * @param most words that are read; the others do not count
 */
export const tokensOf = (text: string, most = 20): Token[] =>
  joinNumbers(
    wordsOf(text)
      .slice(0, most)
      .map((word) => ({ text: word, sound: soundOf(word), number: numberIn(word) })),
  );
