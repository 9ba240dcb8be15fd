import { expect, test } from 'vitest';
import { hashKey } from './hash-key.ts';

test('a key has 32 characters or more', () => {
  const key = 'x'.repeat(32);
  expect(hashKey({ keys: key })).toBe(key);
  for (const wrong of [undefined, '', 'too short', key.slice(1)])
    expect(() => hashKey({ keys: wrong })).toThrow(
      expect.objectContaining({ status: 503, code: 'not_configured' }),
    );
});
