import { describe, expect, test } from 'vitest';
import { spreadAmount } from './amount.ts';

describe('the shares of an amount', () => {
  test.each([
    ['in proportion', 100, [300, 100], [75, 25]],
    ['the largest remainder gets the odd paisa', 10, [100, 200, 99], [3, 5, 2]],
    ['of equal ones the first', 2, [100, 100, 100], [1, 1, 0]],
    ['one line takes all', 999, [59_900], [999]],
    ['nothing off', 0, [100, 200], [0, 0]],
    ['everything off', 300, [100, 200], [100, 200]],
    ['no lines', 0, [], []],
    ['lines that cost nothing', 5, [0, 10, 0], [0, 5, 0]],
    ['nothing to share among', 0, [0, 0], [0, 0]],
  ])('%s', (_, discount, totals, shares) => expect(spreadAmount(discount, totals)).toEqual(shares));

  /** Repeatable random cases. */
  function* chance(seed: number): Generator<number> {
    for (let state = seed; ; ) {
      state = (state * 16_807) % 2_147_483_647;
      yield state;
    }
  }
  const random = chance(26);
  const below = (limit: number) => Number(random.next().value) % limit;
  const carts = Array.from({ length: 400 }, (_, n) => {
    // Small amounts give many ties, large ones exceed what a double can multiply.
    const size = [4, 1000, 2_000_000_000][n % 3] ?? 1;
    const totals = Array.from({ length: 1 + below(100) }, () => below(size));
    const subtotal = totals.reduce((sum, total) => sum + total, 0);
    const percent = 1 + below(100);
    return { totals, subtotal, discount: Number((BigInt(subtotal) * BigInt(percent)) / 100n) };
  });

  test('of 400 carts add up exactly; none exceeds its line or is off by a paisa', () => {
    for (const { totals, subtotal, discount } of carts) {
      const shares = spreadAmount(discount, totals);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(discount);
      const wrong = shares.filter((share, line) => {
        const total = totals[line] ?? 0;
        const due = subtotal ? (BigInt(discount) * BigInt(total)) / BigInt(subtotal) : 0n;
        return share < 0 || share > total || (BigInt(share) !== due && BigInt(share) !== due + 1n);
      });
      expect(wrong).toEqual([]);
    }
  });
});
