/**
 * A forgotten password (docs/behaviour.md 9.9): asking for a link, which tells nobody whether an
 * address has an account, and using it, which works once, within half an hour, and always.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { links, sessions } from '#db/schema/index.ts';
import {
  hashesFor,
  lettersTo,
  login,
  mailedToken,
  newcomer,
  password,
  someoneWithPassword,
} from '../support/accounts.ts';
import { newClient, tally, times } from '../support/client.ts';
import { address, serum } from '../support/orders.ts';
import { countRows, hashOf, select, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { COUNT_HASHES: '1', RESET_TRIES: '2', RESETS_PER_HOUR: '4' } });
const other = 'another walk in Cubbon Park';
const minute = 60 * 1000;
const answer = {
  success: true,
  message:
    'If there is an account with this address, a link is on its way. Please open the newest of our emails.',
};

const forgot = (email: string, client = shop.client()) => client.post('/api/user/forgot', { email });
const reset = (token: string, word = other) =>
  shop.client().post('/api/user/reset', { token, password: word });
const clock = (offset: number) => shop.stack.restartWorker({ CLOCK_OFFSET_MS: String(offset) });
const lettersOf = async (email: string, kind: string) =>
  (await lettersTo(shop.db, email)).filter((letter) => letter.kind === kind);

/** Somebody who has asked for a link, and what it carries. */
async function forgetful() {
  const person = await someoneWithPassword(shop);
  expect((await forgot(person.email)).status).toBe(200);
  return { ...person, link: await mailedToken(shop.db, person.email) };
}

const expectDead = (given: Awaited<ReturnType<typeof reset>>) => {
  expect([given.status, given.body.success, given.body.code]).toEqual([409, false, 'link_dead']);
  expect(given.body.message).toMatch(/ask for a new one/);
};

beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

