/**
 * What My skin says of each sample product to each skin type with each concern: a table to be read by somebody who knows skin.
 * After a change of the rules or of `content/`, read the difference before it is accepted (`vitest -u`).
 */
import { describe, expect, test } from 'vitest';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { inciLookup } from '#domain/ingredients/inci.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { readIngredients, readProducts, readSearch } from '#tools/lib/content.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { judge, makeSkinMarks } from './marks.ts';
import { wishesOf } from './profile.ts';
import { factsOf, type ProductOfContent, reasonsOf } from './suits.ts';

const ingredients = readIngredients();
const lookup = inciLookup([...ingredients]);
const products = readProducts();
const { concerns } = readSearch();
/** Those that menus name: the others are finer or have no ingredient of their own. */
const columns = concerns.flatMap(({ id, menu }) => (menu ? id : []));
const types = [undefined, ...skinTypes];

/** What a card says: `+` suits, `!` think twice, `.` nothing. */
function signsOf(all: readonly (readonly [id: string, product: ProductOfContent])[]) {
  const marks = makeSkinMarks(
    all.map(([id, product]) => [id, reasonsOf(factsOf(product, lookup), concerns)] as const),
  );
  return (id: string, type: (typeof types)[number], concern: string | undefined): string => {
    const wishes = wishesOf({
      ...(type && { type }),
      concerns: concern ? [concern] : [],
      avoid: [],
      pregnancy: false,
    });
    return { suits: '+', twice: '!', none: '.' }[judge(marks, wishes).markOf(id) ?? 'none'];
  };
}

test('the table of all verdicts', () => {
  const signOf = signsOf([...products]);
  const short = types.map((type) => (type ? type.charAt(0) : '-'));
  const row = (cells: readonly string[]) =>
    cells
      .map((cell, n) => cell.padEnd(n ? 13 : 20))
      .join('')
      .trimEnd();
  const table = [
    `A cell has a sign for each skin type: ${types.map((type, n) => `${short[n]} ${type ?? 'not named'}`).join(', ')}`,
    '+ suits you, ! think twice, . says nothing',
    '',
    row(['', 'no concern', ...columns]),
    row(['', ...['', ...columns].map(() => short.join(''))]),
    ...[...products].map(([id, { name }]) =>
      row([
        name,
        ...[undefined, ...columns].map((concern) => types.map((type) => signOf(id, type, concern)).join('')),
      ]),
    ),
  ];
  expect(`\n${table.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    A cell has a sign for each skin type: - not named, O Oily Skin, D Dry Skin, C Combination Skin, S Sensitive Skin
    + suits you, ! think twice, . says nothing

                        no concern   acne         oiliness     pores        marks        pigmentation dullness     dryness      lines        redness      sun
                        -ODCS        -ODCS        -ODCS        -ODCS        -ODCS        -ODCS        -ODCS        -ODCS        -ODCS        -ODCS        -ODCS
    Aloe Gel Cream      .+!+!        .+!+!        ++!+!        .+!+!        .+!+!        .+!+!        .+!+!        .+!+!        .+!+!        ++!+!        .+!+!
    Renewal Serum       .!++!        .!++!        .!++!        .!++!        .!++!        +!++!        .!++!        .!++!        +!++!        .!++!        .!++!
    Barrier Cream       .!+!+        .!+!+        .!+!+        .!+!+        .!+!+        .!+!+        .!+!+        +!+!+        .!+!+        +!+!+        .!+!+
    Daily Veil          .++++        .++++        .++++        .++++        .++++        .++++        .++++        .++++        .++++        .++++        +++++
    Dew Serum           .++++        .++++        .++++        .++++        .++++        .++++        .++++        +++++        +++++        +++++        .++++
    Hydra Moisturizer   .++++        .++++        .++++        .++++        .++++        .++++        .++++        +++++        .++++        .++++        .++++
    Kumkumadi Oil       .!+!!        !!!!!        !!!!!        !!!!!        .!+!!        +!+!!        +!+!!        +!+!!        .!+!!        !!!!!        .!+!!
    Matte Shield        .+!+!        .+!+!        ++!+!        .+!+!        .+!+!        .+!+!        .+!+!        .+!+!        .+!+!        .+!+!        ++!+!
    Mineral Tint        .!!!+        .!!!+        .!!!+        .!!!+        .!!!+        .!!!+        .!!!+        .!!!+        .!!!+        +!!!+        +!!!+
    Morning Ritual      .+!+!        .+!+!        .+!+!        .+!+!        .+!+!        .+!+!        ++!+!        !!!!!        .+!+!        !!!!!        ++!+!
    Clarity Serum       .+!+!        ++!+!        ++!+!        ++!+!        ++!+!        ++!+!        .+!+!        .+!+!        .+!+!        .+!+!        .+!+!
    Purifying Cleanser  .+!+!        ++!+!        ++!+!        ++!+!        .+!+!        .+!+!        .+!+!        !!!!!        .+!+!        !!!!!        .+!+!
    Rose Toner          .+++!        .+++!        .+++!        .+++!        .+++!        .+++!        .+++!        .+++!        .+++!        !!!!!        .+++!
    Soft Milk Cleanser  .!+!+        .!+!+        .!+!+        .!+!+        .!+!+        .!+!+        .!+!+        +!+!+        .!+!+        +!+!+        .!+!+
    Turmeric Mask       .+!+!        ++!+!        ++!+!        ++!+!        .+!+!        .+!+!        ++!+!        !!!!!        .+!+!        !!!!!        .+!+!
    Glow Serum          .++++        .++++        .++++        .++++        +++++        +++++        +++++        .++++        .++++        .++++        .++++
    "
  `);
});

