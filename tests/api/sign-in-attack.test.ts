/**
 * Signing in under attack: guesses from one IPv6 /64, from many networks, and over many accounts. A guess is evaluated
 * if the Worker hashes its password. The owner can always sign in on a known device, at the first attempt.
 * The same with the default limits: tests/nightly/sign-in-attack.test.ts.
 */
import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { countHashes, password } from '../support/accounts.ts';
import { type ApiResponse, newClient, tally, times } from '../support/client.ts';
import { countRows, select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';
import { attackOn, evaluated, inNet, networks, type Trying } from '../support/sign-in-attack.ts';

const { shop, test: plainTest } = shopTest({
  proxy: true,
  vars: {
    COUNT_HASHES: 'on',
    LOGIN_FREE_TRIES_PER_ACCOUNT: '8',
    LOGIN_FREE_TRIES_PER_NETWORK: '32',
    REGISTRATIONS_PER_HOUR: '8',
    EXPORTS_PER_HOUR: '100',
    EMAIL_CHANGES_PER_HOUR: '100',
    SIGN_INS_PER_HOUR: '20',
  },
});
const { forget, signIn, quickly, owner } = attackOn(shop);
const test = plainTest.extend('owner', () => owner());

/** A busy machine may be so slow that a wait of a second ends between two guesses. */
const late = 2;

describe('sixteen quick guesses', () => {
  test.for<[string, number, (email: string) => (n: number) => Trying]>([
    ['from one IPv6 /64', 5, (email) => (n) => ({ email, from: inNet(n) })],
    ['from sixteen networks', 8, (email) => (n) => ({ email, from: networks(n) })],
    ['for sixteen accounts', 8, () => (n) => ({ email: `sprayed-${n}@example.in`, from: inNet(1) })],
  ])(
    '%s: %i are evaluated, and the owner can sign in on a known device',
    async ([, free, trying], { owner: { email, device } }) => {
      let answers: ApiResponse[] = [];
      const hashes = await countHashes(shop, async () => {
        answers = await quickly(16, trying(email));
      });
      expect(evaluated(answers)).toBeGreaterThanOrEqual(free);
      expect(evaluated(answers)).toBeLessThanOrEqual(free + late);
      expect([hashes, tally(answers)[429]]).toEqual([evaluated(answers), 16 - evaluated(answers)]);
      expect((await signIn({ email, from: inNet(61), device, word: password })).status).toBe(200);
    },
  );

  test('on an unknown device even the right password has to wait; so it is for operators', async () => {
    const { email } = await owner();
    await shop.db.write.run(sql`UPDATE users SET role = 'operator' WHERE email = ${email}`);
    await quickly(12, (n) => ({ email, from: networks(n) }));
    const { status, body, headers } = await signIn({ email, from: networks(61), word: password });
    expect([status, body.code]).toEqual([429, 'too_many']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a right password returns only its own attempt to the network', async ({ owner: { email } }) => {
    const from = '203.0.113.10';
    await quickly(3, (n) => ({ email: `wrong-${n}@example.in`, from }));
    for (const _ of times(3, () => 0)) await signIn({ email, from, word: password });
    const rows = await select<{ count: number }>(
      shop.db,
      sql`SELECT count FROM attempts WHERE key NOT LIKE '%.%' AND key NOT LIKE 'signed-in:%' AND count > 0`,
    );
    expect(rows).toEqual([{ count: 3 }]);
  });
});

describe('a known device', () => {
  test('has its own counter of wrong passwords', async ({ owner: { email, device } }) => {
    const answers = await quickly(10, () => ({ email, from: '203.0.113.11', device }));
    expect(evaluated(answers)).toBeLessThanOrEqual(7);
    expect(answers.at(-1)?.status).toBe(429);
    expect((await signIn({ email, from: '203.0.113.11', word: password })).status).toBe(200);
  });

  test('is stored as a hash, and is not known to other accounts; an invented token has no effect', async () => {
    const [{ device }, { email }] = [await owner(), await owner()];
    const rows = await select<{ hash: string }>(shop.db, sql`SELECT token_hash AS hash FROM devices`);
    expect(rows.map(({ hash }) => hash)).not.toContain(device);
    for (const token of [device, 'x'.repeat(43)]) {
      await forget();
      const answers = await quickly(12, (n) => ({ email, from: inNet(n), device: token }));
      expect(evaluated(answers)).toBeLessThanOrEqual(5 + late);
    }
  });

  const malformed = ['', 'short', 'x'.repeat(100)];
  test.for(malformed)('a malformed token (%j) is replaced', async (device, { owner: { email } }) => {
    const sent = { email, password, device };
    const { status, body } = await shop.client().post<{ device: string }>('/api/user/login', sent);
    expect([status, body.device]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(body.device).not.toBe(device);
  });
});

describe('right passwords that come together', () => {
  test('fourteen exports of one session, and fourteen sign-ins of a known device: none counts as a wrong one', async () => {
    const { email, device } = await owner();
    const { body } = await signIn({ email, from: networks(1), device, word: password });
    const session = newClient(shop.stack.url, body.token, networks(1));
    const all = await Promise.all([
      ...times(14, () => session.post('/api/user/export', { password })),
      ...times(14, () => signIn({ email, from: networks(1), device, word: password })),
    ]);
    expect(tally(all)).toEqual({ 200: 28 });
    expect((await session.post('/api/user/export', { password: 'a wrong one' })).status).toBe(422);
    expect((await session.post('/api/user/export', { password })).status).toBe(200);
  });

  test('what a busy isolate did not check counts nothing', async ({ owner: { email, device } }) => {
    // Four sessions of one account: each takes turns by itself, and the account has two places in the lane.
    const tokens: (string | undefined)[] = [];
    for (const _ of times(4, () => 0))
      tokens.push((await signIn({ email, from: networks(1), device, word: password })).body.token);
    await forget();
    const check = (token: string | undefined, n: number) =>
      newClient(shop.stack.url, token, networks(n)).post('/api/user/email', {
        email: `new-${n}@example.in`,
        password,
      });
    const checks = (n: number) =>
      Promise.all([...tokens, ...tokens, ...tokens].map((token) => check(token, n)));
    const all = [...(await checks(1)), ...(await checks(2))];
    expect(all.filter(({ status, body }) => status === 429 && /tries/.test(body.message ?? ''))).toEqual([]);
    expect(await countRows(shop.db, 'attempts', sql`key LIKE 'password:%' AND count > 0`)).toBe(0);
  });

  test('of one account, some an hour: each costs a hash', async ({ owner: { email, device } }) => {
    const answers = await quickly(22, (n) => ({ email, from: networks(n), device, word: password }));
    expect(tally(answers)).toEqual({ 200: 20, 429: 2 });
    const other = await owner();
    expect((await signIn({ ...other, from: networks(1), word: password })).status).toBe(200);
  });
});

describe('a client that has to wait', () => {
  test('is refused after one read, without a write or a hash', async ({ owner: { email } }) => {
    await quickly(5, (n) => ({ email, from: inNet(n) }));
    // The wait after the fifth guess is a second, which may be over before the next request of this test.
    await shop.db.write.run(
      sql`UPDATE attempts SET blocked_until = ${Date.now() + 60_000} WHERE blocked_until > 0`,
    );
    const before = await snapshot(shop.db);
    shop.proxy.reset();
    const hashes = await countHashes(shop, async () => {
      expect((await signIn({ email, from: inNet(99) })).status).toBe(429);
    });
    expect([hashes, shop.proxy.batches.length, shop.proxy.calls.length]).toEqual([0, 0, 1]);
    expect(await snapshot(shop.db)).toEqual(before);
  });
});

test('registrations are counted by /64 too', async () => {
  const register = (n: number) => {
    const account = { name: 'N', email: `net-${n}@example.in`, password };
    return newClient(shop.stack.url, undefined, inNet(n)).post('/api/user/register', account);
  };
  expect(tally([await register(1), await register(2), await register(3)])).toEqual({ 200: 2, 429: 1 });
  expect(await countRows(shop.db, 'users', sql`email LIKE 'net-%'`)).toBe(2);
});
