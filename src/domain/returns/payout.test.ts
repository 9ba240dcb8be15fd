import { expect, test } from 'vitest';
import { payoutForm, payoutText } from './payout.ts';

const read = (typed: object) => payoutForm.safeParse(typed);
const upi = (upiId: unknown) => read({ kind: 'upi', upiId });
const bank = (more: object = {}) =>
  read({ kind: 'bank_transfer', name: 'Asha Rao', account: '123456789012', ifsc: 'HDFC0001234', ...more });

test('a UPI id as it is typed and pasted', () => {
  for (const typed of [
    'asha.rao@okhdfcbank',
    ' Asha.Rao@OkHdfcBank ',
    '\u202aasha.rao@okhdfcbank\u202c',
    'asha.rao @ okhdfcbank',
  ])
    expect(upi(typed).data).toEqual({ kind: 'upi', upiId: 'asha.rao@okhdfcbank' });
  expect(upi('९८७६५४३२१०@ybl').data).toEqual({ kind: 'upi', upiId: '9876543210@ybl' });
  for (const typed of [
    '',
    'asha',
    'asha@',
    '@ybl',
    'asha@ybl@ybl',
    'a@ybl',
    'asha@example..',
    5,
    null,
    'x'.repeat(2000),
  ])
    expect(upi(typed).success, String(typed).slice(0, 20)).toBe(false);
});

test('a bank account: spaces and dashes go, the IFSC is in capitals', () => {
  expect(bank({ account: '1234 5678-9012', ifsc: 'hdfc 0001234' }).data).toEqual({
    kind: 'bank_transfer',
    name: 'Asha Rao',
    account: '123456789012',
    ifsc: 'HDFC0001234',
  });
  for (const wrong of [
    { account: '12345678' },
    { account: '1'.repeat(19) },
    { account: '12345678x' },
    { ifsc: 'HDFC1001234' },
    { ifsc: 'HDF00012345' },
    { name: '' },
    { name: 'a\u0000b' },
    { kind: 'cash' },
  ])
    expect(bank(wrong).success, JSON.stringify(wrong)).toBe(false);
});

test('one line for the operator', () => {
  expect(payoutText({ kind: 'upi', upiId: 'asha@ybl' })).toBe('UPI: asha@ybl');
  expect(payoutText({ kind: 'bank_transfer', name: 'Asha', account: '123456789', ifsc: 'SBIN0000001' })).toBe(
    'Bank account of Asha: 123456789, IFSC SBIN0000001',
  );
});
