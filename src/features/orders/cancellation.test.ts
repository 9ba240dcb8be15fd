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
const cancel = (...wanted: { _id: string; keep: number }[]) => cancelUnits(stored, [], wanted);

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
            ...{ quantity: 1, amount: 56_567, left: 2, discount: 6667 },
          },
        ],
        ...{ subtotal: 59_900, discount: 3333, amount: 56_567 },
      },
    });
  });

  test('takes whole lines out, with all of their discount', () => {
    expect(cancel({ _id: 'serum', keep: 0 })).toMatchObject({
      cancellation: {
        lines: [{ quantity: 3, left: 0, discount: 0 }],
        ...{ subtotal: 179_700, discount: 10_000, amount: 169_700 },
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
    expect(cancelUnits(stored, earlier, [{ _id: 'cream', keep: 0 }])).toEqual({
      ok: true,
      outcome: 'nothing',
    });
    expect(cancelUnits(stored, earlier, [{ _id: 'cream', keep: 1 }])).toEqual({
      ok: false,
      ...{ name: 'Cream', left: 0 },
    });
  });

  test('more cannot be kept than the order has, nor a product that it never had', () => {
    expect(cancel({ _id: 'serum', keep: 4 })).toEqual({ ok: false, name: 'Glow Serum', left: 3 });
    expect(cancel({ _id: 'else', keep: 0 })).toEqual({ ok: false, name: 'else', left: 0 });
  });

  test('whatever the order of the steps, sums fall to nothing and never below', () => {
    const units = Array.from({ length: 7 }, (_, n) => 6 - n);
    const line = { ...serum, quantity: 7, discount: 12_345 };
    const sums = { subtotal: 419_300, discount: 12_345, total: 406_955 };
    let now = { ...line };
    for (const keep of units) {
      const result = cancelUnits([now, soap], [], [{ _id: 'serum', keep }]);
      if (!result.ok || result.outcome !== 'part') throw new Error();
      const { cancellation } = result;
      sums.subtotal -= cancellation.subtotal;
      sums.discount -= cancellation.discount;
      sums.total -= cancellation.amount;
      now = { ...now, quantity: keep, discount: cancellation.lines[0]?.discount ?? Number.NaN };
      expect(now.discount).toBe(sums.discount);
      expect(sums.total).toBe(sums.subtotal - sums.discount);
      expect(Math.min(sums.subtotal, sums.discount, sums.total)).toBeGreaterThanOrEqual(0);
    }
    expect(sums).toEqual({ subtotal: 0, discount: 0, total: 0 });
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
