import { describe, expect, test } from 'vitest';
import { cancelledText, cancelUnits } from './cancellation.ts';

const serum = {
  position: 0,
  productId: 'serum',
  name: 'Glow Serum',
  price: 59_900,
  quantity: 3,
  discount: 10_000,
};
const soap = { position: 1, productId: 'soap', name: 'Soap', price: 10_000, quantity: 1, discount: 1 };
const stored = [serum, soap];
type Stored = typeof serum;
/** The sums of an order of these lines. */
const sumsOf = (lines: readonly Stored[], given: { delivery?: number; wholeRupees?: boolean } = {}) => {
  const goods = lines.reduce((sum, { price, quantity, discount }) => sum + price * quantity - discount, 0);
  return { delivery: 0, wholeRupees: false, total: goods + (given.delivery ?? 0), ...given };
};
const cancel = (...wanted: { _id: string; keep: number }[]) =>
  cancelUnits(stored, [], wanted, sumsOf(stored));

describe('cancelUnits', () => {
  test('takes units out of a line with their share of its discount', () => {
    expect(cancel({ _id: 'serum', keep: 2 })).toEqual({
      ok: true,
      outcome: 'part',
      cancellation: {
        lines: [
          {
            position: 0,
            productId: 'serum',
            name: 'Glow Serum',
            quantity: 1,
            amount: 56_567,
            left: 2,
            discount: 6667,
          },
        ],
        kept: [],
        amount: 56_567,
        rest: { subtotal: 129_800, discount: 6668, delivery: 0, total: 123_132 },
      },
    });
  });

  test('takes whole lines out, with all of their discount', () => {
    expect(cancel({ _id: 'serum', keep: 0 })).toMatchObject({
      cancellation: {
        lines: [{ quantity: 3, left: 0, discount: 0 }],
        rest: { subtotal: 10_000, discount: 1, total: 9999 },
        amount: 169_700,
      },
    });
  });

  test.each([
    [
      'everything is cancelled',
      [
        { _id: 'serum', keep: 0 },
        { _id: 'soap', keep: 0 },
      ],
      'whole',
    ],
    [
      'the order is so already',
      [
        { _id: 'serum', keep: 3 },
        { _id: 'soap', keep: 1 },
      ],
      'nothing',
    ],
    ['nothing is named', [], 'nothing'],
  ])('%s', (_, wanted, outcome) => expect(cancel(...wanted)).toEqual({ ok: true, outcome }));

  test('a line that was cancelled earlier stays so', () => {
    const earlier = [{ id: 'cream', name: 'Cream', quantity: 2 }];
    expect(cancelUnits(stored, earlier, [{ _id: 'cream', keep: 0 }], sumsOf(stored))).toEqual({
      ok: true,
      outcome: 'nothing',
    });
    expect(cancelUnits(stored, earlier, [{ _id: 'cream', keep: 1 }], sumsOf(stored))).toEqual({
      ok: false,
      name: 'Cream',
      left: 0,
    });
  });

  test('more cannot be kept than the order has, nor a product that it never had', () => {
    expect(cancel({ _id: 'serum', keep: 4 })).toEqual({ ok: false, name: 'Glow Serum', left: 3 });
    expect(cancel({ _id: 'else', keep: 0 })).toEqual({ ok: false, name: 'else', left: 0 });
  });

  test('whatever the order of the steps, sums fall to nothing and never below', () => {
    const units = Array.from({ length: 7 }, (_, n) => 6 - n);
    const line = { ...serum, quantity: 7, discount: 12_345 };
    let [now, paid] = [{ ...line }, 0];
    const all = sumsOf([line, soap]).total;
    for (const keep of units) {
      const result = cancelUnits([now, soap], [], [{ _id: 'serum', keep }], sumsOf([now, soap]));
      if (!result.ok || result.outcome !== 'part') throw new Error();
      const { rest, lines, amount } = result.cancellation;
      paid += amount;
      now = { ...now, quantity: keep, discount: lines[0]?.discount ?? Number.NaN };
      expect(rest.discount).toBe(now.discount + soap.discount);
      expect(rest.total).toBe(rest.subtotal - rest.discount);
      expect(all - paid).toBe(rest.total);
      expect(Math.min(rest.subtotal, rest.discount, rest.total)).toBeGreaterThanOrEqual(0);
    }
    expect(all - paid).toBe(9999);
  });

  test('the rest keeps its code and free delivery, however little is left', () => {
    // Half off from ₹5,000: 14 serums of ₹349 and a cream of ₹599.
    const serums = { ...serum, price: 34_900, quantity: 14, discount: 244_300 };
    const cream = { ...serum, position: 1, productId: 'cream', price: 59_900, quantity: 1, discount: 29_950 };
    const lines = [serums, cream];
    const wanted = [
      { _id: 'serum', keep: 1 },
      { _id: 'cream', keep: 0 },
    ];
    expect(cancelUnits(lines, [], wanted, sumsOf(lines))).toMatchObject({
      cancellation: {
        rest: { subtotal: 34_900, discount: 17_450, delivery: 0, total: 17_450 },
        amount: 13 * 17_450 + 29_950,
        kept: [],
      },
    });
  });

  test('every cancelling gives back the share of its units, and adds no fee', () => {
    const kinds = [
      { price: 34_960, discount: 0 },
      { price: 59_900, discount: 12_345 },
      { price: 99, discount: 98 },
      { price: 10_001, discount: 60_006 },
    ];
    for (const wholeRupees of [false, true])
      for (const delivery of [0, 4900, 4950])
        for (let n = 0; n < 7 ** 4; n += 23) {
          const quantities = kinds.map((_, kind) => Math.floor(n / 7 ** kind) % 7);
          const lines = kinds.map(({ price, discount }, position) => ({
            position,
            productId: String(position),
            name: '',
            price,
            quantity: 6,
            discount,
          }));
          const sums = sumsOf(lines, { delivery, wholeRupees });
          if (wholeRupees) {
            const over = sums.total % 100;
            if (lines[0]) lines[0].discount += over;
            sums.total -= over;
          }
          const wanted = quantities.map((keep, kind) => ({ _id: String(kind), keep }));
          const result = cancelUnits(lines, [], wanted, sums);
          if (!result.ok || result.outcome !== 'part') continue;
          const { rest, amount, lines: cancelled, kept } = result.cancellation;
          const share = lines.reduce(
            (sum, { price, quantity, discount }, at) =>
              sum + ((price * quantity - discount) * (quantity - (quantities[at] ?? 0))) / quantity,
            0,
          );
          expect(rest.total).toBe(sums.total - amount);
          expect(rest.total).toBe(rest.subtotal - rest.discount + rest.delivery);
          expect(cancelled.reduce((sum, one) => sum + one.amount, 0)).toBe(amount);
          expect(rest.delivery).toBeLessThanOrEqual(delivery);
          // Shares are whole paise. Cash is whole rupees, in the buyer's favour.
          expect(amount).toBeGreaterThan(share - kinds.length);
          expect(amount).toBeLessThan(share + (wholeRupees ? 100 : 0) + kinds.length);
          if (wholeRupees) expect(rest.total % 100).toBe(0);
          for (const line of lines) {
            const changed = [...cancelled, ...kept].find(({ position }) => position === line.position);
            const left = quantities[line.position] ?? 0;
            const discount = changed?.discount ?? line.discount;
            expect(discount).toBeGreaterThanOrEqual(0);
            expect(discount).toBeLessThanOrEqual(line.price * left);
          }
        }
  });
});

test('cancelledText', () => {
  expect(cancelledText([{ name: 'Glow Serum', quantity: 1 }], null)).toBe('1 × Glow Serum was cancelled');
  expect(
    cancelledText(
      [
        { name: 'Toner', quantity: 2 },
        { name: 'Serum', quantity: 1 },
      ],
      'Sold out',
    ),
  ).toBe('2 × Toner and 1 × Serum were cancelled: Sold out');
});
