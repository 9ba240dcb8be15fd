/** Which cash orders are confirmed, and why. */
import { expect, test } from 'vitest';
import { confirmReason } from './confirmation.ts';
import { openConfirmation } from './open-confirmation.ts';

const rules = { confirmAbove: 300_000, confirmFirstOrder: true, confirmAfterUndelivered: true };
const known = { total: 59_900, lastDelivered: 5, lastCameBack: null };

test.each([
  ['a small order of a buyer with a delivered order', known, undefined],
  ['a first order', { ...known, lastDelivered: null }, 'first_order'],
  ['an order of the amount', { ...known, total: 300_000 }, undefined],
  ['an order above the amount', { ...known, total: 300_001 }, 'large'],
  ['an order after a parcel that came back', { ...known, lastCameBack: 6 }, 'came_back'],
  [
    'an order after a parcel that came back before one was delivered',
    { ...known, lastCameBack: 4 },
    undefined,
  ],
  // A stranger who types a phone number does not read what happened to its parcels.
  ['a first order to such a phone', { ...known, lastDelivered: null, lastCameBack: 4 }, 'first_order'],
])('%s: %o is confirmed for %s', (_, facts, reason) => expect(confirmReason(rules, facts)).toBe(reason));

test('each rule can be switched off, and an amount of 0 means every order', () => {
  const off = { ...rules, confirmFirstOrder: false, confirmAfterUndelivered: false };
  expect(confirmReason(off, { ...known, lastDelivered: null, lastCameBack: 6 })).toBeUndefined();
  expect(confirmReason({ ...off, confirmAbove: 0 }, known)).toBe('large');
  const onlyAfter = { ...off, confirmAfterUndelivered: true };
  expect(confirmReason(onlyAfter, { ...known, lastDelivered: null, lastCameBack: 6 })).toBe('came_back');
});

test('an order waits for its confirmation only while it is placed', () => {
  const confirmation = { reason: 'large', until: '2026-11-23T06:00:00.000Z', at: null } as const;
  expect(openConfirmation({ status: 'Order Placed', confirmation })).toBe(confirmation);
  expect(openConfirmation({ status: 'Packing', confirmation })).toBeUndefined();
  expect(openConfirmation({ status: 'Order Placed' })).toBeUndefined();
  expect(
    openConfirmation({ status: 'Order Placed', confirmation: { ...confirmation, at: confirmation.until } }),
  ).toBeUndefined();
});
