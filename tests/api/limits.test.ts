/**
 * Limits on signing in and registering (docs/behaviour.md, "Failed sign-ins"): per account and network, stored in the
 * database, so that parallel guesses count like guesses one after another. The wait grows to 15 minutes at most, and
 * never locks the owner out from another network.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { password } from '../support/accounts.ts';
import { type Client, newClient, tally, times } from '../support/client.ts';
import { day, minute, setClock } from '../support/clock.ts';
import { countRows, select } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, flood: 50, vars: { REGISTRATIONS_PER_HOUR: '2' } });
const email = 'asha@example.in';

const register = (client: Client, as: string, word = password) =>
  client.post('/api/user/register', { name: 'Asha', email: as, password: word });
const guess = (client: Client, word = 'wrong horse') =>
  client.post('/api/user/login', { email, password: word });

/** Without the counters of the whole account and the whole network (see tests/api/sign-in-attack.test.ts). */
const ofNetwork = sql`key LIKE '%.%' AND key NOT LIKE '%.everywhere'`;

/** The only counter of an account and a network, with the wait after its last attempt, ms. */
async function counter(): Promise<{ count: number; wait: number } | undefined> {
  const rows = await select<{ count: number; wait: number }>(
    shop.db,
    // expires_at is a day after the last attempt.
    sql`SELECT count, max(0, blocked_until - (expires_at - ${day})) AS wait FROM attempts WHERE ${ofNetwork}`,
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0];
}

/** Changes the counter as if there were `count` wrong guesses, with the given wait in ms. */
async function setCounter(count: number, wait = 0): Promise<void> {
  const until = wait ? Date.now() + wait : 0;
  const counted = sql`UPDATE attempts SET count = ${count}, blocked_until = ${until} WHERE ${ofNetwork}`;
  await shop.db.write.run(counted);
}
/** Makes one wrong guess, and then {@link setCounter}. */
async function guessed(client: Client, count: number, wait = 0): Promise<void> {
  expect((await guess(client)).status).toBe(401);
  await setCounter(count, wait);
}

beforeAll(async () => {
  expect((await register(shop.client(), email)).status).toBe(200);
});
beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

