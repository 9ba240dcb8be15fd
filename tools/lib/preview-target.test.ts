/** Which secrets a preview gets, and wrangler's options for it. */
import { expect, test } from 'vitest';
import { previewSecrets } from '#tools/lib/preview-target.ts';
import { previewUpload } from '#tools/preview.ts';

const own = {
  PREVIEW_DATABASE_URL: 'libsql://harita-preview.turso.io',
  PREVIEW_DATABASE_AUTH_TOKEN: 'token-of-the-preview',
};
const live = { DATABASE_URL: 'libsql://harita.turso.io', DATABASE_AUTH_TOKEN: 'token-of-the-shop' };

test('without a database of its own it has no secrets, even if the shop has some', () => {
  for (const environment of [{}, live, { ...live, STRIPE_SECRET_KEY: 'x', PREVIEW_DATABASE_URL: '' }])
    expect(previewSecrets(environment)).toBeUndefined();
  expect(previewUpload(undefined)).toEqual(['--env', 'preview', '--var', 'PREVIEW:on']);
});

test('with one it gets that database, and its own test keys', () => {
  const given = { ...live, ...own, STRIPE_SECRET_KEY: 'of the shop', PREVIEW: 'change-12' };
  const keys = {
    PREVIEW_STRIPE_SECRET_KEY: 'sk_test_1',
    PREVIEW_RAZORPAY_KEY_ID: 'rzp_test_1',
    PREVIEW_MAIL_API_KEY: 'no',
  };
  const secrets = previewSecrets({ ...given, ...keys });
  expect(secrets).toEqual({
    DATABASE_URL: own.PREVIEW_DATABASE_URL,
    DATABASE_AUTH_TOKEN: own.PREVIEW_DATABASE_AUTH_TOKEN,
    STRIPE_SECRET_KEY: 'sk_test_1',
    RAZORPAY_KEY_ID: 'rzp_test_1',
  });
  const upload = previewUpload(secrets);
  expect(upload).toEqual(['--env', 'preview', '--secrets-file', expect.stringMatching(/secrets\.json$/)]);
  // Values are never part of a command line.
  expect(upload.join(' ')).not.toContain('token-of-the-preview');
});

test.each([
  'libsql://harita.turso.io',
  'https://harita.turso.io/',
  'https://HARITA.turso.io',
  'libsql://harita.turso.io?authToken=another',
])('%s is refused if it is the shop’s database', (url) => {
  const environment = { ...own, PREVIEW_DATABASE_URL: url };
  expect(() => previewSecrets({ ...environment, ...live })).toThrow(/the shop's own database/);
  expect(() => previewSecrets(environment, live)).toThrow(/the shop's own database/);
});

test('the token of the shop’s database is refused too', () => {
  const environment = { ...own, PREVIEW_DATABASE_AUTH_TOKEN: live.DATABASE_AUTH_TOKEN };
  expect(() => previewSecrets({ ...environment, ...live })).toThrow(/the shop's own database/);
});

test.each([
  ['STRIPE_SECRET_KEY', 'sk'],
  ['STRIPE_SECRET_KEY', 'rk'],
  ['RAZORPAY_KEY_ID', 'rzp'],
])('a live %s (%s) is refused', (name, kind) => {
  const environment = { ...own, [`PREVIEW_${name}`]: [kind, 'live', '1'].join('_') };
  expect(() => previewSecrets(environment)).toThrow(`PREVIEW_${name} is a live key`);
});

test('a database without a token, or with another URL scheme, is refused', () => {
  expect(() => previewSecrets({ PREVIEW_DATABASE_URL: own.PREVIEW_DATABASE_URL })).toThrow(
    /PREVIEW_DATABASE_AUTH_TOKEN/,
  );
  expect(() => previewSecrets({ ...own, PREVIEW_DATABASE_URL: 'http://127.0.0.1:8080' })).toThrow(/libsql/);
});
