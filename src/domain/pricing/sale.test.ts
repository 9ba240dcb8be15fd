/** The price at a time, to the millisecond in India, and what it is compared with. */
import { describe, expect, test } from 'vitest';
import { oneDay, startOfDay } from '#lib/dates.ts';
import {
  lowestBefore,
  newPriceChanges,
  priceAt,
  type Sale,
  saleAt,
  salesOf,
  shownPrice,
  unchangedTime,
} from './sale.ts';
import { salesContent } from './sale-content.ts';

const day = (name: string) => startOfDay(name) ?? Number.NaN;
/** The first sale of a file. */
function read(fields: object) {
  const [sale] = salesContent.parse({ sales: [{ name: 'Diwali', everything: true, ...fields }] }).sales;
  if (!sale) throw new Error('no sale');
  return sale;
}
const product = (price: number, ...sales: Sale[]) => ({ price, sales });

describe('a sale of days in India', () => {
  const diwali = read({ from: '2026-11-01', until: '2026-11-08', percent: 20 });
  const serum = product(59_900, diwali);

  test.each([
    ['2026-10-31T18:29:59.999Z', 59_900],
    ['2026-10-31T18:30:00.000Z', 47_920],
    ['2026-11-08T18:29:59.999Z', 47_920],
    ['2026-11-08T18:30:00.000Z', 59_900],
  ])('at %s the price is %i', (at, price) => {
    expect(priceAt(serum, Date.parse(at))).toBe(price);
  });

  test('of times begins and ends at their minute; of one day it is that day', () => {
    const evening = read({ from: '2026-11-01 18:00', until: '2026-11-01 21:30', percent: 20 });
    expect([evening.from, evening.until]).toEqual([
      Date.parse('2026-11-01T12:30:00Z'),
      Date.parse('2026-11-01T16:00:00Z'),
    ]);
    // As YAML reads a day without quotes.
    const leap = read({ from: new Date('2028-02-29'), until: new Date('2028-02-29'), percent: 5 });
    expect([leap.until - leap.from, leap.until]).toEqual([oneDay, day('2028-03-01')]);
  });

  test('between two of its moments no price changes', () => {
    const { from, until } = diwali;
    expect(unchangedTime([diwali], from - 1)).toEqual({ from: Number.NEGATIVE_INFINITY, until: from });
    expect(unchangedTime([diwali], from)).toEqual({ from, until });
    expect(unchangedTime([diwali], until)).toEqual({ from: until, until: Number.POSITIVE_INFINITY });
  });
});

describe('the price', () => {
  const dates = { from: '2026-11-01', until: '2026-11-08' };
  const at = day('2026-11-02');

  test.each([
    [59_999, { percent: 20 }, 47_999],
    [1, { percent: 90 }, 1],
    [3, { percent: 90 }, 1],
    [59_900, { price: 499 }, 49_900],
    [49_900, { price: 499 }, 49_900],
    [39_900, { price: 499 }, 39_900],
  ])('of %i with %o is %i: never above the usual one, never nothing', (usual, reduction, price) => {
    const fixed = 'price' in reduction ? { everything: false, products: ['serum'] } : {};
    expect(priceAt(product(usual, read({ ...dates, ...fixed, ...reduction })), at)).toBe(price);
  });

  test('in two sales is the lower one; of equal ones that counts which lasts longer', () => {
    const long = read({ from: '2026-10-01', until: '2026-12-01', percent: 10 });
    const deep = read({ ...dates, percent: 30 });
    const serum = product(10_000, long, deep);
    expect([day('2026-10-31'), at, deep.until].map((time) => priceAt(serum, time))).toEqual([
      9_000, 7_000, 9_000,
    ]);
    const same = read({ ...dates, percent: 10 });
    expect(saleAt(product(10_000, same, long), at)?.sale.until).toBe(long.until);
  });

  test('counts for what the sale names', () => {
    const named = (scope: object) => [read({ ...dates, percent: 20, everything: false, ...scope })];
    const tint = { group: 'tint', category: 'make up', brand: 'Harita' };
    const isIn = (id: string, scope: object) => salesOf(id, tint, named(scope)).length === 1;
    expect(isIn('tint--beige', { products: ['tint'] })).toBe(true);
    expect(isIn('tint', { products: ['tint'] })).toBe(true);
    expect(isIn('tint--beige', { products: ['tint--beige'] })).toBe(true);
    expect(isIn('tint', { products: ['tint--beige'] })).toBe(false);
    expect(isIn('tint', { categories: ['make up'] })).toBe(true);
    expect(isIn('tint', { brands: ['Harita'] })).toBe(true);
    expect(isIn('tint', { brands: ['Other'], categories: ['serum'], products: ['other'] })).toBe(false);
    expect(salesOf('tint', tint, named({ products: ['tint'] }))[0]).toEqual({
      name: 'Diwali',
      from: day('2026-11-01'),
      until: day('2026-11-09'),
      percent: 20,
    });
  });
});

