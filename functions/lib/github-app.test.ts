/**
 * The token of the app, and which settings are refused. The calls are in
 * tests/api/desk-products-github.test.ts and editor-token.test.ts.
 */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { appToken, connectGithub } from './github-app.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
/** Too short for a key. */
const shortKey = (kind: string) =>
  ['BEGIN', 'END'].map((side) => `-----${side} ${kind} KEY-----`).join('\nMIIE\n');
const now = Date.parse('2026-12-01T10:00:00Z');

test('the token is signed with the key, and lasts ten minutes from a minute ago', async () => {
  const token = await appToken('42', pem, now);
  const [header = '', claims = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${header}.${claims}`);
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(verify('RSA-SHA256', signed, createPublicKey(privateKey), Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
  expect([read(header), read(claims)]).toEqual([
    { alg: 'RS256', typ: 'JWT' },
    { iat: now / 1000 - 60, exp: now / 1000 + 540, iss: '42' },
  ]);
});

test('a key may have its line breaks as two characters', async () => {
  expect(await appToken('42', pem.replaceAll('\n', '\\n'), now)).toBe(await appToken('42', pem, now));
});

test.each([
  ['of another form', shortKey('RSA PRIVATE'), /PKCS#8/],
  ['that is none', shortKey('PRIVATE'), /cannot be read/],
])('a key %s is named as the reason', async (_, key, reason) => {
  await expect(appToken('42', key, now)).rejects.toThrow(reason);
});

test('without all three settings there is no GitHub; a repository is owner/name', () => {
  const all = { GITHUB_APP_ID: '42', GITHUB_APP_KEY: pem, GITHUB_REPOSITORY: 'harita/shop' };
  expect(connectGithub({ ...all, GITHUB_APP_KEY: '' })).toBeUndefined();
  expect(connectGithub(all)?.repository).toBe('harita/shop');
  expect(() => connectGithub({ ...all, GITHUB_REPOSITORY: 'https://github.com/harita/shop' })).toThrow(
    /owner\/name/,
  );
});
