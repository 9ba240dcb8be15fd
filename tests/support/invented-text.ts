/** Texts of a large catalogue: as long, and as hard to compress, as those that they are made from. */
import { randomFrom } from './random.ts';

/**
 * @param texts whose words follow each other in what is written
 * @param length characters of a text, about @returns writes the n-th text, always the same
 */
export function textWriter(texts: readonly string[], length: number): (n: number) => string {
  const followers = new Map<string, string[]>();
  for (const text of texts) {
    const words = text.split(/\s+/).filter((word) => /^[\p{L}\p{N}’.,:;-]+$/u.test(word));
    for (const [n, word] of words.entries())
      followers.set(word, [...(followers.get(word) ?? []), words[n + 1] ?? words[0] ?? '']);
  }
  const all = [...followers.keys()];
  return (n) => {
    const dice = randomFrom(n);
    const draw = (from: readonly string[]) => from[dice.between(0, from.length - 1)] ?? '';
    let word = draw(all);
    let text = word;
    while (text.length < length) {
      word = draw(followers.get(word) ?? all);
      text += ` ${word}`;
    }
    return text;
  };
}
