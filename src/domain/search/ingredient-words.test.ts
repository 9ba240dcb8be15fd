/** The list of ingredients finds them by the names that people use, in every script. */
import { expect, test } from 'vitest';
import { readIngredients, readSearch } from '#tools/lib/content.ts';
import { ingredientsLike, makeIngredientWords } from './ingredient-words.ts';

const words = makeIngredientWords(readIngredients(), readSearch().ingredients);
const found = (text: string) => [...ingredientsLike(words, text)].sort();

test.each([
  ['haldi', 'curcuma'],
  ['हल्दी', 'curcuma'],
  ['turmeric', 'curcuma'],
  ['vit c', 'ascorbic'],
  ['mulethi', 'glycyrrhiza'],
  ['kesar', 'crocus'],
  ['केसर', 'crocus'],
  ['नियासिनामाइड', 'niacinamide'],
  ['niacinamid', 'niacinamide'],
  ['retinol', 'bakuchiol'],
  ['gulab', 'rosa'],
])('%s', (text, part) => {
  expect(found(text).length).toBeGreaterThan(0);
  expect(found(text).every((id) => id.includes(part))).toBe(true);
});

test('a single letter, and what sounds like nothing, find none', () => {
  for (const text of ['', ' ', 'h', '!!!', 'xylophone']) expect(found(text)).toEqual([]);
});
