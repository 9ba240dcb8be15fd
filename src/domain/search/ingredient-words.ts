/** Finds ingredients by their other names, in every script, by sound, as the search finds products. */
import { distanceLimit, soundDistance, soundOf } from 'search/sounds';
import { wordsOf } from 'search/tokens';
import type { IngredientContent } from '#domain/ingredients/ingredient.ts';
import type { SearchContent } from './search-content.ts';

/** `/ingredient-words.json`: the sounds of an ingredient's names, space between them, by its id. */
export type IngredientWords = Record<string, string>;

/** @param concepts ingredients of `content/search.yaml` */
export function makeIngredientWords(
  entries: Iterable<readonly [id: string, IngredientContent]>,
  concepts: SearchContent['ingredients'],
): IngredientWords {
  return Object.fromEntries(
    [...entries].map(([id, { inci, synonyms, name, hindi }]) => {
      const labels = [inci, ...synonyms];
      const known = concepts.filter((concept) =>
        concept.inci.some((beginning) =>
          labels.some((label) => label.toLowerCase().startsWith(beginning.toLowerCase())),
        ),
      );
      const names = [
        ...labels,
        name,
        hindi,
        ...known.flatMap(({ label, english, hindi, hinglish }) => [label, ...english, ...hindi, ...hinglish]),
      ];
      const sounds = names.flatMap((one) => {
        const words = wordsOf(one);
        return [soundOf(...words), ...words.map((word) => soundOf(word))];
      });
      return [id, [...new Set(sounds)].filter((sound) => sound.length > 1).join(' ')];
    }),
  );
}

/** The ids of ingredients with a name that sounds like the text, or begins so; where there is none, nearly so. */
export function ingredientsLike(words: IngredientWords, text: string): ReadonlySet<string> {
  const sound = soundOf(...wordsOf(text));
  if (sound.length < 2) return new Set();
  const matching = (is: (one: string) => boolean) =>
    Object.entries(words).flatMap(([id, sounds]) => (sounds.split(' ').some(is) ? [id] : []));
  const found = matching((one) => one.startsWith(sound));
  const limit = distanceLimit(sound.length);
  return new Set(found.length ? found : matching((one) => soundDistance(sound, one, limit) <= limit));
}
