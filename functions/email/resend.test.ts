/** Resend, which its simulator replaces: requests, responses and failures. */

import type { Fault } from 'payment-simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import { type ShopSimulators, startShopSimulators } from '#tools/lib/simulators.ts';
import { type MailSettings, mailSender } from './send.ts';
import { renderedEmail as mail } from './testing/sample-emails.ts';

const store = readStore();
let simulators: ShopSimulators;
beforeAll(async () => {
  simulators = await startShopSimulators();
});
beforeEach(() => {
  simulators.mailbox.api.clearFaults();
  simulators.mailbox.api.forget();
});
afterAll(() => simulators.stop());

const send = (settings: MailSettings = {}, timeLimit?: number) =>
  mailSender(
    { ...simulators.vars.mail, ...settings },
    store,
    timeLimit,
  )?.({ ...mail, id: crypto.randomUUID() });
const sendAfter = (how: Fault) => {
  simulators.mailbox.api.inject({ fault: how });
  return send();
};
const requests = () => simulators.mailbox.api.requests;

test('an email arrives', async () => {
  const { MAIL_API_KEY: key } = simulators.vars.mail;
  const sent = await send({
    MAIL_FROM: '"Harita, Bengaluru" <post@harita.example>',
    MAIL_API_KEY: `${key}\n`,
  });
  const [email] = simulators.mailbox.messages;
  expect(sent).toEqual({ ok: true, providerId: email?.id });
  const { to, subject, text, html, headers } = mail;
  const id = email?.idempotencyKey;
  expect(email).toMatchObject({
    from: '"Harita, Bengaluru" <post@harita.example>',
    to: [to],
    subject,
    text,
    html,
    reply_to: 'care@harita.example',
    headers: { ...headers, 'Message-ID': `<${id}@harita.example>` },
  });
  expect(id).toMatch(/^[\w-]{36}$/);
  expect(requests()[0]?.headers).toMatchObject({ 'user-agent': 'harita' });
});

test('an email that was accepted stays accepted, with any response', async () => {
  expect(await sendAfter({ status: 200, body: 'OK' })).toEqual({ ok: true, providerId: null });
});

describe('responses', () => {
  test.each([
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [413, 'refused'],
    [422, 'refused'],
    [302, 'unavailable'],
    [408, 'unavailable'],
    [425, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('%d is %s, and the reason contains nothing of the email', async (status, code) => {
    const body = { name: mail.to, message: mail.text };
    const headers = { location: '/elsewhere' };
    const result = await sendAfter({ status, body, headers });
    expect(result).toMatchObject({ ok: false, code, reason: `Resend answered ${status}` });
    expect(requests()).toHaveLength(1);
  });

  test("the reason contains the error's name", async () => {
    expect(await sendAfter({ status: 422 })).toMatchObject({
      reason: 'Resend answered 422 (validation_error)',
    });
  });

  test('an email that was accepted before with another text is sent', async () => {
    const id = crypto.randomUUID();
    const again = (text: string) => mailSender(simulators.vars.mail, store)?.({ ...mail, text, id });
    expect(await again('Your order is placed.')).toMatchObject({ ok: true });
    expect(await again('Your order is shipped.')).toEqual({ ok: true, providerId: null });
    expect(simulators.mailbox.messages.filter(({ idempotencyKey }) => idempotencyKey === id)).toHaveLength(1);
  });

  test('a request that is still processed is retried later', async () => {
    const body = { name: 'concurrent_idempotent_requests' };
    expect(await sendAfter({ status: 409, body })).toMatchObject({ ok: false, code: 'unavailable' });
  });

  test.each([
    ['120', 120],
    ['999999999', 86_400],
    ['soon', undefined],
  ])('Retry-After: %s is %s s', async (value, seconds) => {
    const result = await sendAfter({ status: 429, headers: { 'Retry-After': value } });
    expect(result && 'retryAfter' in result ? result.retryAfter : undefined).toBe(seconds);
  });
});

describe('no response', () => {
  const lost = (words: string) => ({ ok: false, code: 'unavailable', reason: `Resend ${words}` });

  test('a server that hangs', async () => {
    simulators.mailbox.api.inject({ fault: 'hang' });
    expect(await send({}, 50)).toEqual(lost('did not answer in time'));
  });
  test('a server that closes the connection', async () => {
    expect(await sendAfter('drop')).toEqual(lost('cannot be reached'));
  });
});
