/** Choosing the transport, invalid settings, and emails that must not be sent. */
import { describe, expect, test } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import type { Mail } from './mail.ts';
import { type MailSettings, mailSender } from './send.ts';
import { renderedEmail as mail } from './testing/sample-emails.ts';

const store = readStore();
/** No server. */
const MAIL_API_URL = 'http://127.0.0.1:1/';
const EMAIL = { send: () => Promise.reject(new Error('called')) } as unknown as SendEmail;

describe('transport', () => {
  test('none is configured', () => {
    expect(mailSender({}, store)).toBeUndefined();
    expect(mailSender({ MAIL_FROM: 'care@harita.example', MAIL_API_URL: '' }, store)).toBeUndefined();
  });
  test('Resend takes precedence over the binding', async () => {
    const send = mailSender({ EMAIL, MAIL_API_URL, MAIL_API_KEY: 're_key' }, store);
    expect(await send?.(mail)).toMatchObject({ reason: 'Resend cannot be reached' });
  });
});

describe('invalid settings throw an error', () => {
  test.each<[string, Partial<MailSettings>, string]>([
    ['a URL without a key', { MAIL_API_URL }, 'MAIL_API_URL is set, but MAIL_API_KEY is not'],
    ['a sender without an address', { MAIL_FROM: 'Harita' }, 'MAIL_FROM'],
    ['a sender with a line break', { MAIL_FROM: 'Harita <a@b.example>\r\nBcc: c@d.example' }, 'MAIL_FROM'],
  ])('%s', (_, settings, message) =>
    expect(() => mailSender({ EMAIL, ...settings }, store)).toThrow(message),
  );
  test('a shop’s name with a line break throws an error', () =>
    expect(() => mailSender({ EMAIL }, { ...store, name: 'A\nB' })).toThrow('line break'));
});

describe('emails that must not be sent', () => {
  test.each<[string, Partial<Mail>]>([
    ['a line break in the recipient', { to: 'asha@example.com\r\nBcc: all@example.com' }],
    ['two recipients', { to: 'asha@example.com, ravi@example.com' }],
    ['two recipients in one', { to: 'asha@example.com;ravi@example.com' }],
    ['a recipient with a name', { to: 'Asha <asha@example.com>' }],
    ['no recipient', { to: '' }],
    ['NUL in the recipient', { to: 'asha\u0000@example.com' }],
    ['CR in the subject', { subject: 'Hello\rBcc: all@example.com' }],
    ['LF in the subject', { subject: 'Hello\nBcc: all@example.com' }],
    ['a line separator in the subject', { subject: 'Hello\u2028there' }],
    ['NUL in the subject', { subject: 'Hello\u0000' }],
    [
      'a line break in a header',
      { headers: { 'List-Unsubscribe': '<https://a.example>\r\nBcc: x@y.example' } },
    ],
    ['a line break in a header’s name', { headers: { 'X-A: 1\r\nBcc': 'x@y.example' } }],
    ['an id that a Message-ID cannot hold', { id: 'a>b' }],
  ])('%s', async (_, wrong) => {
    const result = await mailSender({ EMAIL }, store)?.({ ...mail, ...wrong });
    expect(result).toMatchObject({ ok: false, code: 'refused', reason: expect.stringMatching(/^[\w -]+$/) });
  });
});
