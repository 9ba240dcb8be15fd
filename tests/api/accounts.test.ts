/**
 * Accounts (docs/behaviour.md, "Sessions", "Signing in and up"): registering, signing in and out, and the token: 256
 * random bits of which only the SHA-256 is stored, valid for 30 days.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '#db/schema/index.ts';
import { weakPassword } from '../support/accounts.ts';
import { tally, times } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import { outcome } from '../support/guests.ts';
import { orderOf, placeOrder, serum } from '../support/orders.ts';
import { countRows, hashOf, insertAccount, select, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const password = 'correct horse 9';
const email = 'asha.rao@example.in';
const signedOut = { success: false, code: 'signed_out', message: 'Please sign in to go on.' };

const register = (more: Record<string, unknown> = {}) =>
  shop.client().post('/api/user/register', { name: 'Asha Rao', email, password, ...more });
const login = (as: string, word = password) =>
  shop.client().post('/api/user/login', { email: as, password: word });
const me = (token: string) => shop.client(token).get('/api/user/me');

let token = '';
beforeAll(async () => {
  const { status, body } = await register({ email: '  Asha.RAO@Example.IN ', name: '  Asha Rao ' });
  expect([status, body.success, body.message]).toEqual([200, true, 'Account created successfully!']);
  expect(body.user).toEqual({ name: 'Asha Rao', email, role: 'shopper', verified: false });
  token = body.token;
});

describe('registering', () => {
  test('signs in at once', async () => {
    const { status, body } = await me(token);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        user: { name: 'Asha Rao', email, role: 'shopper', verified: false },
        secondFactor: false,
        recoveryCodes: 0,
        elevated: false,
      },
    ]);
  });

  test('stores the password as scrypt and the token as SHA-256, never the texts', async () => {
    const [person] = await shop.db.read.select().from(users).where(eq(users.email, email));
    expect(person?.password).toMatch(/^scrypt\$\d+\$8\$\d\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [session] = await shop.db.read
      .select()
      .from(sessions)
      .where(eq(sessions.userId, person?.id ?? ''));
    expect(session).toMatchObject({ tokenHash: hashOf(token) });
    expect((session?.expiresAt ?? 0) - (session?.createdAt ?? 0)).toBe(30 * day);
    const stored = JSON.stringify([
      await shop.db.read.select().from(users),
      await shop.db.read.select().from(sessions),
      await select(shop.db, sql`SELECT * FROM attempts`),
    ]);
    for (const secret of [token, password]) expect(stored).not.toContain(secret);
  });

  test('an address has one account, in any spelling', async () => {
    const before = await snapshot(shop.db, ['attempts']);
    const { status, body } = await register({ email: ' ASHA.rao@EXAMPLE.in', name: 'Other' });
    expect([status, body.success, body.code]).toEqual([409, false, 'email_taken']);
    expect(body.fields).toHaveProperty('email');
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('two requests at once with one address make one account', async () => {
    const answers = await Promise.all(
      times(2, (n) => register({ email: 'twins@example.in', name: `Twin ${n}` })),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(answers.map(({ body }) => body.code).filter(Boolean)).toEqual(['email_taken']);
    expect(await countRows(shop.db, 'users', sql`email = 'twins@example.in'`)).toBe(1);
    expect(
      await countRows(
        shop.db,
        'sessions',
        sql`user_id = (SELECT id FROM users WHERE email = 'twins@example.in')`,
      ),
    ).toBe(1);
  });

  test.each([
    ['a common one', 'Password123!'],
    ['a common one in capitals', 'PASSWORD1'],
    ['the shop and a year', 'harita2026'],
    ['the shop among other words', 'Monsoon kettle HARITA 42 lamps'],
    ['the email', 'monsoon kettle new@example.in 42'],
    ['the first half of the email and a year', 'kaveri.iyer2026'],
    ['the name', 'Kaveri Iyer!'],
    ['a row of keys', 'qwertyuiop[]'],
    ['one word many times', 'lalbagh'.repeat(6)],
  ])('refuses %s as a password, and counts the attempt', async (_, word) => {
    const [before, counters] = [await snapshot(shop.db, ['attempts']), await countRows(shop.db, 'attempts')];
    const as = {
      name: 'Kaveri Iyer',
      email: word.includes('@') ? 'new@example.in' : 'kaveri.iyer@example.in',
    };
    const { status, body } = await register({ ...as, password: word });
    expect([status, body.fields]).toEqual([422, { password: weakPassword }]);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    expect(await countRows(shop.db, 'attempts')).toBe(counters + 1);
  });

  test.each([
    ['9', 'q7 zt 4!k'],
    ['128', `${'long & winding '.repeat(9)}`.slice(0, 127).concat('!')],
  ])('accepts a password of %s characters', async (length, word) => {
    expect(word).toHaveLength(Number(length));
    const as = `length-${length}@example.in`;
    expect((await register({ email: as, password: word })).status).toBe(200);
    expect((await login(as, word)).status).toBe(200);
  });

  test('a password may have any script, in any Unicode form', async () => {
    expect((await register({ email: 'script@example.in', password: 'café हरित 11' })).status).toBe(200);
    expect((await login('script@example.in', 'café हरित 11')).status).toBe(200);
  });
});

test('the name can be changed', async () => {
  const person = await shop.person();
  const { status, body } = await person.post('/api/user/name', { name: '  Asha Devi ' });
  const user = { name: 'Asha Devi', email: person.email, role: 'shopper', verified: true };
  expect([status, body.user]).toEqual([200, user]);
  expect((await me(person.token)).body.user.name).toBe('Asha Devi');
});

describe('signing in', () => {
  test('returns the token and a message; the address may have any spelling', async () => {
    const { status, body } = await login(' ASHA.Rao@example.in ');
    expect([status, body.success, body.message]).toEqual([200, true, 'Logged in successfully!']);
    expect(body.user).toEqual({ name: 'Asha Rao', email, role: 'shopper', verified: false });
    expect(body.token).not.toBe(token);
    expect((await me(body.token)).status).toBe(200);
  });

  test('an unknown address and a wrong password get the same response, byte for byte', async () => {
    const [wrong, unknown] = [await login(email, 'wrong horse 9'), await login('nobody@example.in')];
    expect(outcome(wrong)).toEqual([401, 'wrong_credentials']);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    const names = (headers: Headers) => [...headers.keys()].sort();
    expect(names(unknown.headers)).toEqual(names(wrong.headers));
  });

  test('the password must match exactly', async () => {
    expect((await login(email, password.toUpperCase())).status).toBe(401);
    expect((await login(email, `${password} `)).status).toBe(401);
  });
});

describe('the token', () => {
  test.each([
    ['header token', (word: string) => ({ token: word })],
    ['Authorization: Bearer', (word: string) => ({ Authorization: `Bearer ${word}` })],
    ['Authorization: bearer', (word: string) => ({ Authorization: `bearer ${word}` })],
  ])('is accepted as %s, on all routes', async (_, headers) => {
    const client = shop.client();
    expect((await client.get('/api/user/me', headers(token))).status).toBe(200);
    expect((await client.post('/api/cart/get', {}, headers(token))).status).toBe(200);
    expect((await client.post('/api/order/userorders', {}, headers(token))).status).toBe(200);
  });

  test('is invalid after logout; the account’s other sessions stay valid', async () => {
    const { body: other } = await login(email);
    const { status, body } = await shop.client(other.token).post('/api/user/logout');
    expect([status, body.success]).toEqual([200, true]);
    const after = await me(other.token);
    expect([after.status, after.body]).toEqual([401, signedOut]);
    expect((await me(token)).status).toBe(200);
  });

  test('logging out twice is not an error', async () => {
    const { token: ending } = await insertAccount(shop.db);
    expect((await shop.client(ending).post('/api/user/logout')).status).toBe(200);
    expect((await shop.client(ending).post('/api/user/logout')).status).toBe(200);
  });

  test('is valid for exactly 30 days; after that it neither reads nor writes', async () => {
    const { token: ageing } = await insertAccount(shop.db, 'operator');
    const client = shop.client(ageing);
    await client.post('/api/cart/add', { itemId: serum, quantity: 3 });
    const order = await orderOf(client, { [serum]: 1 });
    const orderId = (await placeOrder(client, order)).body.order._id;
    await setClock(shop, 30 * day - day / 24);
    expect((await me(ageing)).status).toBe(200);

    await setClock(shop, 30 * day + day / 24);
    const calls: [path: string, body: object][] = [
      ['cart/get', {}],
      ['cart/add', { itemId: serum, quantity: 7 }],
      ['cart/update', { itemId: serum }],
      ['cart/reset', {}],
      ['order/place', order],
      ['order/userorders', {}],
      ['order/cancel', { orderId }],
      ['order/update-tracking', { orderId, trackingId: 'AWB1', courierPartner: 'DTDC' }],
      [`reviews/${serum}`, { rating: 5, comment: 'Late' }],
    ];
    const before = await snapshot(shop.db);
    for (const [path, body] of calls) {
      const answer = await client.post(`/api/${path}`, body);
      expect([path, answer.status, answer.body]).toEqual([path, 401, signedOut]);
    }
    expect((await me(ageing)).body).toEqual(signedOut);
    expect((await client.get(`/api/order/tracking-info/${orderId}`)).body).toEqual(signedOut);
    expect(await snapshot(shop.db)).toEqual(before);
  });
});