describe('asking for a link', () => {
  test('mails 256 random bits that are good for 30 minutes, and stores only their SHA-256', async () => {
    const person = await someoneWithPassword(shop);
    const { status, body } = await forgot(` ${person.email.toUpperCase()} `);
    expect([status, body]).toEqual([200, answer]);
    const letters = await lettersTo(shop.db, person.email);
    expect(letters).toEqual([{ kind: 'password_reset', token: expect.any(String), minutes: 30 }]);
    const token = await mailedToken(shop.db, person.email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [link] = await shop.db.read
      .select()
      .from(links)
      .where(eq(links.tokenHash, hashOf(token)));
    expect(link).toMatchObject({ purpose: 'reset', email: null });
    expect((link?.expiresAt ?? 0) - (link?.createdAt ?? 0)).toBe(30 * minute);
    expect(JSON.stringify(await shop.db.read.select().from(links))).not.toContain(token);
  });

  test('an address without an account is answered alike, to the byte, and gets nothing', async () => {
    const person = await someoneWithPassword(shop);
    await shop.db.write.run(sql`DELETE FROM attempts`);
    const before = await snapshot(shop.db, ['attempts']);
    const unknown = await forgot('nobody@example.in');
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    const counters = await countRows(shop.db, 'attempts');
    const known = await forgot(person.email);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const names = (headers: Headers) => [...headers.keys()].sort();
    expect(names(unknown.headers)).toEqual(names(known.headers));
    // Both are counted alike: for where they were asked from.
    expect([counters, await countRows(shop.db, 'attempts')]).toEqual([1, 2]);
  });

  test('hashes no password, whether there is an account or not', async () => {
    const person = await someoneWithPassword(shop);
    expect(await hashesFor(shop, () => forgot(person.email))).toBe(0);
    expect(await hashesFor(shop, () => forgot('nobody@example.in'))).toBe(0);
  });

  test('an address gets three letters an hour, from wherever they are asked for, all at once or not', async () => {
    const person = await someoneWithPassword(shop);
    const answers = await Promise.all(times(5, () => forgot(person.email)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(times(5, () => [200, answer]));
    expect(await lettersOf(person.email, 'password_reset')).toHaveLength(3);
    await clock(61 * minute);
    await forgot(person.email);
    await clock(0);
    expect(await lettersOf(person.email, 'password_reset')).toHaveLength(4);
  });

  test('an internet address asks so many times an hour; what is refused uses up nobody’s letters', async () => {
    const person = await someoneWithPassword(shop);
    const client = shop.client();
    for (const n of times(4, (n) => n)) expect((await forgot(`n${n}@example.in`, client)).status).toBe(200);
    for (const _ of times(3, () => 0)) {
      const { status, body, headers } = await forgot(person.email, client);
      expect([status, body.success, body.code]).toEqual([429, false, 'too_many']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    }
    expect(await lettersTo(shop.db, person.email)).toEqual([]);
    expect((await forgot(person.email)).status).toBe(200);
    expect(await lettersTo(shop.db, person.email)).toHaveLength(1);
    await clock(61 * minute);
    expect((await forgot(person.email, newClient(shop.stack.url, undefined, client.address))).status).toBe(
      200,
    );
    await clock(0);
  });
});

describe('using a link', () => {
  test('sets the password, signs in, ends every other session and says so by mail', async () => {
    const person = await forgetful();
    const elsewhere = await login(shop, person.email);
    const { status, body } = await reset(person.link);
    expect([status, body.success]).toEqual([200, true]);
    expect(body.user).toEqual({ name: 'Asha Rao', email: person.email, role: 'shopper', verified: true });
    expect((await shop.client(body.token).get('/api/user/me')).status).toBe(200);
    for (const token of [person.token, elsewhere.body.token])
      expect((await shop.client(token).get('/api/user/me')).body.code).toBe('signed_out');
    expect((await login(shop, person.email)).body.code).toBe('wrong_credentials');
    expect((await login(shop, person.email, other)).status).toBe(200);
    expect(await lettersOf(person.email, 'password_changed')).toHaveLength(1);
  });

  test('touches nobody else', async () => {
    const neighbour = await forgetful();
    const person = await forgetful();
    expect((await reset(person.link)).status).toBe(200);
    expect((await neighbour.get('/api/user/me')).status).toBe(200);
    expect((await login(shop, neighbour.email)).status).toBe(200);
    expect((await reset(neighbour.link)).status).toBe(200);
  });

  test('works once; an older link works until then, and dies with it', async () => {
    const person = await forgetful();
    const first = person.link;
    await forgot(person.email);
    const second = await mailedToken(shop.db, person.email);
    expect(second).not.toBe(first);
    expect((await reset(first)).status).toBe(200);
    const before = await snapshot(shop.db);
    for (const used of [first, second]) expectDead(await reset(used));
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('works for 30 minutes', async () => {
    const [early, late] = [await forgetful(), await forgetful()];
    await clock(29 * minute);
    expect((await reset(early.link)).status).toBe(200);
    await clock(31 * minute);
    expectDead(await reset(late.link));
    await clock(0);
    expect((await login(shop, late.email)).status).toBe(200);
  });

  test('a used, an invented and a malformed link cost no hash; a living one costs one', async () => {
    const person = await forgetful();
    expect(await hashesFor(shop, () => reset(person.link))).toBe(1);
    for (const dead of [person.link, 'z'.repeat(43), '../../etc/passwd', ''])
      expect(await hashesFor(shop, async () => expectDead(await reset(dead)))).toBe(0);
  });

  test('a link to a new e-mail address sets no password', async () => {
    const person = await someoneWithPassword(shop);
    await person.post('/api/user/email', { email: 'new-mailbox@example.in', password });
    expectDead(await reset(await mailedToken(shop.db, 'new-mailbox@example.in')));
  });

  test('a weak or short password is refused at its field, and the link stays good', async () => {
    const person = await forgetful();
    for (const word of [`a kettle for ${person.email}`, 'short 7']) {
      const { status, body } = await reset(person.link, word);
      expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid', ['password']]);
    }
    expect((await reset(person.link)).status).toBe(200);
  });

  test('works while logins have to wait, and makes them wait no more, from anywhere', async () => {
    const person = await forgetful();
    const guessers = [shop.client(), shop.client()];
    const guess = (n: number, word: string) =>
      guessers[n]?.post('/api/user/login', { email: person.email, password: word });
    for (const n of [0, 1]) await guess(n, 'wrong');
    const neighbour = await someoneWithPassword(shop);
    await login(shop, neighbour.email, 'wrong');
    await shop.db.write.run(
      sql`UPDATE attempts SET count = 20, blocked_until = ${Date.now() + 10 * minute} WHERE key LIKE '%.%'`,
    );
    expect((await guess(0, password))?.status).toBe(429);
    expect((await reset(person.link)).status).toBe(200);
    expect((await guess(0, other))?.status).toBe(200);
    expect((await guess(1, other))?.status).toBe(200);
    // Another account's waits are its own.
    expect(await countRows(shop.db, 'attempts', sql`count = 20 AND key LIKE '%.%'`)).toBe(2);
  });

  test('of two who use one link at once, one wins', async () => {
    const person = await forgetful();
    const words = ['first walk in the park', 'second walk in the park'];
    const answers = await Promise.all(words.map((word) => reset(person.link, word)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await login(shop, person.email, words[won])).status).toBe(200);
    expect((await login(shop, person.email, words[1 - won])).status).toBe(401);
    expect(await lettersOf(person.email, 'password_changed')).toHaveLength(1);
  });

  test('many tries at once with one link cost few hashes', async () => {
    const person = await forgetful();
    const answers: Awaited<ReturnType<typeof reset>>[] = [];
    const trying = async () => answers.push(...(await Promise.all(times(6, () => reset(person.link)))));
    expect(await hashesFor(shop, trying)).toBe(2);
    // One who comes when the link has been used up finds it dead, one who comes before is told to wait.
    const { 200: won, 409: dead = 0, 429: refused = 0 } = tally(answers);
    expect([won, dead + refused]).toEqual([1, 5]);
    expect(dead).toBeGreaterThan(0);
  });

  test('ends a login with the old password that was under way', async () => {
    const person = await someoneWithPassword(shop);
    // The login has read the old password, and is about to begin its session.
    const held = shop.proxy.hold(2);
    const logging = login(shop, person.email);
    await held.arrived;
    await shop.db.write.run(sql`UPDATE users SET password = 'scrypt$new' WHERE email = ${person.email}`);
    await shop.db.write.delete(sessions);
    held.release();
    expect((await logging).body.code).toBe('wrong_credentials');
    expect(await select(shop.db, sql`SELECT * FROM sessions`)).toEqual([]);
  });

  /** After a reset it is one: that on which the link was used. */
  const devicesOf = (email: string) =>
    countRows(shop.db, 'devices', sql`user_id = (SELECT id FROM users WHERE email = ${email})`);

  test('empties an account that was never verified: no address, no cart, no name, no device of the stranger', async () => {
    const stranger = await newcomer(shop);
    const { email } = stranger;
    await stranger.post('/api/user/addresses', { ...address, address: '13 Elsewhere' });
    await stranger.post('/api/cart/add', { itemId: serum, quantity: 2 });
    await shop.db.write.run(sql`
      INSERT INTO devices (user_id, token_hash, created_at, used_at) SELECT id, 'theirs', 0, 0 FROM users WHERE email = ${email}`);
    await forgot(email);
    // A stranger who changes the password does not end the link that its owner is about to open.
    const changing = { current: password, password: 'a walk that is nobody’s' };
    expect((await stranger.post('/api/user/password', changing)).status).toBe(200);
    const { status, body } = await reset(await mailedToken(shop.db, email));
    expect([status, body.user]).toEqual([200, { name: '', email, role: 'shopper', verified: true }]);
    const owner = shop.client(body.token);
    expect((await owner.get('/api/user/addresses')).body.addresses).toEqual([]);
    expect((await owner.post('/api/cart/get')).body.cartData).toEqual({});
    expect((await owner.get('/api/user/me')).body.user).toMatchObject({ name: '', verified: true });
    expect(await devicesOf(email)).toBe(1);
    expect((await stranger.get('/api/user/me')).status).toBe(401);
  });

  test('takes nothing from a verified account but its devices', async () => {
    const person = await forgetful();
    await person.post('/api/user/addresses', address);
    await person.post('/api/cart/add', { itemId: serum, quantity: 2 });
    await shop.db.write.run(sql`
      INSERT INTO devices (user_id, token_hash, created_at, used_at) SELECT id, 'known', 0, 0 FROM users WHERE email = ${person.email}`);
    const { body } = await reset(person.link);
    const owner = shop.client(body.token);
    expect(body.user.name).toBe('Asha Rao');
    expect((await owner.get('/api/user/addresses')).body.addresses).toHaveLength(1);
    expect((await owner.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 2 });
    expect(await devicesOf(person.email)).toBe(1);
  });
});
