/** What editors write of ingredients: each label explained once, nothing promised, nobody frightened. */
import { expect, test } from 'vitest';
import { inciLookup } from '#domain/ingredients/inci.ts';
import { inciNames } from '#domain/ingredients/inci-list.ts';
import { readIngredients, readProducts, readSearch } from '#tools/lib/content.ts';

const entries = [...readIngredients()].map(([id, entry]) => ({ id, ...entry }));
const lookup = inciLookup(entries.map((entry) => [entry.id, entry]));

/** The products with a list of their own: that of a kit repeats those of its parts. */
const products = [...readProducts()].filter(([, { category }]) => category !== 'kit');
const labels = new Set(products.flatMap(([, { ingredients }]) => inciNames(ingredients ?? '')));

/** The id that an INCI name gives: `1,2-Hexanediol` is `1-2-hexanediol`. */
const idOf = (inci: string): string =>
  inci
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** What an editor writes, without the titles of sources. */
const textsOf = (entry: (typeof entries)[number]): string => {
  const { name, what, why, usual, madeFrom, caution, pregnancy } = entry;
  return [name, what, why, usual, madeFrom, caution, pregnancy].join(' ');
};

test('every name on a label has an entry, and every entry is on a label', () => {
  const explained = new Set<string>();
  for (const name of labels) explained.add(lookup(name)?.id ?? `${name} is not explained`);
  expect([...explained].sort()).toEqual(entries.map(({ id }) => id).sort());
});

test('no two entries claim the same spelling', () => {
  const spellings = entries.flatMap(({ inci, synonyms }) =>
    [inci, ...synonyms].map((spelling) => spelling.toLowerCase()),
  );
  expect(spellings.filter((spelling, n) => spellings.indexOf(spelling) !== n)).toEqual([]);
});

test('a product that the search offers in pregnancy holds nothing to ask a doctor about', () => {
  for (const [id, { tags, ingredients }] of products)
    if (tags.includes('pregnancy'))
      expect(
        inciNames(ingredients ?? '').filter((name) => lookup(name)?.ingredient.pregnancy),
        id,
      ).toEqual([]);
});

const concerns = new Set(readSearch().concerns.map(({ id }) => id));

/** Promises of a medicine, words that frighten, and scores without evidence. */
const forbidden =
  /\b(toxi\w*|non-?toxic|chemical[- ]free|cure[sd]?|treat(s|ed|ing|ment|ments)?|heal(s|ed|ing)?|comedogenic\w*|detox\w*|poison\w*|miracle|whiten\w*|fairness|anti-?age?ing|hypoallergenic|dermatologist[- ]tested)\b/i;

/** Rules, each with what breaks it. */
const rules: [rule: string, broken: (entry: (typeof entries)[number]) => boolean][] = [
  ['is named after its INCI name', ({ id, inci }) => id !== idOf(inci)],
  [
    'names concerns that the search knows',
    (entry) => [...entry.concerns, ...entry.worsens].some((id) => !concerns.has(id)),
  ],
  [
    'makes no concern worse that it is there for',
    (entry) => entry.worsens.some((id) => entry.concerns.includes(id)),
  ],
  [
    'is nothing for oily skin if it may make acne worse, and the other way round',
    (entry) => entry.unsuitable.includes('Oily Skin') !== entry.worsens.includes('acne'),
  ],
  [
    'is nothing for sensitive skin if it is a fragrance allergen',
    ({ allergen, unsuitable }) => allergen && !unsuitable.includes('Sensitive Skin'),
  ],
  ['has a caution if it may make something worse', ({ worsens, caution }) => worsens.length > 0 && !caution],
  ['promises and frightens nobody', (entry) => forbidden.test(textsOf(entry))],
  [
    'ends its note for pregnancy with the doctor',
    ({ pregnancy }) => pregnancy !== undefined && !/(^| )Please ask your doctor[^.]*\.$/.test(pregnancy),
  ],
  ['has a name in Devanagari', ({ hindi }) => !/\p{Script=Devanagari}/u.test(hindi)],
  [
    'calls no skin type both suitable and unsuitable',
    (entry) => entry.suits.some((type) => entry.unsuitable.includes(type)),
  ],
  [
    'is a fragrance if it is an allergen or an essential oil',
    ({ allergen, groups }) =>
      (allergen || groups.includes('essential-oils')) && !groups.includes('fragrance'),
  ],
];

test.each(rules)('each entry %s', (_rule, broken) => {
  expect(entries.filter(broken).map(({ id }) => id)).toEqual([]);
});
