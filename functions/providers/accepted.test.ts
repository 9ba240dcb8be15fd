import { expect, test } from 'vitest';
import { isAccepted } from './accepted.ts';

const none = { offers: 0, fees: 0 };
const some = { offers: 10, fees: 2.5 };
const asked = { method: 'razorpay', amount: 34_900 } as const;
const paid = (amount: number, currency = 'INR') => ({ amount, currency });

test.each([
  ['the amount itself', paid(34_900), none, true],
  ['an offer of ten per cent', paid(31_410), some, true],
  ['a fee of 2 % with GST on top', paid(35_724), some, true],
  ['a paisa less than the offers allow', paid(31_409), some, false],
  ['more than the fees allow', paid(35_773), some, false],
  ['an offer without the setting', paid(31_410), none, false],
  ['a paisa more without the setting', paid(34_901), none, false],
  ['nothing', paid(0), some, false],
  ['another currency', paid(34_900, 'USD'), some, false],
  ['lower case', paid(34_900, 'inr'), none, true],
])('%s', (_, money, settings, accepted) => {
  expect(isAccepted(money, asked, settings)).toBe(accepted);
});

test('only Razorpay has offers', () => {
  expect(isAccepted(paid(31_410), { ...asked, method: 'stripe' }, some)).toBe(false);
});
