/** What a label says of its ingredients: lists, what they do, and what a product is free of. */
import { expect, test } from 'vitest';
import { avoidedIn, groupsOf } from '#domain/ingredients/avoid.ts';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { explain, inciLookup, ingredientsOf, mentionedIn } from '#domain/ingredients/inci.ts';
import { inciLists, inciNames } from '#domain/ingredients/inci-list.ts';
import { applyFilter, makeIngredientProducts, productFilter } from '#domain/ingredients/ingredient-filter.ts';
import { sampleIngredient } from '#domain/ingredients/testing/sample-ingredient.ts';
import { unknownNames } from '#domain/ingredients/unknown-names.ts';
import { countFunctions, describeFunctions } from './summary.ts';

const entries = new Map([
  ['water', sampleIngredient('Aqua', { synonyms: ['Water'], functions: ['solvent'] })],
  ['glycerin', sampleIngredient('Glycerin', { functions: ['hydrate', 'solvent'] })],
  ['betaine', sampleIngredient('Betaine')],
  ['zinc', sampleIngredient('Zinc Oxide', { functions: ['protect'], origin: 'mineral' })],
  ['linalool', sampleIngredient('Linalool', { functions: ['scent'], groups: ['fragrance'], allergen: true })],
  ['wax', sampleIngredient('Cera Alba', { functions: ['texture'], origin: 'animal' })],
  ['hexanediol', sampleIngredient('1,2-Hexanediol', { functions: ['preserve'] })],
  ['colour', sampleIngredient('CI 77947', { functions: ['colour'] })],
]);
const lookup = inciLookup(entries);
const idsOf = (list: string) => ingredientsOf(list, lookup).map(({ id }) => id);

test('a comma separates names only before a space, and a final stop is none', () =>
  expect(inciNames('Aqua, 1,2-Hexanediol,  Zinc Oxide (nano).')).toEqual([
    'Aqua',
    '1,2-Hexanediol',
    'Zinc Oxide (nano)',
  ]));

test('the list of a kit names its products', () => {
  const list = 'Face Wash: Aqua, Glycerin. Day Cream: Aqua, 1,2-Hexanediol, Cera Alba.';
  expect(inciLists(list)).toEqual([
    { of: 'Face Wash', names: ['Aqua', 'Glycerin'], notes: [] },
    { of: 'Day Cream', names: ['Aqua', '1,2-Hexanediol', 'Cera Alba'], notes: [] },
  ]);
  expect(idsOf(list)).toEqual(['water', 'glycerin', 'hexanediol', 'wax']);
});

test('no list has no names', () => expect([inciLists(''), inciNames(' ')]).toEqual([[], []]));

test('an entry explains all spellings of a name', () =>
  expect(idsOf('AQUA, water, zinc  oxide (NANO), Unknown')).toEqual(['water', 'zinc']));

test.each<[name: string, ids: string[]]>([
  ['Water (Aqua)', ['water']],
  ['Purified Water (Aqua)', ['water']],
  ['Aqua/Water/Eau', ['water']],
  ['Nature’s best (Aqua/Water)', ['water']],
  ['*Glycerin', ['glycerin']],
  ['*CO Glycerin', ['glycerin']],
  ['Glycerin¹', ['glycerin']],
  ['Glycerin (Vegetable)', ['glycerin']],
  ['Glycerin 5%', ['glycerin']],
  ['5.0 % w/w Glycerin', ['glycerin']],
  ['Glycerin (2–5%)', ['glycerin']],
  ['Aqua q.s. to 100%', ['water']],
  ['1, 2-Hexanediol', ['hexanediol']],
  ['Zinc Oxide [nano]', ['zinc']],
  ['C.I. 77947', ['colour']],
  ['White (CI77947)', ['colour']],
  ['Glycerin/Betaine', ['glycerin', 'betaine']],
  // What it was made from, what may be in it, other substances.
  ['Sodium Lauryl Sulphate (Water)', []],
  ['Lavender Oil (Linalool)', []],
  ['Glycerin/Stardust', []],
  ['Aqua Stardust', []],
  ['Shades (CI 77947, CI 11111)', []],
  ['', []],
])('%s is explained by %j', (name, ids) => expect(explain(name, lookup).map(({ id }) => id)).toEqual(ids));

test('a name that is not known as a whole may mention an ingredient', () => {
  expect(mentionedIn('Lavender Oil (Linalool, Geraniol)', lookup).map(({ id }) => id)).toEqual(['linalool']);
  expect(mentionedIn('Stardust/Betaine', lookup).map(({ id }) => id)).toEqual(['betaine']);
});

test('names without an entry, the most frequent first, with their products', () => {
  const lists = {
    a: 'Aqua, Stardust 2%, Moonlight',
    b: 'STARDUST*, Glycerin. *From space. Free from parabens.',
    c: 'Aqua',
    d: undefined,
  };
  expect(unknownNames(Object.entries(lists), lookup)).toEqual([
    { name: 'Stardust', products: ['a', 'b'] },
    { name: 'Moonlight', products: ['a'] },
  ]);
});

