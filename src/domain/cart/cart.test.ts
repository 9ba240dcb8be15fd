/** The rules of the cart, line by line (docs/behaviour.md, "Cart rules"). */
import { describe, expect, test } from 'vitest';
import { merge, removeOrdered } from '../../shared/cart/cart-owner.store.ts';
import { add, cleanQuantity, fullLabel, parseCart, pieces, remove, roomFor, setQuantity } from './cart.ts';
import { cartLines, cartTotal, savedOnMrp } from './lines.ts';

describe('Cart quantity is clamped to at most 100 per line', () => {
  test.each([
    ['setting 101', setQuantity({}, 'a', 101), { a: 100 }],
    ['setting 100', setQuantity({}, 'a', 100), { a: 100 }],
    ['adding past it', add({ a: 99 }, 'a', 5), { a: 100 }],
    ['adding to a full line', add({ a: 100 }, 'a'), { a: 100 }],
    ['merging', merge({ a: 1 }, { a: 250 }), { a: 100 }],
    ['reading what was stored', parseCart({ a: 1000 }), { a: 100 }],
    ['an endless quantity', setQuantity({}, 'a', Number.POSITIVE_INFINITY), { a: 100 }],
  ])('%s', (_, cart, expected) => expect(cart).toEqual(expected));
});

describe('Adding raises the quantity by the amount given (at least 1), capped at 100', () => {
  test.each([
    ['one by default', {}, undefined, { a: 1 }],
    ['the amount given', { a: 2 }, 3, { a: 5 }],
    ['at least 1 for 0', { a: 2 }, 0, { a: 3 }],
    ['at least 1 for a negative amount', { a: 2 }, -7, { a: 3 }],
    ['whole pieces only', { a: 2 }, 1.9, { a: 3 }],
    ['a number in text', {}, '4', { a: 4 }],
  ])('%s', (_, cart, amount, expected) => expect(add(cart, 'a', amount)).toEqual(expected));

  test('other lines stay as they are', () => expect(add({ a: 1, b: 2 }, 'b')).toEqual({ a: 1, b: 3 }));
});

describe('What can still be added is the stock without what the cart has, at most 100', () => {
  test.each([
    ['nothing in the cart', roomFor({}, 'a', 3), 3],
    ['a part of it in the cart', roomFor({ a: 2, b: 9 }, 'a', 3), 1],
    ['more in the cart than there is', roomFor({ a: 5 }, 'a', 3), 0],
    ['sold out', roomFor({}, 'a', 0), 0],
    ['a large stock', roomFor({ a: 99 }, 'a', 500), 1],
    ['an unknown stock', roomFor({ a: 99 }, 'a'), 1],
  ])('%s', (_, room, expected) => expect(room).toBe(expected));

  test('the label names the stock, or the limit of a line', () =>
    expect([3, 100, 101].map(fullLabel)).toEqual([
      'All 3 in your cart',
      'All 100 in your cart',
      '100 in your cart',
    ]));
});

describe('Setting a quantity below 1 removes the item', () => {
  test.each([0, -1, 0.4, Number.NEGATIVE_INFINITY])('%d', (quantity) =>
    expect(setQuantity({ a: 3, b: 1 }, 'a', quantity)).toEqual({ b: 1 }),
  );
  test('remove does the same', () => expect(remove({ a: 3, b: 1 }, 'a')).toEqual({ b: 1 }));
});

describe('A non-numeric quantity is ignored', () => {
  test.each(['three', '', ' ', Number.NaN, null, undefined, {}, [], true, '1e', '٣'])('%j', (value) => {
    const cart = { a: 3 };
    expect(cleanQuantity(value)).toBeUndefined();
    expect(setQuantity(cart, 'a', value)).toBe(cart);
  });
  test('also when adding', () => expect(add({ a: 3 }, 'a', 'many')).toEqual({ a: 3 }));
});

describe('Totals ignore non-positive quantities', () => {
  const offers = {
    a: { price: 59900, mrp: 59900, stock: 9, paused: null, retired: false },
    b: { price: 10, mrp: 10, stock: 9, paused: null, retired: false },
  };
  test('pieces', () => expect(pieces({ a: 2, b: 0, c: -4 })).toBe(2));
  test('money', () => expect(cartTotal(cartLines({ a: 2, b: -3 }, offers))).toBe(119800));
  test('lines', () => expect(cartLines({ a: 0, b: -3 }, offers)).toEqual([]));
});

describe('Lines that cannot be bought stay visible, and are left out of the total', () => {
  const offers = {
    ok: { price: 100, mrp: 100, stock: 3, paused: null, retired: false },
    short: { price: 100, mrp: 100, stock: 3, paused: null, retired: false },
    out: { price: 100, mrp: 100, stock: 0, paused: null, retired: false },
    stopped: { price: 100, mrp: 100, stock: 9, paused: 'A new label is being printed.', retired: false },
    old: { price: 100, mrp: 100, stock: 9, paused: null, retired: true },
  };
  const lines = cartLines({ ok: 3, short: 4, out: 1, stopped: 1, old: 1, unknown: 1 }, offers);
  test('each has a reason', () =>
    expect(lines.map(({ id, state, stock }) => [id, state, stock])).toEqual([
      ['ok', 'ok', 3],
      ['short', 'over-stock', 3],
      ['out', 'sold-out', 0],
      ['stopped', 'paused', 9],
      ['old', 'retired', 9],
      ['unknown', 'retired', 0],
    ]));
  test('the total is the sum of the other lines', () => expect(cartTotal(lines)).toBe(300));
  test('so is what they cost less than their MRP; an MRP below the price saves nothing', () => {
    const mrps = (mrp: number) =>
      Object.fromEntries(Object.entries(offers).map(([id, offer]) => [id, { ...offer, mrp }]));
    expect(savedOnMrp(lines, mrps(150))).toBe(150);
    expect(savedOnMrp(lines, mrps(90))).toBe(0);
  });
});

describe('A guest’s cart is merged into an account’s: the larger quantity of each line', () => {
  test('the result is the same in both orders', () =>
    expect(merge({ a: 2, b: 5 }, { a: 4, b: 1, c: 1 })).toEqual({ a: 4, b: 5, c: 1 }));
  test('merging again changes nothing', () => {
    const joined = merge({ a: 2 }, { a: 4 });
    expect(merge(joined, { a: 4 })).toEqual(joined);
  });
});

describe('A confirmed order removes only the ordered pieces from the cart', () => {
  test.each([
    ['all of it', { a: 2 }, { a: 2 }, {}],
    ['what was added since stays', { a: 5, b: 1 }, { a: 2 }, { a: 3, b: 1 }],
    ['more was ordered than is left', { a: 1 }, { a: 2 }, {}],
    ['a line that is gone already', { b: 1 }, { a: 2 }, { b: 1 }],
  ])('%s', (_, cart, ordered, expected) => expect(removeOrdered(cart, ordered)).toEqual(expected));
});

describe('Any stored value is read as a cart', () => {
  test.each([[null], ['x'], [[1, 2]], [7], [undefined]])('%j is an empty one', (value) =>
    expect(parseCart(value)).toEqual({}),
  );
  test('invalid lines are dropped', () =>
    expect(parseCart({ a: 2, b: 'x', c: -1, d: null, e: '3' })).toEqual({ a: 2, e: 3 }));
});
