/** The size or shade that a search names: "mineral tint beige". */
import { soundOf } from './sounds.ts';
import type { ProductVariant, SearchProduct } from './text-index.ts';
import { wordsOf } from './tokens.ts';

const soundsOf = (text: string): Set<string> => new Set(wordsOf(text).map((word) => soundOf(word)));

/** Words that all variants have do not distinguish them: "ml". */
function distinctive(variants: readonly ProductVariant[]): Set<string>[] {
  const all = variants.map(({ label }) => soundsOf(label));
  const common = [...(all[0] ?? [])].filter((sound) => all.every((sounds) => sounds.has(sound)));
  return all.map((sounds) => new Set([...sounds].filter((sound) => !common.includes(sound))));
}

/** @returns the id of the one variant that has most of the text's words; undefined where none or two have */
export function namedVariant(
  { variants, name }: Pick<SearchProduct, 'variants' | 'name'>,
  text: string,
): string | undefined {
  if (!variants || !text) return undefined;
  const own = soundsOf(name);
  const typed = [...soundsOf(text)].filter((sound) => !own.has(sound));
  const counts = distinctive(variants).map((sounds) => typed.filter((sound) => sounds.has(sound)).length);
  const most = Math.max(...counts);
  const [first, second] = variants.filter((_, n) => counts[n] === most);
  return most > 0 && !second ? first?.id : undefined;
}
