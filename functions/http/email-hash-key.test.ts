import { expect, test } from 'vitest';
import { emailHashKey } from './email-hash-key.ts';

test('a key has 32 characters or more', () => {
  const key = 'x'.repeat(32);
  expect(emailHashKey({ EMAIL_HASH_KEY: key })).toBe(key);
  for (const wrong of [undefined, '', 'too short', key.slice(1)])
    expect(() => emailHashKey({ EMAIL_HASH_KEY: wrong })).toThrow(
      expect.objectContaining({ status: 503, code: 'not_configured' }),
    );
});
