/**
 * The Worker's log (functions/http/log-requests.ts): one line of JSON per request, with the request id of the response,
 * and without personal data, even if a request contains some.
 */
import { describe, expect } from 'vitest';
import { password, verifiedUser } from '../support/accounts.ts';
import type { ApiResponse } from '../support/client.ts';
import { address, placed, serum } from '../support/orders.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

type Line = Record<string, unknown>;

const number = expect.any(Number);
const lines = (): Line[] =>
  shop.stack.workerLogs.flatMap((text) =>
    text.split('\n').flatMap((line) => {
      const start = line.indexOf('{"level"');
      return start < 0 ? [] : [JSON.parse(line.slice(start)) as Line];
    }),
  );
/** The log line of a response; waits for it. */
async function lineOf({ headers }: Pick<ApiResponse, 'headers'>): Promise<Line> {
  const id = headers.get('x-request-id');
  const found = () => lines().filter(({ requestId, route }) => requestId === id && route);
  await expect.poll(found).toHaveLength(1);
  return found()[0] as Line;
}

describe('one line per request', () => {
  test.for<[string, string, string, string, number, string | undefined, number]>([
    ['GET', '/api/store', 'info', '/api/store', 200, undefined, 0],
    ['GET', `/api/product/${serum}`, 'info', '/api/product/:id', 200, undefined, 1],
    ['GET', '/api/product/no-such-thing', 'info', '/api/product/:id', 404, 'not_found', 1],
    ['GET', '/api/nowhere/asha@example.in', 'info', 'none', 404, 'not_found', 0],
    ['POST', '/api/cart/get', 'info', '/api/cart/get', 401, 'signed_out', 0],
    ['GET', '/api/desk/orders/secret', 'info', '/api/desk/orders/:id', 401, 'signed_out', 0],
  ])('%s %s', async ([method, path, level, route, status, code, databaseCalls]) => {
    const line = await lineOf(await shop.client().send(method, path, method === 'POST' ? { json: {} } : {}));
    const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const ofDatabase = { databaseCalls, databaseMs: number, rowsRead: number, rowsWritten: 0 };
    const request = { level, requestId, method, route, status, ms: number, version: expect.any(String) };
    expect(line).toEqual({ ...request, ...(code && { code }), ...(databaseCalls && ofDatabase) });
  });

  test('says what the database did: calls, rows read and written', async ({ shopper }) => {
    const quiet = await lineOf(await shopper.get('/api/user/me'));
    expect(quiet).toMatchObject({ databaseCalls: 1, rowsWritten: 0 });
    expect(quiet.rowsRead).toBeGreaterThan(0);
    const answer = await shopper.post('/api/cart/add', { itemId: serum, quantity: 1 });
    const line = await lineOf(answer);
    expect(line.rowsWritten).toBeGreaterThan(0);
    expect(line.databaseMs).toBeLessThanOrEqual(Number(line.ms));
    // Only operators see it in an answer.
    expect(answer.headers.has('server-timing')).toBe(false);
    expect((await operator.get('/api/desk/today')).headers.get('server-timing')).toMatch(
      /^db;dur=\d+;desc="\d+ calls, \d+ rows read, \d+ written", route;dur=\d+$/,
    );
  });

  test('a response of 500 or more has the id in its body, and is logged as a warning', async () => {
    const answer = await shop.client().post('/api/webhooks/stripe', {});
    expect(answer.status).toBe(503);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    expect(await lineOf(answer)).toMatchObject({ level: 'warn', status: 503, code: 'not_configured' });
  });
});

test('the stack of an error names source files', async () => {
  const { headers } = await shop.client().post('/api/webhooks/stripe', {});
  const id = headers.get('x-request-id');
  const stack = () => lines().find((line) => line.requestId === id && line.stack)?.stack;
  await expect.poll(stack).toMatch(/functions\/payments\/webhook\.ts:\d+:\d+/);
  expect(stack()).toMatch(/functions\/http\/route\.ts:\d+:\d+/);
  expect(stack()).not.toContain('index.js');
});

test('no line has personal data: no address, name, email, phone, password or token', async () => {
  const person = await verifiedUser(shop, 'Meenakshi Sundaram');
  await placed(person, { [serum]: 1 }, { ...address, email: person.email });
  await shop.client().post('/api/user/login', { email: person.email, password: 'not this one' });
  await person.post('/api/contact/submit', { email: person.email, subject: 'My skin', message: 'It itches' });
  await person.post('/api/user/password', { password, newPassword: 'another walk in Cubbon' });
  await shop.client().get(`/api/unsubscribe?token=${person.token}`);
  const last = await person.get(`/api/order/tracking-info/${person.token}`);
  await lineOf(last);
  const written = shop.stack.workerLogs.join('\n');
  expect(written).not.toMatch(/Meenakshi|Sundaram|@example|98765|MG Road|itches|walk in|127\.0\.0\.1|::1/);
  expect(written).not.toContain(person.token);
});
