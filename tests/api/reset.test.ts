/**
 * A forgotten password (docs/behaviour.md, "Forgotten password"): requesting a link, which does not show whether an
 * address has an account, and using it, which works once, within half an hour, even while sign-ins have to wait.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { links, sessions } from '#db/schema/index.ts';
import {
  countHashes,
  emailedToken,
  emailsTo,
  login,
  password,
  registerUser,
  verifiedUser,
} from '../support/accounts.ts';
import { newClient, tally, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { address, serum } from '../support/orders.ts';
import { countRows, hashOf, select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test: plainTest } = shopTest({
  proxy: true,
  vars: { COUNT_HASHES: '1', RESET_TRIES: '2', RESETS_PER_HOUR: '4' },
});
const other = 'another walk in Cubbon Park';
const answer = {
  success: true,
  message:
    'If there is an account with this address, a link is on its way. Please open the newest of our emails.',
};

const forgot = (email: string, client = shop.client()) => client.post('/api/user/forgot', { email });
const reset = (token: string, word = other) =>
  shop.client().post('/api/user/reset', { token, password: word });
const emailsOf = async (email: string, kind: string) =>
  (await emailsTo(shop.db, email)).filter((email) => email.kind === kind);

/** A user who has requested a link, and the link's token. */
async function userWithResetLink() {
  const person = await verifiedUser(shop);
  expect((await forgot(person.email)).status).toBe(200);
  return { ...person, link: await emailedToken(shop.db, person.email) };
}

/** Also a `person` who has requested a link. */
const test = plainTest.extend('person', userWithResetLink);

const expectDead = (given: Awaited<ReturnType<typeof reset>>) => {
  expect([given.status, given.body.success, given.body.code]).toEqual([409, false, 'link_dead']);
  expect(given.body.message).toMatch(/ask for a new one/);
};

