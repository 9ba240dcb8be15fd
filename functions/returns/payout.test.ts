import { expect, test } from 'vitest';
import { decryptPayout, encryptPayout } from './payout.ts';

const key = 'a key of at least thirty-two characters';
const payout = { kind: 'upi', upiId: 'asha@ybl' } as const;

test('is read with its key and for its return only, also while the key is being replaced', () => {
  const stored = encryptPayout(key, 'r1', payout);
  expect(stored).not.toContain('asha');
  expect(encryptPayout(key, 'r1', payout)).not.toBe(stored);
  expect(decryptPayout(key, 'r1', stored)).toEqual(payout);
  expect(decryptPayout(['another key of thirty-two characters!', key], 'r1', stored)).toEqual(payout);
  expect(decryptPayout(key, 'r2', stored)).toBeUndefined();
  expect(decryptPayout('another key of thirty-two characters!', 'r1', stored)).toBeUndefined();
  for (const broken of ['', 'x', `${stored.slice(0, -4)}AAAA`])
    expect(decryptPayout(key, 'r1', broken)).toBeUndefined();
});
