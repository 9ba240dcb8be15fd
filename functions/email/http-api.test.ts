/** Mail APIs, with a real HTTP server on this machine: requests, responses and failures. */
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

const messageId = `<${mail.id}@harita.example>`;
const headers = { ...mail.headers, 'Message-ID': messageId };

describe('requests', () => {
  test("Resend's by default", async () => {
    expect(await sender()(mail)).toEqual({ ok: true, providerId: 'p-1' });
    const [request] = mailApi.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/emails' });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'idempotency-key': mail.id,
      'content-type': 'application/json',
    });
    expect(request?.body).toEqual({
      from: 'Harita <care@harita.example>',
      to: ['asha@example.com'],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      reply_to: 'care@harita.example',
      headers,
    });
  });

  test("Postmark's: other names, headers as a list, a constant", async () => {
    mailApi.respond = respondWith(200, { ErrorCode: 0, MessageID: 'pm-1' });
    const send = sender({
      MAIL_FROM: '"Harita, Bengaluru" <post@harita.example>',
      MAIL_API_HEADERS: '{"X-Postmark-Server-Token":"$key"}',
      MAIL_API_BODY: JSON.stringify({
        From: '$from',
        To: '$to',
        ReplyTo: '$replyTo',
        Subject: '$subject',
        TextBody: '$text',
        HtmlBody: '$html',
        MessageStream: 'outbound',
        Headers: [
          { Name: 'X-PM-KeepID', Value: 'true' },
          { Name: '$headerName', Value: '$headerValue' },
        ],
      }),
    });
    expect(await send(mail)).toEqual({ ok: true, providerId: 'pm-1' });
    expect(mailApi.requests[0]?.headers).toMatchObject({ 'x-postmark-server-token': key });
    expect(mailApi.requests[0]?.headers.authorization).toBeUndefined();
    expect(mailApi.requests[0]?.body).toEqual({
      From: '"Harita, Bengaluru" <post@harita.example>',
      To: 'asha@example.com',
      ReplyTo: 'care@harita.example',
      Subject: mail.subject,
      TextBody: mail.text,
      HtmlBody: mail.html,
      MessageStream: 'outbound',
      Headers: [
        { Name: 'X-PM-KeepID', Value: 'true' },
        { Name: 'Auto-Submitted', Value: 'auto-generated' },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        { Name: 'Message-ID', Value: messageId },
      ],
    });
  });

  test("Brevo's: the sender in parts, the id as a header", async () => {
    mailApi.respond = respondWith(201, { messageId: '<b-1@smtp-relay.example>' });
    const send = sender({
      MAIL_API_HEADERS: '{"api-key":"$key"}',
      MAIL_API_BODY: JSON.stringify({
        sender: { name: '$fromName', email: '$fromEmail' },
        to: [{ email: '$to' }],
        replyTo: { email: '$replyTo' },
        subject: '$subject',
        textContent: '$text',
        htmlContent: '$html',
        headers: { idempotencyKey: '$id', 'X-Own': 'mail/$id' },
      }),
    });
    expect(await send(mail)).toEqual({ ok: true, providerId: '<b-1@smtp-relay.example>' });
    expect(mailApi.requests[0]?.body).toMatchObject({
      sender: { name: 'Harita', email: 'care@harita.example' },
      to: [{ email: 'asha@example.com' }],
      headers: { idempotencyKey: mail.id, 'X-Own': `mail/${mail.id}` },
    });
  });

  test('a key with a line break at its end', async () => {
    await sender({ MAIL_API_KEY: `${key}\n`, MAIL_API_BODY: '{"token":"$key"}' })(mail);
    expect(mailApi.requests[0]?.body).toEqual({ token: key });
    expect(mailApi.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test('placeholders in the text of an email stay unchanged', async () => {
    await sender()({ ...mail, text: 'Pay $key to $to', subject: '$html' });
    expect(mailApi.requests[0]?.body).toMatchObject({ text: 'Pay $key to $to', subject: '$html' });
  });

  test.each([
    ['a number', respondWith(200, { id: 12 }), '12'],
    ['a header', respondWith(202, '', { 'x-message-id': 'sg-1' }), 'sg-1'],
    ['nothing', respondWith(204), null],
    ['no JSON', respondWith(200, 'OK'), null],
    ['no object', respondWith(200, 'null'), null],
  ])("the provider's id: %s", async (_, how, providerId) => {
    mailApi.respond = how;
    expect(await sender()(mail)).toEqual({ ok: true, providerId });
  });
});

describe('responses', () => {
  /** A provider that repeats the whole request. */
  const echo =
    (status: number, headers = {}): Responder =>
    (response, request) => {
      const body = { name: mail.to, code: key, ErrorCode: mail.subject, message: JSON.stringify(request) };
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
    expect(await sender()(mail)).toEqual({ ok: false, code, reason: `the mail API answered ${status}` });
    expect(mailApi.requests).toHaveLength(1);
  });

  test.each([
    [{ name: 'validation_error', message: 'no' }, 422, 'the mail API answered 422 (validation_error)'],
    [{ ErrorCode: 406, Message: 'Inactive asha@example.com' }, 422, 'the mail API answered 422 (406)'],
    [{ code: 'unauthorized' }, 401, 'the mail API answered 401 (unauthorized)'],
  ])("the reason contains the provider's code: %j", async (body, status, reason) => {
    mailApi.respond = respondWith(status, body);
    expect(await sender()(mail)).toEqual({ ok: false, code: 'refused', reason });
  });

  test('a request that is still processed is retried later', async () => {
    mailApi.respond = respondWith(409, { name: 'concurrent_idempotent_requests' });
    expect(await sender()(mail)).toMatchObject({ ok: false, code: 'unavailable' });
    mailApi.respond = respondWith(409, { name: 'invalid_idempotent_request' });
    expect(await sender()(mail)).toMatchObject({ ok: false, code: 'refused' });
  });

  const date = 'Sat, 21 Nov 2026 06:00:00 GMT';
  test.each([
    ['120', 120],
    ['0', 0],
    ['Sat, 21 Nov 2026 06:01:30 GMT', 90],
    ['999999999', 86_400],
    ['Sat, 21 Nov 2026 05:00:00 GMT', undefined],
    ['soon', undefined],
    ['-5', undefined],
  ])('Retry-After: %s is %s s', async (value, seconds) => {
    for (const status of [429, 503]) {
      mailApi.respond = respondWith(status, {}, { 'retry-after': value, date });
      const result = await sender()(mail);
      expect(result).toMatchObject({ ok: false, code: 'unavailable' });
      expect('retryAfter' in result ? result.retryAfter : undefined).toBe(seconds);
    }
  });
});

describe('no response', () => {
  const lost = (words: string) => ({ ok: false, code: 'unavailable', reason: `the mail API ${words}` });

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
