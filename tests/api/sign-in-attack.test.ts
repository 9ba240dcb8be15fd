/**
 * Signing in under attack: guesses from one IPv6 /64, from many networks, and over many accounts. A guess is evaluated
 * if the Worker hashes its password. The owner can always sign in on a known device, at the first attempt.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { countHashes, password, verifiedUser } from '../support/accounts.ts';
import { type ApiResponse, newClient, tally, times } from '../support/client.ts';
import { countRows, select, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { COUNT_HASHES: 'on' } });
const forget = () => shop.db.write.run(sql`DELETE FROM attempts`);
beforeEach(forget);

type Trying = { email: string; from: string; device?: string; word?: string };
const signIn = ({ email, from, device, word = 'a wrong guess' }: Trying) =>
  newClient(shop.stack.url, undefined, from).post('/api/user/login', { email, password: word, device });

/** Sends attempts one after another, without pauses. */
async function quickly(count: number, trying: (n: number) => Trying): Promise<ApiResponse[]> {
  const answers: ApiResponse[] = [];
  for (const n of times(count, (index) => index)) answers.push(await signIn(trying(n)));
  return answers;
}

const evaluated = (answers: readonly ApiResponse[]) => answers.filter(({ status }) => status === 401).length;
const inNet = (n: number) => `2001:db8:7:7:${n.toString(16)}::${n + 1}`;
const networks = (n: number) => `2001:db8:${n.toString(16)}::1`;

/** A user who has signed up on a device, with the device's token. */
async function owner() {
  const person = await verifiedUser(shop);
  const { body } = await person.post<{ device: string }>('/api/user/login', {
    email: person.email,
    password,
  });
  await forget();
  return { email: person.email, device: body.device };
}

describe('sixty quick guesses', () => {
  test('from one IPv6 /64: at most ten are evaluated, and the owner can sign in there too', async () => {
    const { email, device } = await owner();
    let answers: ApiResponse[] = [];
    const hashes = await countHashes(shop, async () => {
      answers = await quickly(60, (n) => ({ email, from: inNet(n) }));
    });
    expect(evaluated(answers)).toBeLessThanOrEqual(10);
    expect(hashes).toBe(evaluated(answers));
    expect(tally(answers)[429]).toBe(60 - evaluated(answers));
    expect((await signIn({ email, from: inNet(61), device, word: password })).status).toBe(200);
  });

  test('from sixty networks: at most thirty are evaluated, and the owner can sign in', async () => {
    const { email, device } = await owner();
    const answers = await quickly(60, (n) => ({ email, from: networks(n) }));
    expect(evaluated(answers)).toBeLessThanOrEqual(30);
    expect(evaluated(answers)).toBeGreaterThanOrEqual(20);
    // On an unknown device even the right password has to wait.
    const stranger = await signIn({ email, from: networks(61), word: password });
    expect([stranger.status, stranger.body.code]).toEqual([429, 'too_many']);
    expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn({ email, from: networks(62), device, word: password })).status).toBe(200);
  });

  test('for an operator are counted in the same way', async () => {
    const { email } = await owner();
    await shop.db.write.run(sql`UPDATE users SET role = 'operator' WHERE email = ${email}`);
    const answers = await quickly(40, (n) => ({ email, from: inNet(n) }));
    expect(evaluated(answers)).toBeLessThanOrEqual(10);
  });
});

describe('forty sprayed accounts', () => {
  test('from one address: at most thirty are evaluated; neighbours on known devices can sign in', async () => {
    const { email, device } = await owner();
    const answers = await quickly(40, (n) => ({ email: `sprayed-${n}@example.in`, from: '203.0.113.9' }));
    expect(evaluated(answers)).toBeLessThanOrEqual(30);
    expect(evaluated(answers)).toBeGreaterThanOrEqual(20);
    expect((await signIn({ email, from: '203.0.113.9', device, word: password })).status).toBe(200);
  });

  test('a right password returns only its own attempt to the network', async () => {
    const { email } = await owner();
    const from = '203.0.113.10';
    await quickly(5, (n) => ({ email: `wrong-${n}@example.in`, from }));
    for (const _ of times(5, () => 0)) await signIn({ email, from, word: password });
    const rows = await select<{ count: number }>(
      shop.db,
      sql`SELECT count FROM attempts WHERE key NOT LIKE '%.%' AND count > 0`,
    );
    expect(rows).toEqual([{ count: 5 }]);
  });
});

describe('a known device', () => {
  test('has its own counter of wrong passwords', async () => {
    const { email, device } = await owner();
    const answers = await quickly(10, () => ({ email, from: '203.0.113.11', device }));
    expect(evaluated(answers)).toBeLessThanOrEqual(7);
    expect(answers.at(-1)?.status).toBe(429);
    expect((await signIn({ email, from: '203.0.113.11', word: password })).status).toBe(200);
  });

  test('is not known to other accounts', async () => {
    const { device } = await owner();
    const other = await verifiedUser(shop);
    const answers = await quickly(30, (n) => ({ email: other.email, from: networks(n), device }));
    expect(evaluated(answers)).toBeLessThan(30);
    expect(tally(answers)[429]).toBe(30 - evaluated(answers));
  });

  test('is stored as a hash; an invented token has no effect', async () => {
    const { email, device } = await owner();
    const rows = await select<{ hash: string }>(shop.db, sql`SELECT token_hash AS hash FROM devices`);
    expect(rows.map(({ hash }) => hash)).not.toContain(device);
    const answers = await quickly(60, (n) => ({
      email,
      from: inNet(n),
      device: `${n}`.padEnd(43, 'x'),
    }));
    expect(evaluated(answers)).toBeLessThanOrEqual(10);
  });

  test.each(['', 'short', 'x'.repeat(100)])('a malformed token (%j) is replaced', async (device) => {
    const { email } = await owner();
    const { status, body } = await newClient(shop.stack.url).post<{ device: string }>('/api/user/login', {
      email,
      password,
      device,
    });
    expect([status, body.device]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(body.device).not.toBe(device);
  });
});

describe('a client that has to wait', () => {
  test('is refused after one read, without a write or a hash', async () => {
    const { email } = await owner();
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
  await shop.stack.restartWorker({ REGISTRATIONS_PER_HOUR: '2' });
  const answers = [];
  for (const n of [1, 2, 3])
    answers.push(
      await newClient(shop.stack.url, undefined, inNet(n)).post('/api/user/register', {
        name: 'N',
        email: `net-${n}@example.in`,
        password,
      }),
    );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(await countRows(shop.db, 'users', sql`email LIKE 'net-%'`)).toBe(2);
});
