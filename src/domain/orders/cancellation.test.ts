import { describe, expect, test } from 'vitest';
import { cancelledText, cancelUnits, type OrderTerms } from './cancellation.ts';

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
/** What an order of these lines was placed under: by default without a code that has a condition, and free delivery. */
const termsOf = (lines: readonly Stored[], given: Partial<OrderTerms> = {}): OrderTerms => {
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  const delivery = given.delivery ?? 0;
  const total = subtotal - discount + delivery;
  return { subtotal, discount, delivery, total, minimum: null, fee: () => 0, wholeRupees: false, ...given };
};
const cancel = (...wanted: { _id: string; keep: number }[]) =>
  cancelUnits(stored, [], wanted, termsOf(stored));

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
        lost: { code: false, freeDelivery: false },
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
    const earlier = [{ _id: 'cream', name: 'Cream', quantity: 2 }];
    expect(cancelUnits(stored, earlier, [{ _id: 'cream', keep: 0 }], termsOf(stored))).toEqual({
      ok: true,
      outcome: 'nothing',
    });
    expect(cancelUnits(stored, earlier, [{ _id: 'cream', keep: 1 }], termsOf(stored))).toEqual({
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
    const all = termsOf([line, soap]).total;
    for (const keep of units) {
      const result = cancelUnits([now, soap], [], [{ _id: 'serum', keep }], termsOf([now, soap]));
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

  describe('the conditions hold for what is kept', () => {
    // Half off from ₹5,000: 14 serums of ₹349 and a cream of ₹599.
    const [serums, cream] = [
      { ...serum, price: 34_900, quantity: 14, discount: 244_300 },
      { ...serum, position: 1, productId: 'cream', price: 59_900, quantity: 1, discount: 29_950 },
    ];
    const half = (given: Partial<OrderTerms> = {}) =>
      termsOf([serums, cream], { minimum: 500_000, ...given });
    const keep = (wanted: Record<string, number>, terms: OrderTerms) => {
      const kept = Object.entries(wanted).map(([_id, keep]) => ({ _id, keep }));
      const result = cancelUnits([serums, cream], [], kept, terms);
      if (!result.ok || result.outcome !== 'part') throw new Error();
      return result.cancellation;
    };

    test('a rest below the minimum of the code costs its full price', () => {
      expect(keep({ serum: 1, cream: 0 }, half())).toMatchObject({
        lost: { code: true, freeDelivery: false },
        rest: { subtotal: 34_900, discount: 0, delivery: 0, total: 34_900 },
        amount: 239_350,
        kept: [],
      });
      expect(keep({ serum: 0 }, half())).toMatchObject({
        rest: { total: 59_900 },
        kept: [{ position: 1, discount: 0 }],
      });
    });

    test('a rest that is enough keeps the code; one that would cost more says so', () => {
      const enough = half({ minimum: 400_000 });
      expect(keep({ serum: 10 }, enough)).toMatchObject({
        lost: { code: false },
        rest: { subtotal: 408_900, discount: 204_450, total: 204_450 },
      });
      expect(keep({ serum: 12 }, half()).amount).toBe(274_250 - 478_700);
      expect(keep({ serum: 12 }, half()).lines).toMatchObject([{ quantity: 2, amount: 0 }]);
    });

    test('delivery costs what it does for a rest below free delivery; a fee that was agreed stays', () => {
      const fee = (subtotal: number) => (subtotal >= 49_900 ? 0 : 4900);
      expect(keep({ serum: 1, cream: 0 }, half({ fee }))).toMatchObject({
        lost: { code: true, freeDelivery: true },
        rest: { delivery: 4900, total: 39_800 },
        amount: 274_250 - 39_800,
      });
      expect(keep({ serum: 0 }, half({ fee })).lost).toEqual({ code: true, freeDelivery: false });
      const agreed = half({ fee, delivery: 9900, total: 284_150 });
      expect(keep({ serum: 1, cream: 0 }, agreed)).toMatchObject({
        rest: { delivery: 9900 },
        lost: { freeDelivery: false },
      });
    });

    test('what is paid in cash stays in whole rupees', () => {
      const lines = [{ ...serum, price: 34_900, quantity: 3, discount: 10_470 }];
      const result = cancelUnits(
        lines,
        [],
        [{ _id: 'serum', keep: 2 }],
        termsOf(lines, { wholeRupees: true }),
      );
      expect(result).toMatchObject({
        cancellation: {
          rest: { subtotal: 69_800, discount: 6900, total: 62_900 },
          lines: [{ discount: 6900 }],
        },
      });
    });
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
