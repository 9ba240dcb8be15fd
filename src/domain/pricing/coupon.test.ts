/** The rules of codes (docs/behaviour.md, "Discount codes"). */
import { describe, expect, test } from 'vitest';
import {
  type Coupon,
  type CouponOrder,
  canBeFixed,
  codeVariants,
  couponProblem,
  discountOf,
  problemMessage,
  smallestTotal,
} from './coupon.ts';
import { readCode } from './coupon-code.ts';
import { quote } from './quote.ts';

const delivery = { fee: 4900, freeFrom: 49_900, promise: '' };
const store = (fee: number, freeFrom: number) => ({ delivery: { ...delivery, fee, freeFrom } });

describe('a typed code is normalised', () => {
  test.each([
    ['HARITA-7K2M9QXD', 'HARITA-7K2M9QXD'],
    ['  harita-7k2m9qxd\n', 'HARITA-7K2M9QXD'],
    ['Harita 7k2m 9qxd', 'HARITA-7K2M-9QXD'],
    ['HARITA – 7K2M9QXD', 'HARITA-7K2M9QXD'],
    ['-ABCD-', 'ABCD'],
    ['abc', 'ABC'],
    ['“WELCOME-10”.', 'WELCOME-10'],
    ['\u2068wel\u200bcome10\u2069!', 'WELCOME10'],
    ['WELCOME१०', 'WELCOME10'],
    ['A'.repeat(40), 'A'.repeat(40)],
  ])('%j', (typed, code) => expect(readCode(typed)).toBe(code));
  test.each(['', '   ', '---', 'AB', 'A'.repeat(41), 'AB!CD', 'ÄBCD', "AB' OR 1=1", 'AB\u0000CD'])(
    '%j is not a code',
    (typed) => expect(readCode(typed)).toBeUndefined(),
  );
});

describe('hyphens do not matter', () => {
  test.each(['HARITA-7K2M9QXD', 'harita7k2m9qxd', 'HARITA 7K2M 9QXD', 'H-A-R-I-T-A-7K2M9QXD'])(
    '%s finds a welcome code',
    (typed) => expect(codeVariants(readCode(typed) ?? '')).toContain('HARITA-7K2M9QXD'),
  );
  test.each(['MONSOON10', 'mon-soon-10', 'monsoon 10'])('%s finds a code without hyphens', (typed) =>
    expect(codeVariants(readCode(typed) ?? '')).toContain('MONSOON10'),
  );
  test('a code with hyphens elsewhere is found as written', () =>
    expect(codeVariants('MONSOON-10')).toContain('MONSOON-10'));
  test('a short code has no other spelling', () => expect(codeVariants('SAVE10')).toEqual(['SAVE10']));
});

const now = 1_790_000_000_000;
const coupon: Coupon = {
  code: 'HARITA-7K2M9QXD',
  percent: 10,
  minSubtotal: 49_900,
  email: 'asha@example.in',
  validUntil: now + 1,
  maxUses: 1,
  maxUsesPerCustomer: null,
  countedAs: null,
  uses: 0,
};
const order: CouponOrder = { subtotal: 49_900, email: 'asha@example.in', now };

describe('a code applies, or has a reason why not', () => {
  test.each<[string, Partial<Coupon> | undefined, Partial<CouponOrder>, string | undefined]>([
    ['all as it should be', {}, {}, undefined],
    ['for everybody, signed out', { email: null }, { email: undefined }, undefined],
    ['for any number of orders', { maxUses: null, uses: 9000 }, {}, undefined],
    ['the last use', { maxUses: 3, uses: 2 }, {}, undefined],
    ['nobody has it', undefined, {}, 'We do not know this code.'],
    ['its time is over', { validUntil: now }, {}, 'This code has expired.'],
    ['used', { uses: 1 }, {}, 'This code has been used already.'],
    ['a paisa short', {}, { subtotal: 49_899 }, 'Add ₹0.01 more to use this code.'],
    ['far too little', {}, { subtotal: 34_900 }, 'Add ₹150.00 more to use this code.'],
    [
      'signed out',
      {},
      { email: undefined },
      'This is a personal code. Please sign in with the email address that it was sent to.',
    ],
    [
      'somebody else',
      {},
      { email: 'ravi@example.in' },
      'This is a personal code. It works only with the email address that it was sent to.',
    ],
  ])('%s', (_, changed, changedOrder, message) => {
    const problem = couponProblem(changed && { ...coupon, ...changed }, { ...order, ...changedOrder });
    expect(problem && problemMessage(problem)).toBe(message);
  });

  test('another account does not learn the state of a personal code', () => {
    const over = { ...coupon, validUntil: 0, uses: 1 };
    expect(couponProblem(over, { ...order, email: 'ravi@example.in' })?.code).toBe('other_account');
    expect(couponProblem(over, { ...order, email: undefined })?.code).toBe('sign_in');
  });

  test('a code is kept only if the shopper can correct the problem', () =>
    expect(
      (['unknown', 'expired', 'used_up', 'sign_in', 'other_account', 'below_minimum'] as const).filter(
        canBeFixed,
      ),
    ).toEqual(['sign_in', 'below_minimum']));
});

describe('the discount', () => {
  test.each([
    ['floors to whole paise', 0, 0, 34_999, 10, 3499],
    ['of everything leaves a rupee', 0, 0, 59_900, 100, 59_800],
    ['of almost everything leaves a rupee', 0, 0, 1000, 95, 900],
    ['of everything may go where delivery costs a rupee', 100, 49_900, 59_900, 100, 59_900],
    ['keeps what delivery lacks to a rupee', 40, 49_900, 59_900, 100, 59_840],
    ['gives up more where that makes delivery free', 90, 10, 1000, 100, 900],
    ['is nothing where the order costs less than a rupee', 0, 0, 50, 50, 0],
  ])('%s', (_, fee, freeFrom, subtotal, percent, discount) =>
    expect(discountOf(store(fee, freeFrom), subtotal, percent)).toBe(discount),
  );

  test('can end free delivery, whose threshold applies after it', () => {
    const lines = [{ id: 'a', name: 'A', price: 49_900, quantity: 1 }];
    const discount = discountOf({ delivery }, 49_900, 10);
    expect(quote({ delivery }, lines, discount)).toEqual({
      subtotal: 49_900,
      discount: 4990,
      delivery: 4900,
      total: 49_810,
    });
  });

  const fees = [0, 1, 50, 99, 100, 4900];
  const thresholds = [0, 10, 99, 100, 150, 49_900];
  const subtotals = [1, 99, 100, 101, 199, 250, 999, 59_900];
  const percents = [1, 10, 33, 50, 99, 100];
  const all = fees.flatMap((fee) =>
    thresholds.flatMap((freeFrom) =>
      subtotals.flatMap((subtotal) => percents.map((percent) => ({ fee, freeFrom, subtotal, percent }))),
    ),
  );
  const totalOf = (fee: number, freeFrom: number, left: number) => left + (left >= freeFrom ? 0 : fee);

  test(`in ${all.length} orders is the largest that keeps the total at ₹1`, () => {
    for (const { fee, freeFrom, subtotal, percent } of all) {
      // Tries every paisa, from the full discount downwards.
      let largest = Math.floor((subtotal * percent) / 100);
      while (largest > 0 && totalOf(fee, freeFrom, subtotal - largest) < smallestTotal) largest -= 1;
      const found = discountOf(store(fee, freeFrom), subtotal, percent);
      expect({ fee, freeFrom, subtotal, percent, found }).toMatchObject({ found: largest });
    }
  });
});
