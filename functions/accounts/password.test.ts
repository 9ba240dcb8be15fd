import { expect, test } from 'vitest';
import { checkPassword, hashPassword } from './password.ts';

test('a password is stored as scrypt with OWASP’s parameters, and checked against it', async () => {
  const stored = await hashPassword('a long walk');
  expect(stored).toMatch(/^scrypt\$32768\$8\$3\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
  expect(await checkPassword('a long walk', stored)).toBe(true);
}, 60_000);
