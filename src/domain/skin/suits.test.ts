/** What product pages say to shoppers with a profile. */
import { describe, expect, test } from 'vitest';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { inciLookup } from '#domain/ingredients/inci.ts';
import type { IngredientContent } from '#domain/ingredients/ingredient.ts';
import { sampleIngredient } from '#domain/ingredients/testing/sample-ingredient.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { readIngredients, readProducts, readSearch } from '#tools/lib/content.ts';
import { type SkinProfile, wishesOf } from './profile.ts';
import { factsOf, type ProductOfContent, type Reason, reasonsOf } from './suits.ts';

const scented = { groups: ['fragrance'], unsuitable: ['Sensitive Skin'], caution: 'It may itch.' };
const entries: [string, IngredientContent][] = [
  ['water', sampleIngredient('Aqua', { name: 'Water' })],
  ['niacinamide', sampleIngredient('Niacinamide', { suits: ['Oily Skin'], concerns: ['marks', 'pores'] })],
  ['zinc', sampleIngredient('Zinc PCA', { suits: ['Oily Skin'], concerns: ['marks'] })],
  ['salicylic-acid', sampleIngredient('Salicylic Acid', { pregnancy: 'Please ask your doctor first.' })],
  ['linalool', sampleIngredient('Linalool', scented)],
  ['geraniol', sampleIngredient('Geraniol', scented)],
  ['citral', sampleIngredient('Citral', scented)],
  ['eugenol', sampleIngredient('Eugenol', scented)],
  ['clay', sampleIngredient('Kaolin', { worsens: ['pores'], caution: 'It dries skin.' })],
  ['beeswax', sampleIngredient('Cera Alba', { name: 'Beeswax', origin: 'animal' })],
];
const lookup = inciLookup(entries);
const concerns = [
  { id: 'marks', label: 'dark spots and marks' },
  { id: 'pores', label: 'pores' },
  { id: 'sun', label: 'sun protection' },
];
const serum: ProductOfContent = {
  skinTypes: ['Oily Skin', 'Combination Skin'],
  tags: ['marks', 'sun', 'night'],
  ingredients: 'Aqua, Niacinamide, Zinc PCA, Salicylic Acid, Linalool, Geraniol, Cera Alba',
};

const textOf = ({ kind, lead, parts }: Reason): string =>
  `${kind}: ${lead}: ${parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')}`;

/** What the page of a product shows to a profile. */
function shownTo(profile: Partial<SkinProfile>, product: Partial<ProductOfContent> = {}): string[] {
  const wishes = wishesOf({ concerns: [], avoid: [], pregnancy: false, ...profile });
  return reasonsOf(factsOf({ ...serum, ...product }, lookup), concerns)
    .filter(({ wish }) => wishes.includes(wish))
    .map(textOf);
}

describe('skin type', () => {
  test('a product made for it suits, with the ingredients that suit it in particular', () =>
    expect(shownTo({ type: 'Oily Skin' })).toEqual([
      'suits: You have oily skin: it is made for oily and combination skin. Niacinamide and Zinc PCA in it suit this skin type especially.',
    ]));

  test('a product made for other skin is to be thought about twice', () =>
    expect(shownTo({ type: 'Dry Skin' })).toEqual([
      'twice: You have dry skin: it is made for oily and combination skin.',
    ]));

  test('an unsuitable ingredient counts even in a product for every skin: nothing then says that it suits; equal cautions are said once', () =>
    expect(shownTo({ type: 'Sensitive Skin' }, { skinTypes })).toEqual([
      'twice: You have sensitive skin: it contains Linalool and Geraniol. It may itch.',
    ]));

  test('all unsuitable ingredients are named', () =>
    expect(
      shownTo({ type: 'Sensitive Skin' }, { ingredients: 'Linalool, Geraniol, Citral, Eugenol' }),
    ).toContain(
      'twice: You have sensitive skin: it contains Linalool, Geraniol, Citral and Eugenol. It may itch.',
    ));
});

test('concerns are those that the product is made for, with up to three of its ingredients', () => {
  expect(shownTo({ concerns: ['sun', 'marks', 'pores', 'gone'] })).toEqual([
    'suits: You care about dark spots and marks: it contains Niacinamide and Zinc PCA for this.',
    'suits: You care about sun protection: it is made for this.',
  ]);
});

