/**
 * Signing in under attack: guesses from one IPv6 /64, from many networks, and sprayed over many accounts. What is
 * evaluated is what made the Worker hash a password. Whatever strangers do, the owner signs in on a device that the
 * account knows, at the first try.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashesFor, password, someoneWithPassword } from '../support/accounts.ts';
import { type Answer, newClient, tally, times } from '../support/client.ts';
import { countRows, select, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { COUNT_HASHES: 'on' } });
const forget = () => shop.db.write.run(sql`DELETE FROM attempts`);
beforeEach(forget);

type Trying = { email: string; from: string; device?: string; word?: string };
const signIn = ({ email, from, device, word = 'a wrong guess' }: Trying) =>
  newClient(shop.stack.url, undefined, from).post('/api/user/login', { email, password: word, device });

/** Tries one after the other, as quickly as they are answered. */
async function quickly(count: number, trying: (n: number) => Trying): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const n of times(count, (index) => index)) answers.push(await signIn(trying(n)));
  return answers;
}

const evaluated = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 401).length;
const inNet = (n: number) => `2001:db8:7:7:${n.toString(16)}::${n + 1}`;
const networks = (n: number) => `2001:db8:${n.toString(16)}::1`;

/** Somebody who has signed up on a device, and what that device keeps. */
async function owner() {
  const person = await someoneWithPassword(shop);
  const { body } = await person.post<{ device: string }>('/api/user/login', {
    email: person.email,
    password,
  });
  await forget();
  return { email: person.email, device: body.device };
}

describe('sixty quick guesses', () => {
  test('from one IPv6 /64: at most ten are evaluated, and the owner gets in there too', async () => {
    const { email, device } = await owner();
    let answers: Answer[] = [];
    const hashes = await hashesFor(shop, async () => {
      answers = await quickly(60, (n) => ({ email, from: inNet(n) }));
    });
    expect(evaluated(answers)).toBeLessThanOrEqual(10);
    expect(hashes).toBe(evaluated(answers));
    expect(tally(answers)[429]).toBe(60 - evaluated(answers));
    expect((await signIn({ email, from: inNet(61), device, word: password })).status).toBe(200);
  });

  test('from sixty networks: at most thirty are evaluated, and the owner gets in', async () => {
    const { email, device } = await owner();
    const answers = await quickly(60, (n) => ({ email, from: networks(n) }));
    expect(evaluated(answers)).toBeLessThanOrEqual(30);
    expect(evaluated(answers)).toBeGreaterThanOrEqual(20);
    // From a device that the account does not know even the right password has to wait.
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
  test('from one address: at most thirty are evaluated; neighbours on known devices get in', async () => {
    const { email, device } = await owner();
    const answers = await quickly(40, (n) => ({ email: `sprayed-${n}@example.in`, from: '203.0.113.9' }));
    expect(evaluated(answers)).toBeLessThanOrEqual(30);
    expect(evaluated(answers)).toBeGreaterThanOrEqual(20);
    expect((await signIn({ email, from: '203.0.113.9', device, word: password })).status).toBe(200);
  });

  test('a right password gives its try back, and forgives no others of the network', async () => {
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

describe('a device that the account knows', () => {
  test('has a count of its own, which wrong passwords on it use up', async () => {
    const { email, device } = await owner();
    const answers = await quickly(10, () => ({ email, from: '203.0.113.11', device }));
    expect(evaluated(answers)).toBeLessThanOrEqual(7);
    expect(answers.at(-1)?.status).toBe(429);
    expect((await signIn({ email, from: '203.0.113.11', word: password })).status).toBe(200);
  });

  test('is known to nobody else: its key helps with no other account', async () => {
    const { device } = await owner();
    const other = await someoneWithPassword(shop);
    const answers = await quickly(30, (n) => ({ email: other.email, from: networks(n), device }));
    expect(evaluated(answers)).toBeLessThan(30);
    expect(tally(answers)[429]).toBe(30 - evaluated(answers));
  });

  test('is known by a hash, and an invented key gets nobody anything', async () => {
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

  test.each(['', 'short', 'x'.repeat(100)])('a key that is none of ours (%j) is replaced', async (device) => {
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

describe('what has to wait', () => {
  test('is refused by one read: nothing is written, and nothing is hashed', async () => {
    const { email } = await owner();
    await quickly(5, (n) => ({ email, from: inNet(n) }));
    // The fifth guess brings a wait of one second, which may be over before the next request of this test.
    await shop.db.write.run(
      sql`UPDATE attempts SET blocked_until = ${Date.now() + 60_000} WHERE blocked_until > 0`,
    );
    const before = await snapshot(shop.db);
    shop.proxy.reset();
    const hashes = await hashesFor(shop, async () => {
      expect((await signIn({ email, from: inNet(99) })).status).toBe(429);
    });
    expect([hashes, shop.proxy.batches.length, shop.proxy.calls.length]).toEqual([0, 0, 1]);
    expect(await snapshot(shop.db)).toEqual(before);
  });
});

test('registrations are counted by the /64 too', async () => {
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
