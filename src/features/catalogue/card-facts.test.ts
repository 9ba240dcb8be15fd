import { expect, test } from 'vitest';
import { readProducts, readSearch } from '#tools/lib/content.ts';
import { cardFacts } from './card-facts.ts';

const { ingredients } = readSearch();
const facts = (name: string, netQuantity = '30 ml', parts?: string[]) =>
  cardFacts(
    { keyIngredients: [{ name, what: '' }], netQuantity, parts, variants: [] },
    ingredients,
  ).replaceAll('\u00a0', ' ');

test.each([
  ['Ethyl ascorbic acid, 10%', 'Vitamin C 10% · 30 ml'],
  ['Hyaluronic acid, 2% in all', 'Hyaluronic acid 2% · 30 ml'],
  ['Zinc PCA, 0.5 %', 'Zinc 0.5 % · 30 ml'],
  ['Ceramides NP, AP and EOP', 'Ceramides · 30 ml'],
  ['Saffron (kesar)', 'Saffron · 30 ml'],
  // Of two, the share belongs to the last: both are named.
  ['Neem and salicylic acid, 1%', 'Neem and salicylic acid 1% · 30 ml'],
  ['Something unheard of', 'Something unheard of · 30 ml'],
  ['Extract of one very long flower and of another', 'Extract of one very long… · 30 ml'],
  ['Pneumonoultramicroscopicsilicovolcanoconiosis', 'Pneumonoultramicroscopicsil… · 30 ml'],
])('%s', (name, expected) => expect(facts(name)).toBe(expected));

test('a kit counts its products; a long size is cut at a word', () => {
  expect(facts('Squalane', '150 ml + 30 ml + 50 ml', ['a', 'b', 'c'])).toBe('Squalane · 3 products');
  expect(facts('Squalane', '30 ml in a bottle with a dropper')).toBe('Squalane · 30 ml in a…');
});

test.each([
  [['size', 'size'], '2 sizes'],
  [['shade', 'shade', 'shade'], '3 shades'],
  [['size', 'shade'], '2 choices'],
  [['size', 'size'], '2 choices', ['Red', 'S']],
] as const)(
  'variants are counted instead of the size: %s, %s',
  (kinds, expected, choices: readonly string[] = []) => {
    const variants = kinds.map((kind, n) => ({ label: String(n), kind, choices: [...choices] }));
    const line = cardFacts(
      { keyIngredients: [], netQuantity: '30 ml', parts: undefined, variants },
      ingredients,
    );
    expect(line.replaceAll('\u00a0', ' ')).toBe(expected);
  },
);

test('every product of the shop has a line of at most two lines of a small card', () => {
  for (const product of readProducts().values())
    expect(cardFacts(product, ingredients).length).toBeLessThan(46);
});
