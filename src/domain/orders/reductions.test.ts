import { expect, test } from 'vitest';
import type { Fault } from '#domain/returns/return.ts';
import {
  type Debit,
  type Reduction,
  type ReductionKind,
  reduceOrder,
  remainderOf,
  totalOf,
} from './reductions.ts';

type Stored = Reduction & { kind: ReductionKind };
const serum = { position: 0, price: 59_900, quantity: 3, discount: 10_000 };
const soap = { position: 1, price: 10_000, quantity: 1, discount: 0 };
const left = (...reductions: Stored[]) => remainderOf(5000, [serum, soap], reductions, null);

test('nothing was given back: everything is left', () => {
  expect(left()).toEqual({
    lines: [
      { position: 0, price: 59_900, quantity: 3, amount: 169_700, discount: 10_000 },
      { position: 1, price: 10_000, quantity: 1, amount: 10_000, discount: 0 },
    ],
    delivery: 5000,
    minimum: null,
    elsewhere: [],
  });
  expect(totalOf(left())).toBe(184_700);
});

test('everything includes the delivery', () => {
  expect(reduceOrder(left(), { everything: true })).toEqual({
    ok: true,
    amount: 184_700,
    debits: [],
    exchanged: [],
    minimum: null,
    reductions: [
      { position: 0, quantity: 3, amount: 169_700 },
      { position: 1, quantity: 1, amount: 10_000 },
      { position: null, quantity: 0, amount: 5000 },
    ],
  });
});

test('single units take their share of the discount, the last one the rest', () => {
  const given: Stored[] = [];
  const amounts = [0, 1, 2].map(() => {
    const result = reduceOrder(left(...given), { lines: [{ position: 0, quantity: 1 }] });
    if (!result.ok) throw new Error(result.code);
    given.push(...result.reductions.map((one) => ({ ...one, kind: 'returned' as const })));
    return result.amount;
  });
  expect(amounts).toEqual([56_567, 56_567, 56_566]);
  expect(reduceOrder(left(...given), { lines: [{ position: 0, quantity: 1 }] })).toEqual({
    ok: false,
    code: 'too_many',
    position: 0,
    left: 0,
  });
});

test('an amount is spread by value; a return of everything then gives what is left', () => {
  const result = reduceOrder(left(), { amount: 18_470 });
  expect(result).toMatchObject({
    reductions: [
      { position: 0, quantity: 0, amount: 16_970 },
      { position: 1, quantity: 0, amount: 1000 },
      { position: null, quantity: 0, amount: 500 },
    ],
  });
  if (!result.ok) return;
  const rest = left(...result.reductions.map((one) => ({ ...one, kind: 'refunded' as const })));
  expect(reduceOrder(rest, { everything: true })).toMatchObject({ amount: 184_700 - 18_470 });
});

test('more than is left, and nothing, are refused', () => {
  expect(reduceOrder(left(), { amount: 184_701 })).toEqual({ ok: false, code: 'too_much', left: 184_700 });
  expect(reduceOrder(left(), { lines: [{ position: 7, quantity: 1 }] })).toMatchObject({
    code: 'too_many',
    left: 0,
  });
  expect(reduceOrder(left(), { lines: [] })).toEqual({ ok: false, code: 'nothing' });
});

test('units that were cancelled before the parcel left are not in the lines, and count no more', () => {
  expect(left({ kind: 'cancelled', position: 0, quantity: 2, amount: 9999 })).toEqual(left());
});

test('returned units are worth what was paid less what the rest costs without its code; all steps give all back', () => {
  // Half off from ₹5,000.
  const lines = [
    { position: 0, price: 34_900, quantity: 14, discount: 244_300 },
    { position: 1, price: 59_900, quantity: 1, discount: 29_950 },
  ];
  const given: Stored[] = [];
  const debits: Debit[] = [];
  const giveBack = (units: Record<number, number>, returned = true, fault: Fault = 'shopper') => {
    const wanted = Object.entries(units).map(([at, quantity]) => ({
      position: Number(at),
      quantity,
      returned,
      fault,
    }));
    const result = reduceOrder(remainderOf(0, lines, given, 500_000, debits), { lines: wanted });
    if (!result.ok) throw new Error(result.code);
    debits.push(...result.debits);
    given.push(...result.reductions.map((one) => ({ ...one, kind: 'returned' as const })));
    return result.amount;
  };
  // The rest of ₹5,487 is enough for the code only until the first return.
  expect(giveBack({ 0: 13 })).toBe(274_250 - 94_800);
  expect(giveBack({ 0: 1 })).toBe(34_900);
  expect(giveBack({ 1: 1 })).toBe(59_900);
  expect(totalOf(remainderOf(0, lines, given, 500_000, debits))).toBe(0);

  given.length = 0;
  debits.length = 0;
  // The rest would cost more than was paid: nothing goes back for the returned units, until the rest comes back, too.
  expect(giveBack({ 0: 2 })).toBe(0);
  expect(giveBack({ 0: 12 })).toBe(274_250 - 59_900);
  given.length = 0;
  debits.length = 0;
  // Units that the shopper keeps are refunded at what was paid for them, and so are those that come back for the shop's fault.
  expect(giveBack({ 0: 13 }, false)).toBe(226_850);
  given.length = 0;
  expect(giveBack({ 0: 13 }, true, 'shop')).toBe(226_850);
  expect(debits).toEqual([]);
});
