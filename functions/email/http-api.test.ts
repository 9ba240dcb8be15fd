/** Mail APIs, as a real HTTP server on this machine: their shapes, their answers, their silence. */
import { describe, expect, test } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import { type MailSettings, mailSender, type Sender } from './send.ts';
import { type Answer, sampleMail as mail, says, startMailApi } from './testing/mail-api.ts';

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

describe('shapes of request', () => {
  test("Resend's, unless configured otherwise", async () => {
    expect(await sender()(mail)).toEqual({ ok: true, providerId: 'p-1' });
    const [request] = mailApi.asked;
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

  test("Postmark's: other names, headers as a list, a literal", async () => {
    mailApi.answer = says(200, { ErrorCode: 0, MessageID: 'pm-1' });
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
    expect(mailApi.asked[0]?.headers).toMatchObject({ 'x-postmark-server-token': key });
    expect(mailApi.asked[0]?.headers.authorization).toBeUndefined();
    expect(mailApi.asked[0]?.body).toEqual({
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

  test("Brevo's: the sender in parts, an id among the headers", async () => {
    mailApi.answer = says(201, { messageId: '<b-1@smtp-relay.example>' });
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
    expect(mailApi.asked[0]?.body).toMatchObject({
      sender: { name: 'Harita', email: 'care@harita.example' },
      to: [{ email: 'asha@example.com' }],
      headers: { idempotencyKey: mail.id, 'X-Own': `mail/${mail.id}` },
    });
  });

  test('a key that was pasted with its line break', async () => {
    await sender({ MAIL_API_KEY: `${key}\n`, MAIL_API_BODY: '{"token":"$key"}' })(mail);
    expect(mailApi.asked[0]?.body).toEqual({ token: key });
    expect(mailApi.asked[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test('a letter that speaks of placeholders stays as it is', async () => {
    await sender()({ ...mail, text: 'Pay $key to $to', subject: '$html' });
    expect(mailApi.asked[0]?.body).toMatchObject({ text: 'Pay $key to $to', subject: '$html' });
  });

  test.each([
    ['a number', says(200, { id: 12 }), '12'],
    ['a header', says(202, '', { 'x-message-id': 'sg-1' }), 'sg-1'],
    ['nothing', says(204), null],
    ['no JSON', says(200, 'OK'), null],
    ['no object', says(200, 'null'), null],
  ])("the provider's id: %s", async (_, how, providerId) => {
    mailApi.answer = how;
    expect(await sender()(mail)).toEqual({ ok: true, providerId });
  });
});

describe('answers', () => {
  /** A provider that repeats everything that it was told. */
  const echo =
    (status: number, headers = {}): Answer =>
    (response, asked) => {
      const body = { name: mail.to, code: key, ErrorCode: mail.subject, message: JSON.stringify(asked) };
      says(status, body, headers)(response, asked);
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
  ])('%d is %s, and nothing of the mail is told', async (status, code) => {
    mailApi.answer = echo(status, { location: `${mailApi.url}/elsewhere` });
    expect(await sender()(mail)).toEqual({ ok: false, code, reason: `the mail API answered ${status}` });
    expect(mailApi.asked).toHaveLength(1);
  });

  test.each([
    [{ name: 'validation_error', message: 'no' }, 422, 'the mail API answered 422 (validation_error)'],
    [{ ErrorCode: 406, Message: 'Inactive asha@example.com' }, 422, 'the mail API answered 422 (406)'],
    [{ code: 'unauthorized' }, 401, 'the mail API answered 401 (unauthorized)'],
  ])("the provider's own code is told: %j", async (body, status, reason) => {
    mailApi.answer = says(status, body);
    expect(await sender()(mail)).toEqual({ ok: false, code: 'refused', reason });
  });

  test('a first try that is still at work is waited for', async () => {
    mailApi.answer = says(409, { name: 'concurrent_idempotent_requests' });
    expect(await sender()(mail)).toMatchObject({ ok: false, code: 'unavailable' });
    mailApi.answer = says(409, { name: 'invalid_idempotent_request' });
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
      mailApi.answer = says(status, {}, { 'retry-after': value, date });
      const result = await sender()(mail);
      expect(result).toMatchObject({ ok: false, code: 'unavailable' });
      expect('retryAfter' in result ? result.retryAfter : undefined).toBe(seconds);
    }
  });
});

describe('no answer', () => {
  const lost = (words: string) => ({ ok: false, code: 'unavailable', reason: `the mail API ${words}` });

  test('a server that hangs is given up', async () => {
    mailApi.answer = () => {};
    expect(await sender({}, 50)(mail)).toEqual(lost('did not answer in time'));
    expect(mailApi.asked).toHaveLength(1);
  });
  test('a server that hangs up', async () => {
    mailApi.answer = (response) => response.destroy();
    expect(await sender()(mail)).toEqual(lost('cannot be reached'));
  });
  test('no server', async () => {
    const send = sender({ MAIL_API_URL: 'http://127.0.0.1:1/' });
    expect(await send(mail)).toEqual(lost('cannot be reached'));
  });
  test('a mail that was taken stays taken when the answer breaks off', async () => {
    mailApi.answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":');
    };
    expect(await sender({}, 200)(mail)).toEqual({ ok: true, providerId: null });
  });
});
