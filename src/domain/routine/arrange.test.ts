/** Routines of the shop's own content: complete, in order, the same for every input, without a conflict left open. */
import { describe, expect, test } from 'vitest';
import { readCategories, readProducts, readRoutine, readSearch } from '#tools/lib/content.ts';
import { arrange, itemsOf, type Routine, type Solution } from './arrange.ts';
import { clashesOf } from './clashes.ts';
import { makeRoutineData } from './routine-data.ts';

const data = makeRoutineData(
  readRoutine(),
  [...readProducts()].sort(([, a], [, b]) => a.order - b.order),
  new Map(readSearch().concerns.map(({ id, label }) => [id, label])),
  readCategories(),
);
const products = data.items.filter(({ product }) => product).map(({ id }) => id);
const kinds = data.items.filter(({ product }) => !product).map(({ id }) => id);
const place = new Map(data.items.map(({ id }, n) => [id, n]));
const stepOf = new Map(data.steps.map(({ id }, n) => [id, n]));

/** The whole result in short. */
const short = ({ morning, evening, aside, conflicts }: Routine): string =>
  [
    ...[morning, evening].map((slots) =>
      slots.map(({ item, days }) => `${item.code}${days.join('')}`).join(),
    ),
    aside.map(({ code }) => code).join(),
    conflicts
      .map(({ rule, first, second, solution }) => [rule.id, first.id, second.id, solution].join(' '))
      .join(),
  ].join('|');

/** Checks everything that holds for any choice. @returns the result in short */
function checked(ids: readonly string[]): string {
  const routine = arrange(data, ids);
  const { morning, evening, aside, conflicts } = routine;
  const days = new Map<string, string[]>();
  for (const [time, slots] of [
    ['m', morning],
    ['e', evening],
  ] as const) {
    let [last, layer] = [-1, 0];
    for (const { item, days: own } of slots) {
      const step = stepOf.get(item.step) ?? -1;
      if (step < last || (step === last && item.layer < layer))
        throw new Error(`${ids}: ${item.id} is too late`);
      [last, layer] = [step, item.layer];
      if (!own.length) throw new Error(`${ids}: ${item.id} has no day`);
      days.set(item.id, [...(days.get(item.id) ?? []), ...own.map((day) => `${time}${day}`)]);
    }
  }
  for (const id of ids)
    if (days.has(id) === aside.some((item) => item.id === id))
      throw new Error(`${ids}: ${id} is lost, or twice`);
  const clashes = clashesOf(data.apart, itemsOf(data, ids));
  // What is left out by choice is explained once, and meets nothing else.
  const chosenAgainst = new Set(
    conflicts.filter(({ rule }) => rule.solutions[0] === 'choose-one').map(({ second }) => second),
  );
  const open = clashes.filter(
    ({ rule, first, second }) =>
      rule.solutions[0] === 'choose-one' || !(chosenAgainst.has(first) || chosenAgainst.has(second)),
  );
  if (open.length !== conflicts.length) throw new Error(`${ids}: a clash is not explained`);
  for (const { rule, first, second, solution } of conflicts) {
    if (days.get(first.id)?.some((day) => days.get(second.id)?.includes(day)))
      throw new Error(`${ids}: ${rule.id} is not solved`);
    if (!data.solutions[solution] || !rule.sources.length)
      throw new Error(`${ids}: ${rule.id} is not explained`);
  }
  return short(routine);
}

test('all 2^15 choices of our products are in order, complete, and the same for every order of input', () => {
  expect(products).toHaveLength(15);
  for (let mask = 0; mask < 2 ** 15; mask++) {
    const ids = products.filter((_, n) => mask & (1 << n));
    const result = checked(ids);
    // Another order for each choice.
    const turn = mask % (ids.length || 1);
    const other = [...ids.slice(turn), ...ids.slice(0, turn)].reverse();
    if (short(arrange(data, other)) !== result) throw new Error(`${ids}: depends on the order of input`);
  }
}, 60_000);

