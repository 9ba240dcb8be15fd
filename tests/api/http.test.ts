/**
 * Responses of the API that belong to no single route (docs/behaviour.md, "API answers"): JSON for unknown URLs, HEAD,
 * a request id, and no internal details in errors. Properties of every route: routes.test.ts.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { api, ResponseOf } from '#lib/api.ts';
import { minute } from '../support/clock.ts';
import { serum } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const unknown = [
  '/api',
  '/api/',
  '/api/nowhere',
  '/api/product/list/more',
  '/api/user',
  '/api//store',
  '/API/store',
];
test.each(unknown)('%s is a 404 with any method', async (path) => {
  for (const method of methods) {
    const { status, body, headers } = await shop.client().send(method, path);
    expect([method, status]).toEqual([method, 404]);
    if (!path.startsWith('/api')) continue;
    expect(body).toEqual({ success: false, code: 'not_found', message: 'This address was not found.' });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-request-id': expect.stringMatching(uuid),
    });
  }
});

describe('HEAD', () => {
  test.each(['/api/product/list', `/api/product/${serum}`, '/api/store', '/api/health'])(
    '%s is GET without the body',
    async (path) => {
      const client = shop.client();
      const [head, get] = [await client.send('HEAD', path), await client.get(path)];
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['content-type', 'cache-control', 'etag', 'content-security-policy'])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
    },
  );

  test('of an unknown URL is a 404, of a POST route a 405', async () => {
    expect((await shop.client().send('HEAD', '/api/nowhere')).status).toBe(404);
    expect((await shop.client().send('HEAD', '/api/order/place')).status).toBe(405);
  });
});

test('the request id is the shop’s own, and new each time', async () => {
  const ask = async () =>
    (await shop.client().get('/api/store', { 'X-Request-Id': 'mine' })).headers.get('x-request-id');
  const [one, two] = [await ask(), await ask()];
  expect(one).toMatch(uuid);
  expect(two).toMatch(uuid);
  expect(two).not.toBe(one);
});

test('the shop’s settings contain the payment methods, and amounts in rupees', async () => {
  const { status, body, headers } = await shop.client().get<ResponseOf<typeof api.store.$get>>('/api/store');
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
  expect(body.store).toMatchObject({
    name: 'Harita',
    delivery: { fee: 0, freeFrom: 499 },
    cashOnDelivery: { maxOrder: 20_000 },
  });
  expect(body.paymentMethods).toMatchObject([
    { id: 'razorpay', enabled: false, reason: expect.any(String) },
    { id: 'stripe', enabled: false, reason: expect.any(String) },
    { id: 'cod', enabled: true, reason: null },
  ]);
});

test('health reports the state of the database and of the scheduled job', async () => {
  const expectHealth = async (scheduled: string) => {
    const { status, body } = await shop.client().get('/api/health');
    expect([status, body]).toEqual([200, { success: true, database: 'ok', scheduled }]);
  };
  // In a new shop, the job has not run yet.
  await expectHealth('late');
  await shop.stack.scheduled();
  await expectHealth('ok');
  const earlier = sql`UPDATE jobs SET finished_at = finished_at - ${16 * minute} WHERE name = 'mail'`;
  await shop.db.write.run(earlier);
  await expectHealth('late');
});

test('a client that leaves in the middle of a body is no error of the shop', async () => {
  const { hostname, port } = new URL(shop.stack.url);
  shop.stack.workerLogs.length = 0;
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    'POST /api/contact/submit HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"email":"',
  );
  // The Worker reads the body by the time at which another request has been answered.
  await shop.client().get('/api/store');
  socket.destroy();
  const lines = () => shop.stack.workerLogs.filter((line) => line.includes('/api/contact/submit'));
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]).toMatch(/"status":400,"code":"broken_off"/);
  expect(shop.stack.workerLogs.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

describe('an internal error', () => {
  const secret = 'correct horse of Asha 9';
  beforeAll(() => shop.stack.restartWorker({ LOGIN_FREE_TRIES: 'nonsense', REGISTRATIONS_PER_HOUR: '0' }));

  test.each(['login', 'register'])('of %s: a 500 with a request id and nothing internal', async (route) => {
    const sent = { name: 'Asha Rao', email: 'asha.fault@example.in', password: secret };
    const { status, body, text, headers } = await shop.client().post(`/api/user/${route}`, sent);
    expect(status).toBe(500);
    expect(body).toEqual({
      success: false,
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
      requestId: headers.get('x-request-id'),
    });
    expect(body.requestId).toMatch(uuid);
    expect(text).not.toMatch(/nonsense|limit|Error|\.ts|LOGIN/);
    expect(headers.get('cache-control')).toBe('no-store');

    const logs = () => shop.stack.workerLogs.join('\n');
    await expect.poll(logs).toContain(body.requestId);
    for (const value of Object.values(sent)) expect(logs()).not.toContain(value);
  });
});
