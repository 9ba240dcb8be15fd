/** Cloudflare's email binding, as its documentation describes it. */
import { expect, test } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import type { Sender } from './mail.ts';
import { type MailSettings, mailSender } from './send.ts';
import { renderedEmail as mail } from './testing/sample-emails.ts';

const store = readStore();

const bound = (send: (message: unknown) => Promise<unknown>, more: MailSettings = {}, timeLimit?: number) =>
  mailSender({ EMAIL: { send } as unknown as SendEmail, ...more }, store, timeLimit) as Sender;
const fails = (code?: string) => () =>
  Promise.reject(Object.assign(new Error(`no mail for ${mail.to}`), code && { code }));

test('gets the parts of the email, without our Message-ID', async () => {
  const sent: unknown[] = [];
  const send = bound(async (message) => {
    sent.push(message);
    return { messageId: 'cf-1' };
  });
  expect(await send(mail)).toEqual({ ok: true, providerId: 'cf-1' });
  expect(sent).toEqual([
    {
      from: { name: 'Harita', email: 'care@harita.example' },
      to: mail.to,
      replyTo: 'care@harita.example',
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: mail.headers,
    },
  ]);
});

test('a sender without a name', async () => {
  const sent: { from?: unknown }[] = [];
  const keep = async (message: unknown) => {
    sent.push(message as object);
    return { messageId: 'cf-1' };
  };
  await bound(keep, { MAIL_FROM: 'post@harita.example' })(mail);
  expect(sent[0]?.from).toBe('post@harita.example');
});

test.each([
  ['E_VALIDATION_ERROR', 'refused'],
  ['E_SENDER_NOT_VERIFIED', 'refused'],
  ['E_RECIPIENT_SUPPRESSED', 'refused'],
  ['E_HEADER_NOT_ALLOWED', 'refused'],
  ['E_CONTENT_TOO_LARGE', 'refused'],
  ['E_RATE_LIMIT_EXCEEDED', 'unavailable'],
  ['E_DAILY_LIMIT_EXCEEDED', 'unavailable'],
  ['E_DELIVERY_FAILED', 'unavailable'],
  ['E_INTERNAL_SERVER_ERROR', 'unavailable'],
  ['E_SOMETHING_NEW', 'unavailable'],
])('%s is %s', async (code, outcome) =>
  expect(await bound(fails(code))(mail)).toEqual({
    ok: false,
    code: outcome,
    reason: `the email binding failed (${code})`,
  }),
);

test.each([undefined, 'asha@example.com'])('a failure with the code %s repeats nothing', async (code) =>
  expect(await bound(fails(code))(mail)).toEqual({
    ok: false,
    code: 'unavailable',
    reason: 'the email binding failed (no code)',
  }),
);

test('a binding that hangs', async () =>
  expect(await bound(() => new Promise(() => {}), {}, 20)(mail)).toEqual({
    ok: false,
    code: 'unavailable',
    reason: 'the email binding did not answer in time',
  }));
