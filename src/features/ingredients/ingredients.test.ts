/** What a label says of its ingredients: lists, what they do, and what a product is free of. */
import { expect, test } from 'vitest';
import { freeOf, groupsOf } from '#domain/ingredients/avoid.ts';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { inciLists, inciLookup, inciNames, ingredientsOf } from '#domain/ingredients/inci.ts';
import { type IngredientContent, ingredientContent } from '#domain/ingredients/ingredient.ts';
import { makeIngredientProducts, productFilter } from '#domain/ingredients/ingredient-filter.ts';
import { countFunctions, describeFunctions } from './summary.ts';

const ingredient = (inci: string, more: object = {}): IngredientContent =>
  ingredientContent.parse({
    inci,
    name: inci,
    hindi: 'पानी',
    functions: ['hydrate'],
    what: 'A liquid.',
    why: 'It is wet.',
    origin: 'plant',
    madeFrom: 'Plants',
    sources: [{ title: 'A book', year: 2020 }],
    ...more,
  });

const entries = new Map([
  ['water', ingredient('Aqua', { synonyms: ['Water'], functions: ['solvent'] })],
  ['glycerin', ingredient('Glycerin', { functions: ['hydrate', 'solvent'] })],
  ['betaine', ingredient('Betaine')],
  ['zinc', ingredient('Zinc Oxide', { functions: ['protect'], origin: 'mineral' })],
  ['linalool', ingredient('Linalool', { functions: ['scent'], groups: ['fragrance'], allergen: true })],
  ['wax', ingredient('Cera Alba', { functions: ['texture'], origin: 'animal' })],
  ['hexanediol', ingredient('1,2-Hexanediol', { functions: ['preserve'] })],
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
    { of: 'Face Wash', names: ['Aqua', 'Glycerin'] },
    { of: 'Day Cream', names: ['Aqua', '1,2-Hexanediol', 'Cera Alba'] },
  ]);
  expect(idsOf(list)).toEqual(['water', 'glycerin', 'hexanediol', 'wax']);
});

test('no list has no names', () => expect([inciLists(''), inciNames(' ')]).toEqual([[{ names: [] }], []]));

test('an entry explains all spellings of a name', () =>
  expect(idsOf('AQUA, water, zinc  oxide (NANO), Unknown')).toEqual(['water', 'zinc']));

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
  expect(freeOf('Aqua, Glycerin', lookup)).toEqual([...freeFromGroups]);
  expect(freeOf('Aqua, Linalool, Cera Alba', lookup)).toEqual([
    'essential-oils',
    'drying-alcohol',
    'silicones',
  ]);
  for (const unknown of [undefined, '', 'Aqua, Unobtainium']) expect(freeOf(unknown, lookup)).toEqual([]);
});

test('filters: with an ingredient, free of all groups', () => {
  const lists = {
    plain: 'Aqua, Glycerin',
    scented: 'Aqua, Linalool',
    waxy: 'Aqua, Cera Alba',
    unlisted: undefined,
  };
  const file = makeIngredientProducts(Object.entries(lists), lookup);
  const meeting = (filter: Parameters<typeof productFilter>[1]) =>
    Object.keys(lists).filter((id) => productFilter(JSON.parse(JSON.stringify(file)), filter)({ id }));
  expect(meeting({ with: 'water', free: [] })).toEqual(['plain', 'scented', 'waxy']);
  expect(meeting({ with: '', free: ['fragrance'] })).toEqual(['plain', 'waxy']);
  expect(meeting({ with: 'water', free: ['fragrance', 'animal'] })).toEqual(['plain']);
  expect(meeting({ with: 'linalool', free: ['fragrance'] })).toEqual([]);
  for (const unknown of ['gold', 'constructor', '__proto__'])
    expect(meeting({ with: unknown, free: [] })).toEqual([]);
});
