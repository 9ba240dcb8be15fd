import { describe, expect, it } from 'vitest';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { chosenMethod, type OfferedMethod, paymentChoices } from './payment-choices.ts';

const limit = 2_000_000;
const offer = (id: PaymentMethod, more: Partial<OfferedMethod> = {}): OfferedMethod => ({
  id,
  name: id.toUpperCase(),
  enabled: true,
  reason: null,
  testMode: false,
  minimum: 1,
  ...more,
});
const all = [offer('cod'), offer('stripe'), offer('razorpay')];
const choices = (offered: OfferedMethod[] | undefined, total: number | undefined, codServed = true) =>
  paymentChoices(offered, { total, cashTotal: total, codLimit: limit, codServed });
const summary = (choices: ReturnType<typeof paymentChoices>) =>
  choices.map(({ id, enabled, reason }) => [id, enabled, reason]);

describe('paymentChoices', () => {
  it('shows all three, UPI first, cash on delivery last', () =>
    expect(summary(choices(all, 59_900))).toEqual([
      ['razorpay', true, undefined],
      ['stripe', true, undefined],
      ['cod', true, undefined],
    ]));

  it('offers only cash on delivery while the settings load, without a reason that may be wrong', () =>
    expect(summary(choices(undefined, 59_900))).toEqual([
      ['razorpay', false, undefined],
      ['stripe', false, undefined],
      ['cod', true, undefined],
    ]));

  it('offers only cash on delivery if the settings could not be loaded', () =>
    expect(summary(choices([], 59_900))).toEqual([
      ['razorpay', false, 'Not available at the moment'],
      ['stripe', false, 'Not available at the moment'],
      ['cod', true, undefined],
    ]));

  it('closes cash on delivery above its limit, not at it', () => {
    expect(choices(all, limit)[2]?.enabled).toBe(true);
    expect(choices(all, limit + 1)[2]).toMatchObject({
      enabled: false,
      reason: 'Available for orders up to ₹20,000.00',
    });
    expect(choices(all, limit + 1)[0]?.enabled).toBe(true);
  });

  it('closes cash on delivery where the courier takes no cash', () =>
    expect(summary(choices(all, 59_900, false))[2]).toEqual(['cod', false, 'Not possible at your address']));

  it("closes a method below its provider's minimum, not at it", () => {
    const offered = [offer('razorpay', { minimum: 500.5 })];
    expect(choices(offered, 50_050)[0]?.enabled).toBe(true);
    expect(choices(offered, 50_049)[0]).toMatchObject({
      enabled: false,
      reason: 'Available for orders from ₹500.50',
    });
    expect(choices(offered, undefined)[0]?.enabled).toBe(true);
  });

  it('compares the limit of cash on delivery with what is paid in cash', () => {
    const order = { total: limit + 40, cashTotal: limit, codLimit: limit, codServed: true };
    expect(paymentChoices(all, order)[2]?.enabled).toBe(true);
  });

  it('says why the shop has closed a method', () => {
    const closed = (reason: string | null) => choices([offer('cod', { enabled: false, reason })], 1)[2];
    expect(closed('Not today')).toMatchObject({ enabled: false, reason: 'Not today' });
    expect(closed(null)?.reason).toBe('Not available at the moment');
  });

  it('names each way to pay once, and says whether no real money is used', () => {
    const named = (offered: OfferedMethod[]) =>
      choices(offered, 59_900).map(({ name, marks, testMode }) => [name, ...marks, testMode]);
    expect(named([offer('stripe', { testMode: true }), offer('razorpay'), offer('cod')])).toEqual([
      ['UPI', 'upi', false],
      ['Card', 'rupay', 'visa', 'mastercard', true],
      ['Cash on Delivery', false],
    ]);
    // Without Stripe, Razorpay takes the cards.
    expect(named([offer('stripe', { enabled: false }), offer('razorpay')])[0]).toEqual([
      'UPI, card or net banking',
      'upi',
      'rupay',
      'visa',
      'mastercard',
      false,
    ]);
  });
});

describe('chosenMethod', () => {
  const chosen = (offered: OfferedMethod[] | undefined, wanted: PaymentMethod, total = 59_900) =>
    chosenMethod(choices(offered, total), wanted)?.id;

  it('is the one that was used last, also while the settings load', () => {
    expect(chosen(all, 'stripe')).toBe('stripe');
    expect(chosen(undefined, 'stripe')).toBe('stripe');
  });

  it('is the first available one when that one is not available', () => {
    expect(chosen([offer('cod'), offer('razorpay')], 'stripe')).toBe('razorpay');
    expect(chosen(all, 'cod', limit + 1)).toBe('razorpay');
    expect(chosen([offer('cod')], 'cod', limit + 1)).toBeUndefined();
  });
});
