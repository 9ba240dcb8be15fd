/** The rules of the wish list (docs/behaviour.md, "Wish list"). */
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../tests/support/random.ts';
import {
  joinLists,
  maxShared,
  maxWishes,
  parseWishes,
  readSharedHash,
  sharedHash,
  type WishList,
  withoutWish,
} from './wish-list.ts';

const random = randomFrom(20261201);

/** A list as the browser stores it, of up to 100 products; two lists have many in common, saved at few times. */
const anyList = (): WishList =>
  parseWishes(
    Array.from({ length: random.between(0, 160) }, () => ({
      id: `product-${random.between(0, 150)}`,
      at: random.between(1, 9),
    })),
  );
const rounds = Array.from({ length: 200 }, () => [anyList(), anyList(), anyList()] as const);
const idsOf = (list: WishList) => list.map(({ id }) => id);

describe('two lists joined', () => {
  test('are the same in both orders and in any grouping, and joining again changes nothing', () => {
    for (const [a, b, c] of rounds) {
      const joined = joinLists(a, b);
      expect(joinLists(b, a)).toEqual(joined);
      expect(joinLists(joined, a)).toEqual(joined);
      expect(joinLists(joined, joined)).toEqual(joined);
      expect(joinLists(joined, c)).toEqual(joinLists(a, joinLists(b, c)));
    }
  });

  test('have each product of both once, the newest first, and at most 100', () => {
    for (const [a, b] of rounds) {
      const joined = joinLists(a, b);
      const all = new Set(idsOf([...a, ...b]));
      expect(joined.length).toBe(Math.min(maxWishes, all.size));
      expect(new Set(idsOf(joined)).size).toBe(joined.length);
      expect(joined).toEqual(joined.toSorted((one, other) => other.at - one.at));
      expect(idsOf(joined).every((id) => all.has(id))).toBe(true);
    }
  });

  test('of more than 100, the newest stay', () => {
    const old = Array.from({ length: 100 }, (_, n) => ({ id: `old-${n}`, at: 1 }));
    const joined = joinLists(old, [{ id: 'new', at: 2 }]);
    expect([joined.length, joined[0]?.id]).toEqual([100, 'new']);
  });
});

test('a removed product is gone, and the others stay', () => {
  for (const [list] of rounds) {
    const gone = `product-${random.between(0, 150)}`;
    expect(idsOf(withoutWish(list, gone))).toEqual(idsOf(list).filter((id) => id !== gone));
  }
});

describe('any stored value is read as a list', () => {
  test.each([[null], ['x'], [{ a: 1 }], [7], [undefined]])('%j is an empty one', (value) =>
    expect(parseWishes(value)).toEqual([]),
  );
  test('what is not valid is dropped', () =>
    expect(
      parseWishes([
        ...[null, undefined, 7, 'a', [], {}],
        { id: 'a', at: 2 },
        { id: 'velvet-tint--plum', at: 2 },
        { id: '__proto__', at: 2 },
        { id: 'b', at: '2' },
        { id: 'c', at: Number.NaN },
        { id: 'e', at: -1 },
        { id: 'd'.repeat(121), at: 2 },
        { id: 'constructor', at: 3 },
      ]),
    ).toEqual([
      { id: 'constructor', at: 3 },
      { id: 'a', at: 2 },
    ]));
});

describe('a link to a list', () => {
  test('has the ids of its newest 50 products, and nothing else', () => {
    for (const [list] of rounds)
      expect(readSharedHash(sharedHash(list)) ?? []).toEqual(idsOf(list).slice(0, maxShared));
  });
  test('of any text has at most 50 ids', () => {
    const characters = [...'ab9-,,,,#%<>"=&/\\ \n\u0000é\ud800'];
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: 600 }, () => characters[random.between(0, characters.length - 1)]);
      const ids = readSharedHash(`#${text.join('')}`) ?? [];
      expect(ids.length).toBeLessThanOrEqual(maxShared);
      expect(ids.filter((one) => !/^[a-z0-9-]{1,120}$/.test(one))).toEqual([]);
    }
  });
  test.each([
    ['', undefined],
    ['#', undefined],
    ['#rose-toner,rose-toner,serum', ['rose-toner', 'serum']],
    ['#<img src=x>,../cart,serum', ['serum']],
    ['#%', []],
  ])('%s', (hash, ids) => expect(readSharedHash(hash)).toEqual(ids));
});
