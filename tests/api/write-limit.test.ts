/**
 * The outer guard of all that writes or mails (wrangler.toml, WRITES): counted by session where a living
 * one is known, else by address; beyond it 429 with `Retry-After`, while reading goes on. The list of routes
 * is the API's own, so that one without a limit cannot be added unseen.
 */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '#db/schema/index.ts';
import { type Client, newClient, times } from '../support/client.ts';
import { fillShelf, serum } from '../support/orders.ts';
import { writes } from '../support/routes.ts';
import { snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const limit = 5;
const shop = useShop({ writes: limit });
beforeAll(() => fillShelf(shop.db));

/** More than two minutes' worth, should a new minute begin in between. */
const tooMany = 2 * limit + 1;
const add = (client: Client) => client.post('/api/cart/add', { itemId: serum, quantity: 1 });

test.each(writes)('$method $path is refused beyond the limit', async ({ method, path }) => {
  const client = shop.client();
  const answers = [];
  for (const _ of times(tooMany, () => 0)) answers.push(await client.send(method, path));
  expect(answers.slice(0, limit).filter(({ status }) => status === 429)).toEqual([]);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect([refused[0]?.body.code, refused[0]?.headers.get('retry-after')]).toEqual(['too_many', '60']);
});

describe('a token that nobody has is like no token', () => {
  const invented = () => randomBytes(32).toString('base64url');

  test.each(writes)('at $method $path, however many are invented', async ({ method, path }) => {
    const { address } = shop.client();
    const answers = [];
    for (const token of times(tooMany, invented))
      answers.push(await newClient(shop.stack.url, token, address).send(method, path));
    expect(answers.slice(0, limit).filter(({ status }) => status === 429)).toEqual([]);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  test('also when it was alive, and also at logging out, which takes any', async () => {
    const person = await shop.person();
    expect((await add(person)).status).toBe(200);
    expect((await person.post('/api/user/logout')).status).toBe(200);
    const dead = newClient(shop.stack.url, person.token, person.address);
    expect((await dead.post('/api/user/logout')).status).toBe(200);
    for (const token of times(tooMany, invented))
      await newClient(shop.stack.url, token, person.address).post('/api/user/logout');
    expect((await dead.post('/api/user/logout')).status).toBe(429);
  });

  test('a session that ended elsewhere is counted by address again, once that was noticed', async () => {
    const person = await shop.person();
    expect((await add(person)).status).toBe(200);
    await shop.db.write.delete(sessions).where(eq(sessions.userId, person.id));
    expect((await add(person)).status).toBe(401);
    for (const _ of times(tooMany, () => 0))
      await newClient(shop.stack.url, undefined, person.address).post('/api/vitals');
    expect((await add(person)).status).toBe(429);
  });
});

describe('an account beyond it', () => {
  test('changes nothing more, from wherever it asks, and goes on reading', async () => {
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

  test('does not slow down its neighbours at the same address, signed in or not', async () => {
    const [one, other] = await shop.people(2);
    const { address } = shop.client();
    const at = (token?: string) => newClient(shop.stack.url, token, address);
    for (const _ of times(tooMany, () => 0)) await add(at(one?.token));
    expect((await add(at(other?.token))).status).toBe(200);
    expect((await at().post('/api/order/quote', { items: [{ _id: serum, quantity: 1 }] })).status).toBe(200);
  });

  test('is the same by header token and by Authorization', async () => {
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
