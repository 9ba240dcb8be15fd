/** Resend's API, with a real HTTP server on this machine: requests, responses and failures. */
import { describe, expect, test } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import { type MailSettings, mailSender, type Sender } from './send.ts';
import { sampleEmail as mail, type Responder, respondWith, startMailApi } from './testing/mail-api.ts';

const store = readStore();
const key = 're_verysecret';
const mailApi = startMailApi();

const sender = (settings: Partial<MailSettings> = {}, timeLimit?: number): Sender => {
  const send = mailSender({ MAIL_API_URL: mailApi.url, MAIL_API_KEY: key, ...settings }, store, timeLimit);
  if (!send) throw new Error('not configured');
  return send;
};

describe('requests', () => {
  test('as Resend documents them', async () => {
    expect(await sender()(mail)).toEqual({ ok: true, providerId: 'p-1' });
    const [request] = mailApi.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/emails' });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'idempotency-key': mail.id,
      'content-type': 'application/json',
      'user-agent': 'harita',
    });
    expect(request?.body).toEqual({
      from: 'Harita <care@harita.example>',
      to: ['asha@example.com'],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      reply_to: 'care@harita.example',
      headers: { ...mail.headers, 'Message-ID': `<${mail.id}@harita.example>` },
    });
  });

  test('another sender, and a key with a line break at its end', async () => {
    await sender({ MAIL_FROM: '"Harita, Bengaluru" <post@harita.example>', MAIL_API_KEY: `${key}\n` })(mail);
    expect(mailApi.requests[0]?.body).toMatchObject({ from: '"Harita, Bengaluru" <post@harita.example>' });
    expect(mailApi.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test.each([
    ['nothing', respondWith(204)],
    ['no JSON', respondWith(200, 'OK')],
    ['no object', respondWith(200, 'null')],
  ])('accepted, with %s for an id', async (_, how) => {
    mailApi.respond = how;
    expect(await sender()(mail)).toEqual({ ok: true, providerId: null });
  });
});

describe('responses', () => {
  /** A provider that repeats the whole request. */
  const echo =
    (status: number, headers = {}): Responder =>
    (response, request) => {
      const body = { name: mail.to, message: JSON.stringify(request) };
      respondWith(status, body, headers)(response, request);
    };

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
    mailApi.respond = echo(status, { location: `${mailApi.url}/elsewhere` });
    expect(await sender()(mail)).toEqual({ ok: false, code, reason: `Resend answered ${status}` });
    expect(mailApi.requests).toHaveLength(1);
  });

  test("the reason contains the error's name, and not its message", async () => {
    mailApi.respond = respondWith(422, { name: 'validation_error', message: 'Invalid asha@example.com' });
    const reason = 'Resend answered 422 (validation_error)';
    expect(await sender()(mail)).toEqual({ ok: false, code: 'refused', reason });
  });

  test('a request that is still processed is retried later', async () => {
    mailApi.respond = respondWith(409, { name: 'concurrent_idempotent_requests' });
    expect(await sender()(mail)).toMatchObject({ ok: false, code: 'unavailable' });
    mailApi.respond = respondWith(409, { name: 'invalid_idempotent_request' });
    expect(await sender()(mail)).toMatchObject({ ok: false, code: 'refused' });
  });

  test.each([
    ['120', 120],
    ['0', 0],
    ['999999999', 86_400],
    ['soon', undefined],
    ['-5', undefined],
  ])('Retry-After: %s is %s s', async (value, seconds) => {
    mailApi.respond = respondWith(429, {}, { 'retry-after': value });
    const result = await sender()(mail);
    expect(result).toMatchObject({ ok: false, code: 'unavailable' });
    expect('retryAfter' in result ? result.retryAfter : undefined).toBe(seconds);
  });
});

describe('no response', () => {
  const lost = (words: string) => ({ ok: false, code: 'unavailable', reason: `Resend ${words}` });

  test('a server that hangs', async () => {
    mailApi.respond = () => {};
    expect(await sender({}, 50)(mail)).toEqual(lost('did not answer in time'));
    expect(mailApi.requests).toHaveLength(1);
  });
  test('a server that closes the connection', async () => {
    mailApi.respond = (response) => response.destroy();
    expect(await sender()(mail)).toEqual(lost('cannot be reached'));
  });
  test('no server', async () => {
    const send = sender({ MAIL_API_URL: 'http://127.0.0.1:1/' });
    expect(await send(mail)).toEqual(lost('cannot be reached'));
  });
  test('an accepted email stays accepted when the response breaks off', async () => {
    mailApi.respond = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":');
    };
    expect(await sender({}, 200)(mail)).toEqual({ ok: true, providerId: null });
  });
});
