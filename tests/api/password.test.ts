/** Changing the password with the present one (docs/behaviour.md, "Account details"), and the limit of wrong ones. */
import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { countHashes, emailedToken, emailsTo, login, password, verifiedUser } from '../support/accounts.ts';
import { tally, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { countRows, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true, vars: { COUNT_HASHES: '1' } });
const other = 'another walk in Cubbon Park';
const me = (token: string) => shop.client(token).get('/api/user/me');

type Someone = Awaited<ReturnType<typeof verifiedUser>>;

const change = (person: Someone, current = password, word = other) =>
  person.post('/api/user/password', { current, password: word });
const requestEmailChange = (person: Someone, email: string) =>
  person.post('/api/user/email', { email, password });
const confirm = (person: Someone, token: string) => person.post('/api/user/email/confirm', { token });

describe('the password', () => {
  test('changes with the present one: this session stays, all others end, an email is sent', async () => {
    const person = await verifiedUser(shop);
    const elsewhere = await login(shop, person.email);
    const { status, body } = await change(person);
    expect([status, body.success]).toEqual([200, true]);
    expect((await me(person.token)).status).toBe(200);
    expect((await me(elsewhere.body.token)).body.code).toBe('signed_out');
    expect((await login(shop, person.email)).status).toBe(401);
    expect((await login(shop, person.email, other)).status).toBe(200);
    expect(await emailsTo(shop.db, person.email)).toEqual([{ kind: 'password_changed' }]);
  });

  test('ends emailed links', async ({ account }) => {
    await shop.client().post('/api/user/forgot', { email: account.email });
    const token = await emailedToken(shop.db, account.email);
    const to = 'new-mailbox@example.in';
    await requestEmailChange(account, to);
    expect((await change(account)).status).toBe(200);
    expect((await shop.client().post('/api/user/reset', { token, password })).body.code).toBe('link_dead');
    expect((await confirm(account, await emailedToken(shop.db, to))).body.code).toBe('link_dead');
  });

  test.for([
    ['a wrong present one', 'wrong horse 9', other, 'current'],
    ['a weak new one', password, 'Asha Rao 2026', 'password'],
    ['a new one with the shop’s name', password, 'Harita monsoon kettle', 'password'],
    ['a short new one', password, 'short 7', 'password'],
  ])('%s is refused at its field, and changes nothing', async ([, current, word, field], { account }) => {
    const before = await snapshot(shop.db, ['attempts']);
    const { status, body } = await change(account, current, word);
    expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid', [field]]);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('wrong ones are limited like sign-ins, per account: for all devices and forms', async () => {
    const person = await verifiedUser(shop);
    const { body } = await login(shop, person.email);
    const second = { ...person, ...shop.client(body.token) };
    for (const n of times(5, (n) => n))
      expect((await change(n % 2 ? person : second, 'wrong')).status).toBe(422);
    const waits = sql`key LIKE 'password:%' AND blocked_until > 0`;
    expect(await countRows(shop.db, 'attempts', waits)).toBe(1);
    // The first wait is a second, which may be over before the next request on a busy machine.
    await shop.db.write.run(sql`UPDATE attempts SET blocked_until = ${Date.now() + minute} WHERE ${waits}`);
    const refused = [
      await change(person),
      await requestEmailChange(second, 'new-mailbox@example.in'),
      await second.post('/api/user/delete', { password }),
    ];
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'too_many']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(1);
      expect(body.message).toMatch(/^Too many tries/);
    }
    // Sign-ins are counted separately, so somebody with the owner's phone cannot lock the owner out.
    expect((await login(shop, person.email)).status).toBe(200);
    await setClock(shop, 2 * minute);
    expect((await change(person)).status).toBe(200);
    expect(await countRows(shop.db, 'attempts', sql`key LIKE 'password:%'`)).toBe(0);
  });

  test('costs two hashes; one when the present password is wrong, none without a session', async () => {
    const person = await verifiedUser(shop);
    expect(await countHashes(shop, () => change(person, 'wrong'))).toBe(1);
    expect(await countHashes(shop, () => change(person))).toBe(2);
    await person.post('/api/user/logout');
    const dead = async () => expect((await change(person, other)).body.code).toBe('signed_out');
    expect(await countHashes(shop, dead)).toBe(0);
  });

  test('of two devices that change it at once, one succeeds and the other is signed out', async () => {
    const person = await verifiedUser(shop);
    const { body } = await login(shop, person.email);
    const second = { ...person, ...shop.client(body.token) };
    shop.proxy.meet(2);
    const answers = await Promise.all([
      change(person, password, 'first of two walks'),
      change(second, password, 'second of two walks'),
    ]);
    expect(tally(answers)).toEqual({ 200: 1, 401: 1 });
    expect(tally([await me(person.token), await me(body.token)])).toEqual({ 200: 1, 401: 1 });
    expect(await emailsTo(shop.db, person.email)).toHaveLength(1);
  });

  test('of two changes at once on one device, the second is refused, since the password has changed', async () => {
    const person = await verifiedUser(shop);
    const answers = await Promise.all([
      change(person, password, 'first of two walks'),
      change(person, password, 'second of two walks'),
    ]);
    expect(tally(answers)).toEqual({ 200: 1, 422: 1 });
    expect((await me(person.token)).status).toBe(200);
  });
});

describe('signing in', () => {
  test('hashes once for known and unknown addresses', async ({ account }) => {
    expect(await countHashes(shop, () => login(shop, account.email, 'wrong'))).toBe(1);
    expect(await countHashes(shop, () => login(shop, 'nobody@example.in', 'wrong'))).toBe(1);
  });
});