test('so are three of everything, and all of it', () => {
  const all = [...products, ...kinds];
  for (const [n, a] of all.entries())
    for (const [m, b] of all.slice(n + 1).entries()) for (const c of all.slice(n + m + 2)) checked([a, b, c]);
  checked(all);
  expect(short(arrange(data, [...all].reverse()))).toBe(checked(all));
});

test('unknown ids, ids that come twice, and nothing are no trouble', () => {
  expect(checked([])).toBe('|||');
  expect(short(arrange(data, ['x', '', 'rose-balance-toner', 'rose-balance-toner', '__proto__']))).toBe(
    short(arrange(data, ['rose-balance-toner'])),
  );
});

/** For each rule, two kinds that it keeps apart, and what is done. */
const expected: Record<string, [first: string, second: string, solution: Solution]> = {
  'retinoid-benzoyl-peroxide': ['kind:retinol', 'kind:benzoyl-peroxide', 'other-time'],
  'retinoid-acid': ['kind:retinol', 'kind:aha', 'other-evening'],
  'bakuchiol-acid': ['bakuchiol-renewal-serum', 'kind:salicylic', 'other-evening'],
  'two-acids': ['kind:aha', 'kind:salicylic', 'other-evening'],
  'benzoyl-peroxide-acid': ['kind:benzoyl-peroxide', 'kind:aha', 'other-time'],
  'clay-active': ['turmeric-clay-mask', 'bakuchiol-renewal-serum', 'other-evening'],
  'peel-active': ['kind:peel', 'kind:azelaic', 'other-time'],
  'acid-wash-active': ['purifying-cleanser', 'kind:retinol', 'other-time'],
  'bakuchiol-or-retinol': ['bakuchiol-renewal-serum', 'kind:retinol', 'choose-one'],
  'one-retinoid': ['kind:prescription-retinoid', 'kind:retinol', 'choose-one'],
};

describe('every rule has a citation, and its gentlest solution is taken', () => {
  test.each(data.apart)('$id', ({ id, sources, reason, solutions }) => {
    const [first, second, solution] = expected[id] ?? ['', '', undefined];
    const { conflicts } = arrange(data, [second, first]);
    expect(conflicts.map((one) => [one.rule.id, one.first.id, one.second.id, one.solution])).toContainEqual([
      id,
      first,
      second,
      solution,
    ]);
    expect(solutions).toContain(solution);
    expect(reason.length).toBeGreaterThan(40);
    for (const source of sources)
      expect(data.sources.find((one) => one.id === source)?.year).toBeGreaterThan(1990);
  });

  test('every pair that a rule names meets it', () => {
    for (const { id, first, second } of data.apart)
      for (const a of data.items.filter(({ actives }) => actives.some((one) => first.includes(one))))
        for (const b of data.items.filter(({ actives }) => actives.some((one) => second.includes(one))))
          if (a !== b) expect(arrange(data, [a.id, b.id]).conflicts.map(({ rule }) => rule.id)).toContain(id);
  });
});

/** What is used when: `vitamin-c-glow-serum` or, not every day, `retinol 024`. */
const at = (time: 'morning' | 'evening', ids: string[]): string[] =>
  arrange(data, ids)[time].map(({ item, days }) =>
    days.length < 7 ? `${item.id} ${days.join('')}` : item.id,
  );

