/** Makes `/services.json`, in the build. */
import { soundOf } from 'search/sounds';
import { wordsOf } from 'search/tokens';
import type { SearchContent } from './search-content.ts';
import type { FileService } from './services.ts';

/** The sounds of phrases, without those that a phrase of one word finds: "track my order" by "order". */
function shortest(phrases: readonly string[]): string {
  const all = phrases.map(wordsOf);
  const alone = new Set(all.flatMap((words) => (words.length === 1 ? [soundOf(...words)] : [])));
  const needed = all.filter((words) => words.length === 1 || !words.some((word) => alone.has(soundOf(word))));
  return [...new Set(needed.map((words) => soundOf(...words)))].sort().join(' ');
}

export const makeServices = ({ services }: SearchContent): FileService[] =>
  services.map(({ title, text, link, english, hindi, hinglish }) => ({
    title,
    text,
    link,
    sounds: shortest([...english, ...hindi, ...hinglish]),
  }));