test('each ingredient counts once, for the most important thing that it does', () => {
  const counted = countFunctions(
    ingredientsOf('Aqua, Glycerin, Betaine, Zinc Oxide', lookup).map((one) => one.ingredient),
  );
  expect(counted).toEqual({ skin: ['2 hydrate', '1 filters UV'], formula: ['1 dissolves the others'] });
  expect(describeFunctions({ functions: ['brighten', 'balance'] })).toBe(
    'Brightens the look of skin, balances oil.',
  );
});

test('animal origin is a group that follows from the origin', () => {
  const [wax, linalool] = [entries.get('wax'), entries.get('linalool')];
  expect([wax && groupsOf(wax), linalool && groupsOf(linalool)]).toEqual([['animal'], ['fragrance']]);
});

test('a product is said to be free of something only if its whole list is known', () => {
  expect(avoidedIn('Aqua, Glycerin', lookup).free).toEqual([...freeFromGroups]);
  expect(avoidedIn('Aqua, Linalool, Cera Alba', lookup).free).toEqual([
    'essential-oils',
    'drying-alcohol',
    'silicones',
  ]);
  for (const unknown of [undefined, '', 'Aqua, Unobtainium'])
    expect(avoidedIn(unknown, lookup).free).toEqual([]);
});

test('of a list that is not explained as a whole it is not known what else is in the product', () => {
  expect(avoidedIn('Aqua, Linalool', lookup).unknown).toEqual([]);
  const others = freeFromGroups.filter((group) => group !== 'fragrance');
  for (const list of [
    'Aqua, Linalool, Stardust',
    'Aqua, Lavender Oil (Linalool)',
    'Key ingredients: Aqua, Linalool',
    'Aqua, Linalool. See the pack for all ingredients.',
  ])
    expect(avoidedIn(list, lookup), list).toEqual({ free: [], unknown: others });
  for (const list of [undefined, '', 'Made in India'])
    expect(avoidedIn(list, lookup)).toEqual({ free: [], unknown: [...freeFromGroups] });
  expect(
    avoidedIn('Water (Aqua), *Glycerin (5%). *Certified organic. Free from parabens.', lookup).free,
  ).toEqual([...freeFromGroups]);
  expect(avoidedIn('Aqua. May contain: Cera Alba', lookup).free).not.toContain('animal');
  expect(
    avoidedIn('Key ingredients:\nBetaine: it hydrates.\nIngredients: Aqua, Betaine', lookup).unknown,
  ).toEqual([]);
  expect(avoidedIn('Aqua, Betaine, etc.', lookup).free).toEqual([]);
});

test('filters: with an ingredient, free of all groups', () => {
  const lists = {
    plain: 'Aqua, Glycerin',
    scented: 'Aqua, Linalool',
    waxy: 'Aqua, Cera Alba',
    unlisted: undefined,
    odd: 'Aqua, Cera Alba, Stardust',
  };
  const file = makeIngredientProducts(Object.entries(lists), lookup);
  const meeting = (filter: Parameters<typeof productFilter>[1]) =>
    Object.keys(lists).filter(
      (id) => productFilter(JSON.parse(JSON.stringify(file)), filter)({ id }) === 'met',
    );
  expect(meeting({ with: 'water', free: [] })).toEqual(['plain', 'scented', 'waxy', 'odd']);
  expect(meeting({ with: '', free: ['fragrance'] })).toEqual(['plain', 'waxy']);
  expect(meeting({ with: 'water', free: ['fragrance', 'animal'] })).toEqual(['plain']);
  expect(meeting({ with: 'linalool', free: ['fragrance'] })).toEqual([]);
  const products = Object.keys(lists).map((id) => ({ id }));
  const shown = (sort: string, unknown: string[] = []) => {
    const found = applyFilter(
      products,
      unknown,
      productFilter(file, { with: '', free: ['fragrance'] }),
      sort,
    );
    return [found.products.map(({ id }) => id), found.unknown];
  };
  // Those that may have it are shown last, but for an order of prices.
  expect(shown('relevant')).toEqual([
    ['plain', 'waxy', 'unlisted', 'odd'],
    ['unlisted', 'odd'],
  ]);
  expect(shown('relevant', ['plain', 'scented'])).toEqual([
    ['waxy', 'plain', 'unlisted', 'odd'],
    ['plain', 'unlisted', 'odd'],
  ]);
  expect(shown('low-high', ['plain'])[0]).toEqual(['plain', 'waxy', 'unlisted', 'odd']);
  const animal = productFilter(file, { with: '', free: ['fragrance', 'animal'] });
  expect(products.map(animal)).toEqual(['met', undefined, undefined, 'unknown', undefined]);
  for (const unknown of ['gold', 'constructor', '__proto__'])
    expect(meeting({ with: unknown, free: [] })).toEqual([]);
});