describe('sensible results', () => {
  test('a kit counts as its parts', () => {
    const kit = ['purifying-cleanser', 'vitamin-c-glow-serum', 'daily-veil-spf-50'];
    expect(at('morning', ['morning-ritual-kit'])).toEqual(kit);
    expect(at('morning', ['morning-ritual-kit', ...kit])).toEqual(kit);
  });

  test('the lighter cream suits the morning, the richer one the evening', () => {
    const creams = ['barrier-cream', 'aloe-gel-cream', 'hydra-moisturizer'];
    expect(at('morning', creams.slice(0, 1))).toEqual(['barrier-cream']);
    expect(at('morning', creams.slice(1))).toEqual(['aloe-gel-cream']);
    expect(at('evening', creams.slice(1))).toEqual(['hydra-moisturizer']);
    expect(at('evening', creams)).toEqual(['barrier-cream']);
    expect(arrange(data, creams).choices.map(({ step, items }) => [step, items.length])).toEqual([
      ['moisturise', 3],
    ]);
  });

  test('of two cleansers each has its time; an acid one leaves the evening to retinol', () => {
    const two = ['soft-milk-cleanser', 'purifying-cleanser'];
    expect(at('evening', two)).toEqual(['purifying-cleanser']);
    expect(at('morning', two)).toEqual(['soft-milk-cleanser']);
    expect(at('evening', [...two, 'kind:retinol'])).toEqual(['soft-milk-cleanser', 'kind:retinol 025']);
    expect(at('morning', [...two, 'kind:retinol'])).toEqual(['purifying-cleanser']);
  });

  test('a peel or a mask once a week takes a daily product away on its own evening only', () => {
    for (const cleanser of ['purifying-cleanser', 'kind:salicylic-cleanser']) {
      expect(at('evening', ['kind:peel', cleanser])).toEqual([`${cleanser} 012345`, 'kind:peel 6']);
      expect(at('morning', ['kind:peel', cleanser])).toEqual([cleanser]);
    }
    // Another cleanser takes over.
    const two = ['soft-milk-cleanser', 'purifying-cleanser'];
    expect(at('evening', ['kind:peel', ...two])).toEqual(['soft-milk-cleanser', 'kind:peel 6']);
    // What is needed once a day moves to the morning, and keeps all its days.
    expect(at('morning', ['kind:peel', 'kind:azelaic'])).toEqual(['kind:azelaic']);
  });

  test('sunscreens are alternatives, never in the evening', () => {
    const three = ['daily-veil-spf-50', 'matte-shield-spf-50', 'mineral-tint-spf-40'];
    expect(at('evening', three)).toEqual([]);
    expect(arrange(data, three).choices).toHaveLength(1);
  });

  test('actives take turns, and a mask has an evening of its own', () => {
    expect(at('evening', ['bakuchiol-renewal-serum', 'turmeric-clay-mask'])).toEqual([
      'turmeric-clay-mask 6',
      'bakuchiol-renewal-serum 012345',
    ]);
    expect(
      at('evening', ['bakuchiol-renewal-serum', 'kind:aha', 'kind:salicylic', 'kind:clay-mask']),
    ).toEqual(['kind:clay-mask 6', 'kind:aha 03', 'kind:salicylic 14', 'bakuchiol-renewal-serum 25']);
    const { conflicts } = arrange(data, ['bakuchiol-renewal-serum', 'kind:aha', 'kind:salicylic']);
    expect(conflicts.map(({ solution }) => solution)).toEqual(Array(3).fill('every-third-evening'));
  });

  test('more groups than evenings: the last ones are left out, and say so', () => {
    const acids = Array.from({ length: 9 }, (_, n) => ({
      ...(data.items.find(({ id }) => id === 'kind:aha') as (typeof data.items)[number]),
      id: `acid-${n}`,
    }));
    const crowded = { ...data, items: acids };
    const { evening, aside, conflicts } = arrange(
      crowded,
      acids.map(({ id }) => id),
    );
    expect([evening.length, aside.length]).toEqual([6, 3]);
    expect(conflicts.filter(({ solution }) => solution === 'choose-one')).toHaveLength(21);
  });

  test('ids of the shop stay in the order of the shop between equals', () => {
    const order = at('morning', ['niacinamide-clarity-serum', 'vitamin-c-glow-serum']);
    expect(order.map((id) => place.get(id))).toEqual(order.map((id) => place.get(id)).sort());
  });
});