test('an ingredient that may make a concern worse is named, also where the product claims to be made for it', () => {
  const warning = 'twice: You care about pores: it contains Kaolin. It dries skin.';
  const ingredients = 'Aqua, Kaolin, Niacinamide';
  expect(shownTo({ concerns: ['pores'] }, { ingredients })).toEqual([warning]);
  expect(shownTo({ concerns: ['pores'] }, { ingredients, tags: ['pores'] })).toEqual([warning]);
});

describe('what is avoided', () => {
  test('every ingredient of the group is named; the absence is said, too', () =>
    expect(shownTo({ avoid: ['fragrance', 'silicones', 'animal'] })).toEqual([
      'suits: You avoid silicones: the ingredient list has none.',
      'twice: You avoid fragrance: it contains Linalool and Geraniol.',
      'twice: You avoid animal origin: it contains Beeswax.',
    ]));

  test('what only some packs contain is said to be possible', () =>
    expect(shownTo({ avoid: ['animal'] }, { ingredients: 'Aqua. May contain: Cera Alba.' })).toEqual([
      'twice: You avoid animal origin: it may contain Beeswax.',
    ]));

  test.each([undefined, ''])('without a list (%s) the absence is not known', (ingredients) =>
    expect(shownTo({ avoid: ['silicones'] }, { ingredients })).toEqual([
      'note: You avoid silicones: it is not known, since we do not have the whole ingredient list. Please read the pack.',
    ]),
  );

  test.each(['Aqua, Linalool, Unheard-of Extract', 'Key ingredients: Aqua, Niacinamide'])(
    'of a list that is not explained as a whole (%s) the absence is not known',
    (ingredients) =>
      expect(shownTo({ avoid: ['silicones'] }, { ingredients })).toEqual([
        'note: You avoid silicones: it is not known, since the ingredient list has names that we cannot explain. Please read the list.',
      ]),
  );

  test('what is known of such a list still counts', () =>
    expect(shownTo({ avoid: ['fragrance'] }, { ingredients: 'Unheard-of Extract, Linalool' })).toEqual([
      'twice: You avoid fragrance: it contains Linalool.',
    ]));
});

test('in pregnancy and nursing nothing is promised, and the doctor is always named', () => {
  expect(shownTo({ pregnancy: true })).toEqual([
    'twice: You are pregnant or nursing: it contains Salicylic Acid. Please ask your doctor first.',
  ]);
  expect(shownTo({ pregnancy: true }, { ingredients: 'Aqua' })).toEqual([
    'note: You are pregnant or nursing: we do not say that a product is safe in this time. Please ask your doctor about every product that you use.',
  ]);
});

test('an empty profile, and one that the product has nothing for, have no reasons', () => {
  expect(shownTo({})).toEqual([]);
  expect(shownTo({ concerns: ['pores'] })).toEqual([]);
});

describe('all products', () => {
  const real = inciLookup([...readIngredients()]);
  const search = readSearch();
  const everything = {
    concerns: search.concerns.map(({ id }) => id),
    avoid: [...freeFromGroups],
    pregnancy: true,
  };

  test.each([...readProducts()])('%s answers a profile with everything set', (_, product) => {
    const facts = factsOf(product, real);
    const reasons = reasonsOf(facts, search.concerns);
    expect(reasonsOf(facts, search.concerns)).toEqual(reasons);
    for (const type of skinTypes) {
      const wishes = wishesOf({ ...everything, type });
      const shown = reasons.filter(({ wish }) => wishes.includes(wish));
      const answered = (wish: string) => shown.some((reason) => reason.wish === wish);
      expect(wishes.filter((wish) => !wish.startsWith('concerns:') && !answered(wish))).toEqual([]);
      expect(everything.concerns.filter((id) => answered(`concerns:${id}`))).toEqual(
        everything.concerns.filter(
          (id) =>
            product.tags.includes(id) ||
            facts.ingredients.some(({ ingredient }) => ingredient.worsens.includes(id)),
        ),
      );
      const bothWays = shown.filter(
        ({ kind, wish }) =>
          kind === 'suits' && shown.some((one) => one.kind === 'twice' && one.wish === wish),
      );
      expect(bothWays).toEqual([]);
      const order = shown.map(({ kind }) => ['suits', 'twice', 'note'].indexOf(kind));
      expect(order).toEqual(order.toSorted());
      for (const reason of shown) {
        expect(textOf(reason)).toMatch(/[^.]\.$/);
        expect(textOf(reason)).not.toMatch(/%\s*(match|suit)|score|undefined|\.\./);
      }
    }
  });
});
