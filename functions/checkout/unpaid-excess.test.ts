import { describe, expect, it } from 'vitest';
import { noUnpaid } from '../orders/unpaid.ts';
import { unpaidExcess } from './unpaid-excess.ts';

const limits = { units: 10, stockPercent: 20, total: 2_500_000 };
const line = (id: string, quantity: number, stock = 100, price = 100) => ({
  id,
  name: id,
  price,
  quantity,
  stock,
});

/** The refused part of these lines. */
function refused(lines: ReturnType<typeof line>[], unpaid = {}, delivery = 0) {
  const totalOf = (quantities: readonly number[]) =>
    lines.reduce((sum, { price }, n) => sum + price * (quantities[n] ?? 0), delivery);
  return unpaidExcess(limits, { ...noUnpaid, ...unpaid }, lines, totalOf);
}
const only = (_id: string, most: number) => ({ items: [{ _id, name: _id, most }] });
const held = (pieces: Record<string, number>, total = 0) => ({
  pieces: new Map(Object.entries(pieces)),
  total,
});

describe('pieces of a product', () => {
  it('are ten, or a fifth of the stock rounded down if that is more', () => {
    expect(refused([line('a', 10, 10)])).toBeUndefined();
    expect(refused([line('a', 11, 54)])).toEqual(only('a', 10));
    expect(refused([line('a', 12, 59)])).toEqual(only('a', 11));
    expect(refused([line('a', 20)])).toBeUndefined();
    expect(refused([line('a', 21)])).toEqual(only('a', 20));
  });

  it('count together with those that are held, which count as stock too', () => {
    expect(refused([line('a', 1, 80)], held({ a: 20 }))).toEqual(only('a', 0));
    expect(refused([line('a', 10, 90)], held({ a: 10 }))).toBeUndefined();
    expect(refused([line('a', 11, 90)], held({ a: 10 }))).toEqual(only('a', 10));
    expect(refused([line('a', 20)], held({ b: 20 }))).toBeUndefined();
    expect(refused([line('a', 1, 5)], held({ a: 30 }))).toEqual(only('a', 0));
  });

  it('are twice as many for an account with a paid or delivered order, and any number where limits are lifted', () => {
    expect(refused([line('a', 23, 59)], { trusted: true })).toEqual(only('a', 22));
    expect(refused([line('a', 100)], { lifted: true })).toBeUndefined();
  });

  it('are returned only for lines with too many', () => {
    expect(refused([line('a', 30), line('b', 20), line('c', 21)])?.items).toEqual([
      { _id: 'a', name: 'a', most: 20 },
      { _id: 'c', name: 'c', most: 20 },
    ]);
  });
});

describe('the total', () => {
  const dear = (id: string, quantity: number) => line(id, quantity, 100, 200_000);

  it('may be reached, but not exceeded', () => {
    expect(refused([line('a', 10, 100, 250_000)])).toBeUndefined();
    expect(refused([line('a', 10, 100, 250_001)])).toEqual(only('a', 9));
    expect(refused([line('a', 10, 100, 250_000)], {}, 1)).toEqual(only('a', 9));
  });

  it('is met by reducing the most expensive line', () => {
    expect(refused([line('a', 1), dear('b', 8), dear('c', 5)])).toEqual(only('b', 7));
    expect(refused([line('a', 1, 100, 2_500_000), dear('b', 2)])).toEqual(only('a', 0));
  });

  it('is met together with the number of pieces', () => {
    expect(refused([dear('a', 30)])).toEqual(only('a', 12));
  });

  it('counts what is held, and is twice as much with a paid order', () => {
    expect(refused([dear('a', 5)], held({}, 1_800_000))).toEqual(only('a', 3));
    expect(refused([dear('a', 16)], { ...held({}, 1_800_000), trusted: true })).toBeUndefined();
    expect(refused([dear('a', 17)], { ...held({}, 1_800_000), trusted: true })).toEqual(only('a', 16));
  });

  it('is returned if reducing one line is not enough', () => {
    expect(refused([dear('a', 1)], held({}, 2_400_000))).toEqual({ items: [], total: 2_500_000 });
    expect(refused([dear('a', 21), dear('b', 20)])).toEqual({ ...only('a', 20), total: 2_500_000 });
  });
});
