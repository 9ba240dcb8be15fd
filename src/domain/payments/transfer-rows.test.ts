import { expect, test } from 'vitest';
import { transferRows, upiLink } from './transfer-rows.ts';

const transfer = {
  holder: 'Harita & Co',
  bank: 'State Bank',
  account: '12345678901',
  ifsc: 'SBIN0001234',
  upi: 'harita@sbi',
  left: 1198,
  until: '2026-12-04T00:00:00.000Z',
};

test.each([
  [1198, '1198.00'],
  [1198.5, '1198.50'],
  [0.05, '0.05'],
  [1, '1.00'],
  [100_000.07, '100000.07'],
])('the link of a UPI app has ₹%s as %s, and each field in its own characters', (left, am) => {
  const link = upiLink('ORD-100001', { ...transfer, left }) ?? '';
  expect(link).not.toContain('+');
  const { protocol, searchParams } = new URL(link);
  expect([protocol, Object.fromEntries(searchParams)]).toEqual([
    'upi:',
    { pa: 'harita@sbi', pn: 'Harita & Co', am, cu: 'INR', tn: 'ORD-100001' },
  ]);
});

test('without a UPI ID there is neither a link nor a row', () => {
  const without = { ...transfer, upi: '' };
  expect(upiLink('ORD-100001', without)).toBeUndefined();
  const labels = (of: typeof transfer) => transferRows('ORD-100001', of).map(({ label }) => label);
  expect([labels(transfer).includes('UPI ID'), labels(without).includes('UPI ID')]).toEqual([true, false]);
});