describe('requesting a link', () => {
  test('emails 256 random bits that are valid for 30 minutes, and stores only their SHA-256', async () => {
    const person = await verifiedUser(shop);
    const { status, body } = await forgot(` ${person.email.toUpperCase()} `);
    expect([status, body]).toEqual([200, answer]);
    const emails = await emailsTo(shop.db, person.email);
    expect(emails).toEqual([{ kind: 'password_reset', token: expect.any(String), minutes: 30 }]);
    const token = await emailedToken(shop.db, person.email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [link] = await shop.db.read
      .select()
      .from(links)
      .where(eq(links.tokenHash, hashOf(token)));
    expect(link).toMatchObject({ purpose: 'reset', email: null });
    expect((link?.expiresAt ?? 0) - (link?.createdAt ?? 0)).toBe(30 * minute);
    expect(JSON.stringify(await shop.db.read.select().from(links))).not.toContain(token);
  });

  test('an address without an account gets the same response, byte for byte, and no email', async () => {
    const person = await verifiedUser(shop);
    await shop.db.write.run(sql`DELETE FROM attempts`);
    const before = await snapshot(shop.db, ['attempts']);
    const unknown = await forgot('nobody@example.in');
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    const counters = await countRows(shop.db, 'attempts');
    const known = await forgot(person.email);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const names = (headers: Headers) => [...headers.keys()].sort();
    expect(names(unknown.headers)).toEqual(names(known.headers));
    // Both are counted in the same way, for the client's network.
    expect([counters, await countRows(shop.db, 'attempts')]).toEqual([1, 2]);
  });

  test('hashes no password, with or without an account', async ({ account }) => {
    expect(await countHashes(shop, () => forgot(account.email))).toBe(0);
    expect(await countHashes(shop, () => forgot('nobody@example.in'))).toBe(0);
  });

  test('a network has an hourly limit; refused requests do not count for the recipient', async () => {
    const person = await verifiedUser(shop);
    const client = shop.client();
    for (const n of times(4, (n) => n)) expect((await forgot(`n${n}@example.in`, client)).status).toBe(200);
    for (const _ of times(3, () => 0)) {
      const { status, body, headers } = await forgot(person.email, client);
      expect([status, body.success, body.code]).toEqual([429, false, 'too_many']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    }
    expect(await emailsTo(shop.db, person.email)).toEqual([]);
    expect((await forgot(person.email)).status).toBe(200);
    expect(await emailsTo(shop.db, person.email)).toHaveLength(1);
    await setClock(shop, 61 * minute);
    expect((await forgot(person.email, newClient(shop.stack.url, undefined, client.address))).status).toBe(
      200,
    );
  });
});

describe('using a link', () => {
  test('sets the password, signs in, ends every other session and sends an email', async ({ person }) => {
    const elsewhere = await login(shop, person.email);
    const { status, body } = await reset(person.link);
    expect([status, body.success]).toEqual([200, true]);
    expect(body.user).toEqual({ name: 'Asha Rao', email: person.email, role: 'shopper', verified: true });
    expect((await shop.client(body.token).get('/api/user/me')).status).toBe(200);
    for (const token of [person.token, elsewhere.body.token])
      expect((await shop.client(token).get('/api/user/me')).body.code).toBe('signed_out');
    expect((await login(shop, person.email)).body.code).toBe('wrong_credentials');
    expect((await login(shop, person.email, other)).status).toBe(200);
    expect(await emailsOf(person.email, 'password_changed')).toHaveLength(1);
  });

  test('does not change other accounts', async () => {
    const neighbour = await userWithResetLink();
    const person = await userWithResetLink();
    expect((await reset(person.link)).status).toBe(200);
    expect((await neighbour.get('/api/user/me')).status).toBe(200);
    expect((await login(shop, neighbour.email)).status).toBe(200);
    expect((await reset(neighbour.link)).status).toBe(200);
  });

  test('works once; an older link works until then', async ({ person }) => {
    const first = person.link;
    await forgot(person.email);
    const second = await emailedToken(shop.db, person.email);
    expect(second).not.toBe(first);
    expect((await reset(first)).status).toBe(200);
    const before = await snapshot(shop.db);
    for (const used of [first, second]) expectDead(await reset(used));
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('works for 30 minutes', async () => {
    const [early, late] = [await userWithResetLink(), await userWithResetLink()];
    await setClock(shop, 29 * minute);
    expect((await reset(early.link)).status).toBe(200);
    await setClock(shop, 31 * minute);
    expectDead(await reset(late.link));
    expect((await login(shop, late.email)).status).toBe(200);
  });

  test('a used, an unknown and a malformed link cost no hash; a valid one costs one', async ({ person }) => {
    expect(await countHashes(shop, () => reset(person.link))).toBe(1);
    for (const dead of [person.link, 'z'.repeat(43), '../../etc/passwd', ''])
      expect(await countHashes(shop, async () => expectDead(await reset(dead)))).toBe(0);
  });

  test('a link for a new email address sets no password', async ({ account }) => {
    await account.post('/api/user/email', { email: 'new-mailbox@example.in', password });
    expectDead(await reset(await emailedToken(shop.db, 'new-mailbox@example.in')));
  });

  test('a weak or short password is refused at its field, and the link stays valid', async ({ person }) => {
    for (const word of [`a kettle for ${person.email}`, 'short 7']) {
      const { status, body } = await reset(person.link, word);
      expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid', ['password']]);
    }
    expect((await reset(person.link)).status).toBe(200);
  });

  test('works while sign-ins have to wait, and ends their waits', async ({ person }) => {
    const guessers = [shop.client(), shop.client()];
    const guess = (n: number, word: string) =>
      guessers[n]?.post('/api/user/login', { email: person.email, password: word });
    for (const n of [0, 1]) await guess(n, 'wrong');
    const neighbour = await verifiedUser(shop);
    await login(shop, neighbour.email, 'wrong');
    await shop.db.write.run(
      sql`UPDATE attempts SET count = 20, blocked_until = ${Date.now() + 10 * minute} WHERE key LIKE '%.%'`,
    );
    expect((await guess(0, password))?.status).toBe(429);
    expect((await reset(person.link)).status).toBe(200);
    expect((await guess(0, other))?.status).toBe(200);
    expect((await guess(1, other))?.status).toBe(200);
    // Other accounts' waits stay.
    expect(await countRows(shop.db, 'attempts', sql`count = 20 AND key LIKE '%.%'`)).toBe(2);
  });

  test('of two uses of one link at once, one succeeds', async ({ person }) => {
    const words = ['first walk in the park', 'second walk in the park'];
    const answers = await Promise.all(words.map((word) => reset(person.link, word)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await login(shop, person.email, words[won])).status).toBe(200);
    expect((await login(shop, person.email, words[1 - won])).status).toBe(401);
    expect(await emailsOf(person.email, 'password_changed')).toHaveLength(1);
  });

  test('many requests at once with one link cost few hashes', async ({ person }) => {
    const answers: Awaited<ReturnType<typeof reset>>[] = [];
    const trying = async () => answers.push(...(await Promise.all(times(6, () => reset(person.link)))));
    expect(await countHashes(shop, trying)).toBe(2);
    // Requests after the link was used get 'link_dead', earlier ones above the limit get 'too_many'.
    const { 200: won, 409: dead = 0, 429: refused = 0 } = tally(answers);
    expect([won, dead + refused]).toEqual([1, 5]);
    expect(dead).toBeGreaterThan(0);
  });

  test('ends a sign-in with the old password that is in progress', async ({ account }) => {
    // The sign-in has checked the old password, and is about to insert its session.
    const held = shop.proxy.hold(2);
    const logging = login(shop, account.email);
    await held.arrived;
    await shop.db.write.run(sql`UPDATE users SET password = 'scrypt$new' WHERE email = ${account.email}`);
    await shop.db.write.delete(sessions);
    held.release();
    expect((await logging).body.code).toBe('wrong_credentials');
    expect(await select(shop.db, sql`SELECT * FROM sessions`)).toEqual([]);
  });

  /** After a reset there is one: the device on which the link was used. */
  const devicesOf = (email: string) =>
    countRows(shop.db, 'devices', sql`user_id = (SELECT id FROM users WHERE email = ${email})`);

  test('clears an account that was never verified: addresses, cart, name and devices of the stranger', async () => {
    const stranger = await registerUser(shop);
    const { email } = stranger;
    await stranger.post('/api/user/addresses', { ...address, address: '13 Elsewhere' });
    await stranger.post('/api/cart/add', { itemId: serum, quantity: 2 });
    await shop.db.write.run(sql`
      INSERT INTO devices (user_id, token_hash, created_at, used_at) SELECT id, 'theirs', 0, 0 FROM users WHERE email = ${email}`);
    await forgot(email);
    // A stranger who changes the password does not end the link that the owner is about to open.
    const changing = { current: password, password: 'a walk that is nobody’s' };
    expect((await stranger.post('/api/user/password', changing)).status).toBe(200);
    const { status, body } = await reset(await emailedToken(shop.db, email));
    expect([status, body.user]).toEqual([200, { name: '', email, role: 'shopper', verified: true }]);
    const owner = shop.client(body.token);
    expect((await owner.get('/api/user/addresses')).body.addresses).toEqual([]);
    expect((await owner.post('/api/cart/get')).body.cartData).toEqual({});
    expect((await owner.get('/api/user/me')).body.user).toMatchObject({ name: '', verified: true });
    expect(await devicesOf(email)).toBe(1);
    expect((await stranger.get('/api/user/me')).status).toBe(401);
  });

  test('of a verified account clears only the devices', async ({ person }) => {
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
