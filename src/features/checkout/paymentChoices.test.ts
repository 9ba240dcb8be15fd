import { describe, expect, it } from 'vitest';
import { paymentChoices } from './paymentChoices.ts';

const limit = 2_000_000;
const offer = (enabled: boolean, reason: string | null = null) =>
  [{ id: 'cod', name: 'Cash', enabled, reason }] as const;

describe('paymentChoices', () => {
  it('shows all three, cash on delivery first and open', () => {
    const choices = paymentChoices(undefined, limit, 59_900);
    expect(choices.map(({ id, enabled }) => [id, enabled])).toEqual([
      ['cod', true],
      ['stripe', false],
      ['razorpay', false],
    ]);
    expect(choices.filter(({ enabled }) => !enabled).every(({ reason }) => reason)).toBe(true);
  });

  it('closes cash on delivery above its limit, not at it', () => {
    expect(paymentChoices(undefined, limit, limit)[0]?.enabled).toBe(true);
    expect(paymentChoices(undefined, limit, limit + 1)[0]).toMatchObject({
      enabled: false,
      reason: 'Available for orders up to ₹20,000.00',
    });
  });

  it('says why the shop has closed a method', () => {
    expect(paymentChoices(offer(false, 'Not today'), limit, 1)[0]).toMatchObject({
      enabled: false,
      reason: 'Not today',
    });
    expect(paymentChoices(offer(false), limit, 1)[0]?.reason).toBe('Not available at the moment');
    expect(paymentChoices(offer(true), limit, undefined)[0]).toMatchObject({ enabled: true, name: 'Cash' });
  });
});
