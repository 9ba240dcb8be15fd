import { describe, expect, test } from 'vitest';
import type { ServedPromise } from '#domain/delivery/promise.ts';
import {
  canCorrect,
  canCorrectBusiness,
  correctedFee,
  correctedText,
  invoiceReplacement,
  isSameBusiness,
} from './correction.ts';
import { orderStatuses } from './order.ts';

const asha = {
  firstName: 'Asha',
  lastName: 'Rao',
  address: '1 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  phone: '9876543210',
};

test.each([
  [{}, ''],
  [{ lastName: 'Iyer' }, 'Name'],
  [{ zipcode: '560002', city: 'Bangalore' }, 'Address'],
  [{ firstName: 'Usha', phone: '9123456789' }, 'Name, phone'],
])('correctedText of %j', (change, text) => expect(correctedText(asha, { ...asha, ...change })).toBe(text));

test('correctedText names the business after the address', () =>
  expect([correctedText(asha, asha, true), correctedText(asha, { ...asha, phone: '9' }, true)]).toEqual([
    'GST details',
    'Phone, GST details',
  ]));

test('a business is another one with another number, name or zone', () => {
  const one = { gstin: '27AAPFU0939F1ZV', businessName: 'Sita Stores' };
  expect(isSameBusiness(one, { ...one, sez: false })).toBe(true);
  expect(isSameBusiness(null, null)).toBe(true);
  for (const other of [
    null,
    { ...one, registeredCity: 'Pune' },
    { ...one, sez: true },
    { ...one, businessName: 'Sita' },
  ])
    expect(isSameBusiness(one, other)).toBe(false);
});

test.each([
  [{ status: 'Order Placed' as const, today: '2026-11-30' }, undefined],
  [{ status: 'Delivered' as const, replaceableUntil: '2026-11-30', today: '2026-11-30' }, true],
  [{ status: 'Packing' as const, replaceableUntil: '2026-11-30', today: '2026-11-01' }, true],
  [{ status: 'Shipped' as const, replaceableUntil: '2026-11-30', today: '2026-12-01' }, false],
  [{ status: 'Returned' as const, replaceableUntil: '2026-11-30', today: '2026-11-30' }, undefined],
])('invoiceReplacement of %j', (order, isOpen) => {
  expect(invoiceReplacement(order)?.isOpen).toBe(isOpen);
  if (isOpen !== undefined) expect(invoiceReplacement(order)?.text).toContain('30 Nov 2026');
});

test('canCorrectBusiness', () =>
  expect(orderStatuses.filter(canCorrectBusiness)).toEqual(['Order Placed', 'Packing']));

test('canCorrect', () => {
  expect(orderStatuses.filter((status) => canCorrect(status, 'shopper'))).toEqual(['Order Placed']);
  expect(orderStatuses.filter((status) => canCorrect(status, 'operator'))).toEqual([
    'Order Placed',
    'Packing',
  ]);
});

describe('correctedFee', () => {
  const store = { delivery: { fee: 0, freeFrom: 0 } } as Parameters<typeof correctedFee>[0];
  const at = (fee: number, freeFrom = 100_000): ServedPromise => ({
    served: true,
    cod: true,
    from: '',
    to: '',
    orderBy: undefined,
    fee,
    freeFrom,
  });
  const order = { paymentMethod: 'cod' as const, subtotal: 60_000, discount: 1_000, delivery: 4_900 };

  test.each([
    ['rises with the pincode', at(4_900), at(9_900), 9_900],
    ['falls with the pincode', at(4_900), at(0), 0],
    ['stays where both cost the same', at(4_900), at(4_900), 4_900],
    ['counts the goods after the discount', at(4_900), at(9_900, 59_000), 0],
    ['is the new one where the old place is not served any more', undefined, at(0), 0],
  ])('%s', (_, from, to, fee) => expect(correctedFee(store, order, from, to)).toBe(fee));

  test('is rounded down to a total of whole rupees', () =>
    expect(correctedFee(store, { ...order, discount: 1_050 }, at(0), at(4_990))).toBe(4_950));

  test('that was agreed to stays where only the sum of the goods has changed', () =>
    expect(correctedFee(store, { ...order, delivery: 0 }, at(4_900), at(4_900))).toBe(0));

  test('of an order that is paid online stays', () => {
    for (const fee of [0, 9_900])
      expect(correctedFee(store, { ...order, paymentMethod: 'stripe' }, at(4_900), at(fee))).toBe(4_900);
  });
});
