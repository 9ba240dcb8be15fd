/** The ingredients that the filter of the collection lists (docs/behaviour.md, "Search and filters"). */
import { expect, test } from 'vitest';
import { readSearch } from '#tools/lib/content.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { listedIngredients, mostAsked } from './ingredient-filter.ts';

test('they are those of the content with a name in menus: no water, no salt', () => {
  const { ingredients } = readSearch();
  const listed = listedIngredients(ingredients, new Set(ingredients.map(({ id }) => id)));
  const names = listed.map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['Niacinamide', 'Vitamin C', 'Hyaluronic acid']));
  expect(names.filter((name) => /water|salt|soda/i.test(name))).toEqual([]);
  expect(names.length).toBeLessThanOrEqual(mostAsked);
});

test('each is contained, has a name, and is listed once, also under an alias; at most fifteen, in their order', () => {
  const random = randomFrom(3);
  const bases = ['Aqua', 'Niacinamide', 'Ceramide', 'Zinc', 'Ascorbic Acid', 'Rosa', 'Kaolin', 'Neem'];
  let cut = 0;
  for (let run = 0; run < 200; run++) {
    const asked = Array.from({ length: random.between(0, 40) }, (_, n) => {
      // Half of them share a name with others, whole or at its beginning.
      const base = random.chance(0.3) ? (bases[random.between(0, bases.length - 1)] ?? '') : `X${n}-`;
      const inci = [base, `${base} ${n}`, base.toUpperCase()].slice(0, random.between(1, 3));
      return {
        id: `i-${n}`,
        menu: random.chance(0.7) ? `Name ${random.between(0, 60)}` : undefined,
        inci: random.shuffled(inci),
      };
    });
    const contained = new Set(asked.map(({ id }) => id).filter(() => random.chance(0.8)));
    const listed = listedIngredients(asked, contained);
    const whole = listed.flatMap(([id]) => asked.filter((one) => one.id === id));
    expect(listed.map(([id]) => id)).toEqual(
      asked.map(({ id }) => id).filter((id) => listed.some(([one]) => one === id)),
    );
    expect(listed.length).toBeLessThanOrEqual(mostAsked);
    expect(new Set(listed.map(([, name]) => name)).size).toBe(listed.length);
    const names = whole.map(({ inci }) => inci.map((name) => name.toLowerCase()));
    for (const [n, own] of names.entries()) {
      expect(contained.has(whole[n]?.id ?? '')).toBe(true);
      for (const other of names.slice(n + 1).flat())
        expect(own.some((name) => name.startsWith(other) || other.startsWith(name))).toBe(false);
    }
    // One is left out only for a reason.
    if (listed.length === mostAsked) cut++;
    else
      for (const { id, menu, inci } of asked.filter((one) => !whole.includes(one)))
        expect(
          !menu ||
            !contained.has(id) ||
            listed.some(([, name]) => name === menu) ||
            names.flat().some((name) =>
              inci.some((one) => {
                const own = one.toLowerCase();
                return own.startsWith(name) || name.startsWith(own);
              }),
            ),
        ).toBe(true);
  }
  expect(cut).toBeGreaterThan(5);
});