describe('signing in', () => {
  test('of 20 guesses at once, 5 are checked; the rest has to wait', async () => {
    const client = shop.client();
    // No guess is counted before all of them have read that there is no wait.
    shop.proxy.readFirst(20);
    const answers = await Promise.all(times(20, (n) => guess(client, `wrong horse ${n}`)));
    expect(tally(answers)).toEqual({ 401: 5, 429: 15 });
    for (const { status, headers, body } of answers.filter(({ status }) => status === 429)) {
      expect([status, body.success, body.code]).toEqual([429, false, 'too_many']);
      expect(headers.get('retry-after')).toMatch(/^[12]$/);
      expect(body.message).toMatch(/Please wait [12] seconds? and try again/);
    }
    expect(await counter()).toEqual({ count: 5, wait: 1000 });
  });

  test('the wait doubles from 1 second to 15 minutes at most, and ends', async () => {
    const client = shop.client();
    await guessed(client, 4);
    for (const [before, wait] of [
      [4, 1_000],
      [5, 2_000],
      [6, 4_000],
      [14, 15 * minute],
      [1_000_000, 15 * minute],
    ] as const) {
      await setCounter(before);
      expect((await guess(client)).status).toBe(401);
      expect(await counter()).toEqual({ count: before + 1, wait });
    }

    // Even the right password has to wait, exactly as long as Retry-After says.
    await setClock(shop, 10 * minute);
    const waiting = await guess(client, password);
    expect(waiting.status).toBe(429);
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(4 * 60);
    expect(Number(waiting.headers.get('retry-after'))).toBeLessThanOrEqual(5 * 60);
    await setClock(shop, 16 * minute);
    expect((await guess(client, password)).status).toBe(200);
  });

  test('an attempt during the wait does not make it longer', async () => {
    const client = shop.client();
    await guessed(client, 9, minute);
    const before = await select(shop.db, sql`SELECT * FROM attempts`);
    expect((await guess(client)).status).toBe(429);
    expect(await select(shop.db, sql`SELECT * FROM attempts`)).toEqual(before);
  });

  test('the owner can sign in from another network, and another account from the same one', async () => {
    const client = shop.client();
    await guessed(client, 9, minute);
    expect((await guess(client, password)).status).toBe(429);
    expect((await guess(shop.client(), password)).status).toBe(200);
    const other = await client.post('/api/user/login', { email: 'other@example.in', password });
    expect(other.body.code).toBe('wrong_credentials');
  });

  test('signing in clears the counter', async () => {
    const client = shop.client();
    await guessed(client, 4);
    expect((await guess(client, password)).status).toBe(200);
    expect(await counter()).toBeUndefined();
  });

  test('after a day without attempts the counter starts again', async () => {
    const client = shop.client();
    await guessed(client, 9);
    // The last attempt was a day ago.
    await shop.db.write.run(sql`UPDATE attempts SET expires_at = expires_at - ${day}`);
    expect((await guess(client)).status).toBe(401);
    expect(await counter()).toEqual({ count: 1, wait: 0 });
  });

  test('an attempt counted by an isolate with a faster clock causes no refusal', async () => {
    const client = shop.client();
    expect((await guess(client)).status).toBe(401);
    await shop.db.write.run(sql`
      UPDATE attempts SET expires_at = expires_at + 5000,
        blocked_until = CASE WHEN blocked_until > 0 THEN blocked_until + 5000 ELSE 0 END`);
    expect((await guess(client)).status).toBe(401);
    expect(await counter()).toMatchObject({ count: 2 });
  });

  test('the counter contains no email or network address', async () => {
    const client = shop.client();
    await guess(client);
    const rows = await select<{ key: string }>(shop.db, sql`SELECT key FROM attempts ORDER BY length(key)`);
    const hash = '[A-Za-z0-9_-]{43}';
    expect(rows.map(({ key }) => key)).toEqual([
      expect.stringMatching(new RegExp(`^${hash}$`)),
      expect.stringMatching(new RegExp(`^${hash}\\.everywhere$`)),
      expect.stringMatching(new RegExp(`^${hash}\\.${hash}$`)),
    ]);
  });

  test('address headers sent by the client are ignored', async () => {
    const client = shop.client();
    for (const word of ['203.0.113.1', '203.0.113.2'])
      await client.post('/api/user/login', { email, password: 'x' }, { 'X-Forwarded-For': word });
    expect(await counter()).toMatchObject({ count: 2 });
  });
});

describe('registering', () => {
  test('a network has an hourly limit, even for parallel requests', async () => {
    const client = shop.client();
    const answers = await Promise.all(times(6, (n) => register(client, `many-${n}@example.in`)));
    expect(tally(answers)).toEqual({ 200: 2, 429: 4 });
    expect(await countRows(shop.db, 'users', sql`email LIKE 'many-%'`)).toBe(2);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ success: false, code: 'too_many' });
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3500);
    // Each request has its own time.
    expect(seconds).toBeLessThanOrEqual(3610);

    // Other networks can go on, and this one after the hour.
    expect((await register(shop.client(), 'elsewhere@example.in')).status).toBe(200);
    await setClock(shop, 61 * minute);
    const later = newClient(shop.stack.url, undefined, client.address);
    expect((await register(later, 'later@example.in')).status).toBe(200);
  });

  test('invalid requests are not counted', async () => {
    await register(shop.client(), 'form@example.in', 'short 7');
    await register(shop.client(), 'not an address');
    expect(await counter()).toBeUndefined();
  });
});

test('the outer flood guard responds 429 with Retry-After, only to that address', async () => {
  const client = shop.client();
  // More than the limit of two minutes, since a new minute may start meanwhile.
  const answers = await Promise.all(times(110, () => client.get('/api/store')));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(50);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused[0]?.body).toMatchObject({ success: false, code: 'too_many' });
  expect([refused[0]?.status, refused[0]?.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await shop.client().get('/api/store')).status).toBe(200);
});
