import { expect, test } from 'vitest';
import { refundedItems, refundReason, refundState } from './refund.ts';
import { sampleRefund } from './testing/sample-refund.ts';

const cash = { ...sampleRefund, transfer: 'upi', reference: '412345678901' } as const;

test.each([
  ['on its way', { ...sampleRefund, status: 'due' }, 'Refund on its way'],
  ['sent', sampleRefund, 'Refunded'],
  ['cash', cash, 'Refunded by UPI, reference 412345678901'],
  [
    'cash by bank',
    { ...cash, transfer: 'bank_transfer' },
    'Refunded by bank transfer, reference 412345678901',
  ],
] as const)('the state: %s', (_, refund, text) => expect(refundState(refund)).toBe(text));

test('the reason is the operator’s, or else the cause', () => {
  expect(refundReason(sampleRefund)).toBe('The pump was broken');
  expect(refundReason({ ...sampleRefund, note: null })).toBe('Returned');
});

test('the items, with what happened to them', () => {
  const items = [
    { name: 'Rose Toner', quantity: 2, kind: 'returned' },
    { name: 'Glow Serum', quantity: 1, kind: 'refunded' },
    { name: 'Delivery', quantity: 0, kind: 'refunded' },
  ] as const;
  expect(refundedItems({ items: [...items] })).toEqual([
    '2 × Rose Toner returned',
    '1 × Glow Serum refunded',
    'Delivery refunded',
  ]);
});