describe('for any list of ingredients', () => {
  const entries = [...ingredients.values()];
  const random = randomFrom(9);
  const pick = <T>(all: readonly T[]): T => all[random.between(0, all.length - 1)] as T;
  /** A product that claims to be for all skin and against everything, with some ingredients, one of them this one. */
  const claiming = (inci: string): Pick<ProductContent, 'skinTypes' | 'tags' | 'ingredients'> => {
    const others = Array.from({ length: random.between(0, 25) }, () => pick(entries).inci);
    const names = random.shuffled([...others, inci, ...(random.chance(0.3) ? ['Unheard-of Extract'] : [])]);
    return {
      skinTypes: [...skinTypes],
      tags: concerns.map(({ id }) => id),
      ingredients: random.chance(0.2) ? `Aqua. May contain: ${names.join(', ')}` : names.join(', '),
    };
  };

  test('nothing that may make acne worse suits oily or acne-prone skin, whatever the product claims', () => {
    const rich = entries.filter(({ worsens }) => worsens.includes('acne'));
    expect(rich.map(({ name }) => name)).toContain('Sesame oil');
    for (const { inci, worsens } of rich)
      for (let n = 0; n < 100; n++) {
        const product = claiming(inci);
        const signOf = signsOf([['any', product]]);
        for (const { id } of concerns)
          expect([product.ingredients, id, signOf('any', 'Oily Skin', id)]).toContain('!');
        for (const type of types)
          for (const concern of worsens)
            expect([product.ingredients, type, concern, signOf('any', type, concern)]).toContain('!');
      }
  });

  test('no product suits skin or a concern to which one of its ingredients is unkind', () => {
    for (const { inci, unsuitable, worsens } of entries)
      for (let n = 0; n < 5; n++) {
        const signOf = signsOf([['any', claiming(inci)]]);
        for (const type of unsuitable) expect([inci, type, signOf('any', type, undefined)]).toContain('!');
        for (const concern of worsens)
          expect([inci, concern, signOf('any', undefined, concern)]).toContain('!');
      }
  });
});
