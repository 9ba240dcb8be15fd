/**
 * The outer limit of all routes that write or send emails (wrangler.toml, WRITES): counted by session if a valid one is
 * known, else by address. Above it they respond 429 with `Retry-After`, while reading still works. The list of routes
 * is the API's own, so that no route without a limit can be added unnoticed.
 */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '#db/schema/index.ts';
import { type Client, inBatches, newClient, times } from '../support/client.ts';
import { refillStock, serum } from '../support/orders.ts';
import { type Route, writeRoutes } from '../support/routes/index.ts';
import { snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const limit = 3;
const shop = useShop({ writes: limit });
beforeAll(() => refillStock(shop.db));

/** More than the limit of two minutes, since a new minute may start meanwhile. */
const tooMany = 2 * limit + 1;
const add = (client: Client) => client.post('/api/cart/add', { itemId: serum, quantity: 1 });

const invented = () => randomBytes(32).toString('base64url');

test('every route is refused above the limit, without a token and with invented ones', async () => {
  const answersOf = async ({ method, path }: Route) => {
    const { address } = shop.client();
    const answers = [];
    for (const token of times(tooMany, (n) => (n % 2 ? invented() : undefined))) {
      answers.push(await newClient(shop.stack.url, token, address).send(method, path));
      if (answers.at(-1)?.status === 429) break;
    }
    return answers;
  };
  await inBatches(writeRoutes, async (route) => {
    const name = `${route.method} ${route.path}`;
    const answers = await answersOf(route);
    expect(
      answers.slice(0, limit).filter(({ status }) => status === 429),
      name,
    ).toEqual([]);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.body.code, refused?.headers.get('retry-after')], name).toEqual(['too_many', '60']);
  });
});

describe('a token without a session is like no token', () => {
  test('also when it was valid before, and also at logging out, which accepts any token', async () => {
    const person = await shop.person();
    expect((await add(person)).status).toBe(200);
    expect((await person.post('/api/user/logout')).status).toBe(200);
    const dead = newClient(shop.stack.url, person.token, person.address);
    expect((await dead.post('/api/user/logout')).status).toBe(200);
    for (const token of times(tooMany, invented))
      await newClient(shop.stack.url, token, person.address).post('/api/user/logout');
    expect((await dead.post('/api/user/logout')).status).toBe(429);
  });

  test('a session that was ended elsewhere is counted by address again, after its first refusal', async () => {
    const person = await shop.person();
    expect((await add(person)).status).toBe(200);
    await shop.db.write.delete(sessions).where(eq(sessions.userId, person.id));
    expect((await add(person)).status).toBe(401);
    for (const _ of times(tooMany, () => 0))
      await newClient(shop.stack.url, undefined, person.address).post('/api/vitals');
    expect((await add(person)).status).toBe(429);
  });
});

describe('a session above the limit', () => {
  test('cannot change anything from any address, but can still read', async () => {
    const { token } = await shop.person();
    const elsewhere = () => newClient(shop.stack.url, token, shop.client().address);
    for (const _ of times(tooMany, () => 0)) await add(elsewhere());
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
    const at = (token?: string) => newClient(shop.stack.url, token, address);
    for (const _ of times(tooMany, () => 0)) await add(at(one?.token));
    expect((await add(at(other?.token))).status).toBe(200);
    expect((await at().post('/api/order/quote', { items: [{ _id: serum, quantity: 1 }] })).status).toBe(200);
  });

  test('is the same for the header `token` and `Authorization`', async () => {
    const { token } = await shop.person();
    for (const _ of times(tooMany, () => 0)) await add(newClient(shop.stack.url, token));
    const { status } = await newClient(shop.stack.url).post(
      '/api/cart/get',
      {},
      { Authorization: `Bearer ${token}` },
    );
    expect(status).toBe(429);
  });

  test('reading is not counted', async () => {
    const person = await shop.person();
    for (const _ of times(tooMany, () => 0)) expect((await person.get('/api/user/me')).status).toBe(200);
    expect((await add(person)).status).toBe(200);
  });
});