describe('what a sale is compared with', () => {
  const from = day('2026-11-01');
  const sale: Sale = { name: 'Diwali', from, until: from + 7 * oneDay, percent: 20 };

  test('is the lowest price of the 30 days before it', () => {
    const month = from - 30 * oneDay;
    expect(lowestBefore([], from)).toBeUndefined();
    expect(lowestBefore([{ at: from, price: 100 }], from)).toBeUndefined();
    // The price that began before the 30 days lasted into them; the one before it did not.
    const changes = [
      { at: 0, price: 100 },
      { at: month - 1, price: 400 },
      { at: month + 5, price: 500 },
      { at: from, price: 50 },
    ];
    expect(lowestBefore(changes, from)).toBe(400);
    expect(lowestBefore([...changes.slice(0, 1), { at: month, price: 300 }], from)).toBe(300);
  });

  test('the MRP is struck, or else that price; without one nothing is claimed', () => {
    const listed = { price: 59_900, sales: [sale] };
    const changes = [{ at: 0, price: 55_000 }];
    const shown = (originalPrice: number, known = changes, at = from) =>
      shownPrice({ ...listed, originalPrice }, known, at);
    expect(shown(69_900)).toMatchObject({ price: 47_920, originalPrice: 69_900, sale: { before: 55_000 } });
    expect(shown(59_900)).toMatchObject({ price: 47_920, originalPrice: 55_000 });
    expect(shown(59_900, [])).toMatchObject({ price: 47_920, originalPrice: 47_920, sale: { before: null } });
    expect(shown(69_900, changes, sale.until)).toEqual({ price: 59_900, originalPrice: 69_900, sale: null });
  });

  test('changes are stored from the moment at which they came, also when nobody looked', () => {
    const listed = product(10_000, sale);
    const late = sale.until + oneDay;
    expect(newPriceChanges(listed, undefined, 0, from - 1)).toEqual([{ at: from - 1, price: 10_000 }]);
    expect(newPriceChanges(listed, 10_000, from - 1, from)).toEqual([{ at: from, price: 8_000 }]);
    expect(newPriceChanges(listed, 10_000, from - 1, late)).toEqual([
      { at: from, price: 8_000 },
      { at: sale.until, price: 10_000 },
    ]);
    expect(newPriceChanges(listed, 10_000, sale.until, late)).toEqual([]);
  });
});

describe('the file', () => {
  const right = { name: 'Diwali', from: '2026-11-01', until: '2026-11-08', percent: 20, everything: true };
  test.each([
    [{ until: '2026-10-31' }, 'until', 'must be after the beginning'],
    [{ from: '2026-02-30' }, 'from', 'must be a day'],
    [{ from: '2026-11-01 24:00' }, 'from', 'must be a day'],
    [{ from: new Date('2026-11-01T18:00:00Z') }, 'from', 'must be a day'],
    [{ percent: 0 }, 'percent', 'from 1 to 90'],
    [{ percent: 91 }, 'percent', 'from 1 to 90'],
    [{ percent: -5 }, 'percent', 'from 1 to 90'],
    [{ percent: undefined }, 'percent', 'a percentage or a price'],
    [{ percent: undefined, price: -1 }, 'price', 'more than 0'],
    [{ price: 99 }, 'price', 'has a percentage'],
    [{ everything: false }, 'products', 'has none'],
    [{ products: ['serum'] }, 'everything', 'must be off'],
  ])('with %o is refused: %s', (change, field, message) => {
    const { error } = salesContent.safeParse({ sales: [{ ...right, ...change }] });
    expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n')).toMatch(
      new RegExp(`^sales\\.0\\.${field}: .*${message}`, 'm'),
    );
  });
});
