import { describe, expect, test } from 'vitest';
import { useSimulators } from '../use-simulators.ts';

const all = useSimulators();
const mail = {
  from: 'Harita <hello@harita.example>',
  to: ['asha@example.com'],
  subject: 'Your order ORD-123456',
  text: 'Thank you.',
  html: '<p>Thank you.</p>',
  headers: { 'List-Unsubscribe': '<https://harita.example/u>' },
  reply_to: 'care@harita.example',
};

async function send(body: unknown, headers: Record<string, string> = {}) {
  const { urls, mailbox } = all.simulators;
  const response = await fetch(urls.mail, {
    method: 'POST',
    headers: { Authorization: `Bearer ${mailbox.apiKey}`, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as { id: string; name: string; message: string };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: answer };
}

describe('the mailbox', () => {
  test('accepts an email, and returns its id', async () => {
    const { status, body } = await send(mail, { 'Idempotency-Key': 'outbox-1' });
    expect([status, body]).toEqual([200, { id: expect.any(String) }]);
    expect(all.simulators.mailbox.messages).toEqual([
      { ...mail, id: body.id, at: expect.any(Number), idempotencyKey: 'outbox-1' },
    ]);
  });

  test('accepts one email per key, and refuses another one with the same key', async () => {
    const key = { 'Idempotency-Key': 'outbox-1' };
    const first = await send(mail, key);
    expect(await send(mail, key)).toEqual(first);
    expect(await send({ ...mail, subject: 'Another' }, key)).toMatchObject({
      status: 409,
      body: { name: 'invalid_idempotent_request' },
    });
    expect(all.simulators.mailbox.messages).toHaveLength(1);
    all.simulators.setClock(24 * 60 * 60_000);
    expect((await send(mail, key)).body.id).not.toBe(first.body.id);
  });

  test('waits for a later email, and reports which others came instead', async () => {
    const { mailbox } = all.simulators;
    const awaited = mailbox.waitFor(({ subject }) => subject === 'Second');
    await send({ ...mail, subject: 'First' });
    await send({ ...mail, subject: 'Second' });
    expect((await awaited).subject).toBe('Second');
    expect((await mailbox.waitFor(({ subject }) => subject === 'First')).subject).toBe('First');
    await expect(mailbox.waitFor(() => false, 1)).rejects.toThrow('"First" to asha@example.com');
    mailbox.clear();
    expect(mailbox.messages).toEqual([]);
  });

  test.each([
    ['no subject', { subject: undefined }, 422, 'missing_required_field', 'Missing `subject` field.'],
    [
      'no body',
      { text: undefined, html: undefined },
      422,
      'missing_required_field',
      'Missing `html` or `text` field.',
    ],
    [
      'a subject of two lines',
      { subject: 'a\r\nBcc: b@example.com' },
      422,
      'validation_error',
      /not allowed in the `subject`/,
    ],
    [
      'a header of two lines',
      { headers: { 'X-A': 'a\nb' } },
      422,
      'validation_error',
      /not allowed in the `headers`/,
    ],
    ['a bad address', { to: ['asha'] }, 422, 'validation_error', /Invalid `to` field/],
    ['nobody to get it', { to: [] }, 422, 'validation_error', /./],
    [
      'a bad sender',
      { from: 'Harita\n<hello@harita.example>' },
      422,
      'validation_error',
      /Invalid `from` field/,
    ],
  ])('refuses %s', async (_, change, status, name, message) => {
    const answer = await send({ ...mail, ...change });
    expect(answer).toMatchObject({ status, body: { statusCode: status, name } });
    expect(answer.body.message).toMatch(message);
    expect(all.simulators.mailbox.messages).toEqual([]);
  });

  test('refuses a body that is not JSON, a wrong key, and a request without a User-Agent', async () => {
    expect((await send('{')).status).toBe(422);
    expect(await send(mail, { Authorization: '' })).toMatchObject({
      status: 401,
      body: { name: 'missing_api_key' },
    });
    expect(await send(mail, { Authorization: 'Bearer re_other' })).toMatchObject({ status: 403 });
    expect((await send(mail, { 'User-Agent': '' })).status).toBe(403);
  });

  test('is busy or broken on demand', async () => {
    const { api } = all.simulators.mailbox;
    api.inject({ fault: { status: 429 } });
    expect(await send(mail)).toMatchObject({
      status: 429,
      retryAfter: '1',
      body: { name: 'rate_limit_exceeded' },
    });
    api.inject({ fault: { status: 500 } });
    expect((await send(mail)).status).toBe(500);
    expect(all.simulators.mailbox.messages).toEqual([]);
    expect((await send(mail)).status).toBe(200);
  });
});
