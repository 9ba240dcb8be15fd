/**
 * The outer limit of all routes that write or send emails (wrangler.toml, WRITES): counted by session if a valid one is
 * known, else by address. Above it they respond 429 with `Retry-After`, while reading still works. The list of routes
 * is the API's own, so that no route without a limit can be added unnoticed.
 */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { sessions } from '#db/schema/index.ts';
import { type Client, inBatches, newClient, times } from '../support/client.ts';
import { itemsOf, serum } from '../support/orders.ts';
import { type Route, writeRoutes } from '../support/routes/index.ts';
import { snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const limit = 3;
const { shop, test } = shopTest({ writes: limit });

/** More than the limit of two minutes, since a new minute may start meanwhile. */
const tooMany = 2 * limit + 1;
const add = (client: Client) => client.post('/api/cart/add', { itemId: serum, quantity: 1 });
const at = (address: string, token?: string) => newClient(shop.stack.url, token, address);
const often = async (ask: () => Promise<unknown>) => {
  for (const _ of times(tooMany, () => 0)) await ask();
};

const invented = () => randomBytes(32).toString('base64url');

test('every route is refused above the limit, without a token and with invented ones', async () => {
  const answersOf = async ({ method, path }: Route) => {
    const { address } = shop.client();
    const answers = [];
    for (const token of times(tooMany, (n) => (n % 2 ? invented() : undefined))) {
      answers.push(await at(address, token).send(method, path));
      if (answers.at(-1)?.status === 429) break;
    }
    return answers;
  };
  await inBatches(writeRoutes, async (route) => {
    const name = `${route.method} ${route.path}`;
    const answers = await answersOf(route);
    const refused = answers.find(({ status }) => status === 429);
    expect(answers.slice(0, limit), name).not.toContain(refused);
    expect([refused?.body.code, refused?.headers.get('retry-after')], name).toEqual(['too_many', '60']);
  });
});

describe('a token without a session is like no token', () => {
  const logOut = (client: Client) => client.post('/api/user/logout');

  test('also when it was valid before, and at logging out, which accepts any token', async ({ shopper }) => {
    expect((await add(shopper)).status).toBe(200);
    for (const _ of [1, 2]) expect((await logOut(shopper)).status).toBe(200);
    await often(() => logOut(at(shopper.address, invented())));
    expect((await logOut(shopper)).status).toBe(429);
  });

  test('a session that was ended elsewhere counts by address again after its refusal', async ({
    shopper,
  }) => {
    expect((await add(shopper)).status).toBe(200);
    await shop.db.write.delete(sessions).where(eq(sessions.userId, shopper.id));
    expect((await add(shopper)).status).toBe(401);
    await often(() => at(shopper.address).post('/api/vitals'));
    expect((await add(shopper)).status).toBe(429);
  });
});

describe('a session above the limit', () => {
  test('cannot change anything from any address, but can still read', async ({ shopper: { token } }) => {
    const elsewhere = () => shop.client(token);
    await often(() => add(elsewhere()));
    const before = await snapshot(shop.db);
    const { status, body, headers } = await add(elsewhere());
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'too_many', '60']);
    expect(await snapshot(shop.db)).toEqual(before);
    for (const path of ['/api/user/me', '/api/product/list', '/api/store'])
      expect((await elsewhere().get(path)).status).toBe(200);
  });

  test('does not affect other clients at the same address, with or without a session', async () => {
    const [one, other] = await shop.people(2);
    const { address } = shop.client();
    await often(() => add(at(address, one?.token)));
    expect((await add(at(address, other?.token))).status).toBe(200);
    const quoted = await at(address).post('/api/order/quote', { items: itemsOf({ [serum]: 1 }) });
    expect(quoted.status).toBe(200);
  });

  test('is the same for the header `token` and `Authorization`', async ({ shopper: { token } }) => {
    await often(() => add(shop.client(token)));
    const { status } = await shop.client().post('/api/cart/get', {}, { Authorization: `Bearer ${token}` });
    expect(status).toBe(429);
  });

  test('reading is not counted', async ({ shopper }) => {
    await often(async () => expect((await shopper.get('/api/user/me')).status).toBe(200));
    expect((await add(shopper)).status).toBe(200);
  });
});
