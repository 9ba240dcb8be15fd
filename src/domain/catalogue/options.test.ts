/** Pickers of two and three options, over products with any combinations. */
import { describe, expect, test } from 'vitest';
import { type Random, randomFrom } from '../../../tests/support/random.ts';
import { askedVariant, openingVariant, variantAddress } from './opening-variant.ts';
import { attributesOf, chosenVariant, propertyOf, valuesOf, variantsWith } from './options.ts';
import { productContent } from './product-content.ts';
import { sellablesOf } from './sellable.ts';

/** Some of all combinations of two or three options, in any order. */
function anyProduct({ between, chance, shuffled }: Random) {
  const options = Array.from({ length: between(2, 3) }, (_, option) =>
    Array.from({ length: between(1, 5) }, (_, value) => `${'abc'[option]}${value}`),
  );
  const combinations = options.reduce<string[][]>(
    (all, values) => all.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  );
  const some = shuffled(combinations).filter(() => chance(0.6));
  return (some.length ? some : combinations).map((choices, place) => ({
    id: place ? `tee--${choices.join('-')}` : 'tee',
    choices,
    isOut: chance(0.3),
  }));
}

const random = randomFrom(54);
const products = Array.from({ length: 300 }, () => anyProduct(random));
/** Each value of each option, with what is chosen before. */
const clicks = products.flatMap((all) =>
  all.flatMap(({ choices }) =>
    choices.flatMap((_, option) => valuesOf(all, option).map((value) => ({ all, choices, option, value }))),
  ),
);

describe('of any product', () => {
  test('a choice leads to a variant with this value and the choices before it, or cannot be made', () => {
    for (const { all, choices, option, value } of clicks) {
      const to = chosenVariant(all, choices, option, value);
      expect(Boolean(to)).toBe(variantsWith(all, choices, option, value).length > 0);
      if (to)
        expect(to.choices.slice(0, option + 1)).toEqual(choices.with(option, value).slice(0, option + 1));
    }
  });

  test('the other choices stay where there is such a variant, sold out or not', () => {
    for (const { all, choices, option, value } of clicks) {
      const wanted = choices.with(option, value).join();
      const same = all.find((one) => one.choices.join() === wanted);
      if (same) expect(chosenVariant(all, choices, option, value)).toBe(same);
    }
  });

  test('no other one is nearer, and of two that are as near, the sold-out one is not taken', () => {
    for (const { all, choices, option, value } of clicks) {
      const kept = (one: { choices: string[] }) =>
        one.choices.map((each, place) => Number(place <= option || each === choices[place])).join('');
      const to = chosenVariant(all, choices, option, value);
      if (!to) continue;
      const others = variantsWith(all, choices, option, value);
      expect(others.filter((one) => kept(one) > kept(to))).toEqual([]);
      const near = others.filter((one) => kept(one) === kept(to));
      expect(to).toBe(near.find(({ isOut }) => !isOut) ?? near[0]);
    }
  });

  test('each variant is reached from each other one, one option after the other', () => {
    for (const all of products.slice(0, 60))
      for (const from of all)
        for (const to of all) {
          const end = to.choices.reduce<(typeof all)[number] | undefined>(
            (at, value, option) => at && chosenVariant(all, at.choices, option, value),
            from,
          );
          expect(end).toBe(to);
        }
  });

  test('it opens with what the address names; else with its own id, or the first that is in stock', () => {
    for (const all of products) {
      const inStock = all.find(({ isOut }) => !isOut);
      expect(openingVariant(all, 'tee', 'tee')).toBe(all[0]?.isOut ? (inStock ?? all[0]) : all[0]);
      expect(openingVariant(all, 'tee', 'tee--gone')).toBe(openingVariant(all, 'tee', 'tee'));
      for (const one of all.slice(1)) expect(openingVariant(all, 'tee', one.id)).toBe(one);
    }
  });

  test('the address of a choice names it, and keeps its other parameters', () => {
    for (const { id } of products.flat()) {
      const url = variantAddress(
        'https://shop.example/product/tee?utm_source=x&variant=gone#reviews',
        'tee',
        id,
      );
      expect(askedVariant('tee', url)).toBe(id);
      expect([url.searchParams.get('utm_source'), url.hash]).toEqual(['x', '#reviews']);
    }
  });
});

test.each([
  ['Colour', 'color'],
  ['COLOR', 'color'],
  ['Shade', 'color'],
  ['Size (EU)', 'size'],
  ['Fabric', 'material'],
  ['Print', 'pattern'],
  ['Scent', undefined],
  ['Oversized', undefined],
])('%s is %s for search engines', (name, property) => expect(propertyOf(name)).toBe(property));

const tee = {
  name: 'Tee',
  price: 499,
  category: 'other',
  placeholder: true,
  options: ['Colour', 'Size'],
  variants: [
    { label: 'Red / S', choices: ['Red', 'S'] },
    { id: 'red-m', label: 'Red / M', choices: ['Red', 'M'] },
  ],
};

test('search engines get each choice; of two options that are one property, the second has its name', () => {
  const [[, sold] = []] = sellablesOf('tee', productContent.parse(tee));
  const choices = [...(sold?.choices ?? []), { name: 'Lens colour', value: 'Grey' }];
  expect(attributesOf({ label: null, kind: null, choices })).toEqual([
    { name: 'Colour', value: 'Red', property: 'color' },
    { name: 'Size', value: 'S', property: 'size' },
    { name: 'Lens colour', value: 'Grey' },
  ]);
  expect(attributesOf({ label: 'Rose', kind: 'shade', choices: [] })).toEqual([
    { name: 'shade', value: 'Rose', property: 'color' },
  ]);
});

const [first, second] = tee.variants;
test.each([
  ['one option', { options: ['Size'] }, 'options: has one: a product has two or three options, or none'],
  ['four', { options: ['a', 'b', 'c', 'd'] }, 'options: must be at most 3'],
  ['one twice', { options: ['Size', 'size'] }, 'options: names one twice'],
  ['none to choose', { variants: [] }, 'options: must be left out: there are no sizes or shades to choose'],
  [
    'a variant without choices',
    { variants: [first, { ...second, choices: [] }] },
    'variants.1.choices: must be 2, one for each option: Colour, Size',
  ],
  [
    'the same choices twice',
    { variants: [first, { ...second, choices: ['red', 's'] }] },
    'variants.1.choices: are those of another one too: red, s',
  ],
  [
    'choices without options',
    { options: [] },
    'variants.0.choices: must be left out: the product has no options',
  ],
])('%s is refused', (_, fields, message) => {
  const { error } = productContent.safeParse({ ...tee, ...fields });
  expect(error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)).toContain(message);
});
