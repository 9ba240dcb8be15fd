/** Listing and ending the sessions of an account (docs/behaviour.md, "Sessions"). */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { sessions } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { day } from '../support/clock.ts';
import { outcome } from '../support/guests.ts';
import { hashOf, snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ vars: { ACCOUNT_CHANGES_PER_HOUR: '4' } });
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

/** Signs in again. @returns a client with the new token */
async function another({ email }: { email: string }, userAgent = 'curl/8') {
  const headers = { 'User-Agent': userAgent };
  const { body } = await shop.client().post('/api/user/login', { email, password }, headers);
  return shop.client(body.token);
}
type Asking = Pick<Person, 'get' | 'post'>;
const list = async (person: Asking) => (await person.get('/api/user/sessions')).body.sessions;
const end = (person: Asking, id: string | undefined) => person.post('/api/user/sessions/end', { id });
const endOthers = (person: Asking) => person.post('/api/user/sessions/end-others');
const statusOf = async (person: Asking) => (await person.get('/api/user/me')).status;

test('lists the present session first, with device and start; without its token', async ({ account }) => {
  const mobile = await another(account, phone);
  const [own, other, ...more] = await list(mobile);
  expect(more).toEqual([]);
  expect(own).toMatchObject({ device: 'Chrome on Android', current: true });
  expect(other).toMatchObject({ device: 'Unknown device', current: false });
  expect(Date.parse(own?.since ?? '')).toBeGreaterThan(Date.now() - day);
  const { text } = await mobile.get('/api/user/sessions');
  for (const { tokenHash } of await shop.db.read.select().from(sessions))
    expect(text).not.toContain(tokenHash);
  expect((await list(account)).map(({ current, device }) => [current, device])).toEqual([
    [true, 'Unknown device'],
    [false, 'Chrome on Android'],
  ]);
});

test('expired sessions are not listed', async ({ account }) => {
  await another(account);
  await shop.db.write
    .update(sessions)
    .set({ expiresAt: Date.now() - 1 })
    .where(sql`token_hash <> ${hashOf(account.token)}`);
  expect(await list(account)).toHaveLength(1);
});

test('ends only the given session', async ({ account }) => {
  const [first, second] = [await another(account), await another(account)];
  const [own] = await list(first);
  const { status, body } = await end(account, own?.id);
  expect([status, body.message]).toEqual([200, 'That device is signed out.']);
  expect([await statusOf(first), await statusOf(second), await statusOf(account)]).toEqual([401, 200, 200]);
  expect((await end(account, own?.id)).status).toBe(404);
});

test('ends all other sessions, and returns their number', async ({ account }) => {
  const others = [await another(account), await another(account)];
  const neighbour = await shop.person();
  const { status, body } = await endOthers(account);
  expect([status, body.ended]).toEqual([200, 2]);
  for (const other of others) expect(await statusOf(other)).toBe(401);
  expect([await statusOf(account), await statusOf(neighbour)]).toEqual([200, 200]);
  expect((await endOthers(account)).body.ended).toBe(0);
});

test('does not end the present session: signing out does', async ({ account }) => {
  const [own] = await list(account);
  expect((await end(account, own?.id)).body.code).toBe('not_found');
  expect(await statusOf(account)).toBe(200);
});

test('other accounts’ sessions cannot be ended, and look like unknown ones', async () => {
  const [owner, other] = [await shop.person(), await shop.person()];
  const [session] = await list(owner);
  const before = await snapshot(shop.db, ['attempts']);
  const [foreign, none] = [await end(other, session?.id), await end(other, 'z'.repeat(16))];
  expect([foreign.status, foreign.body.code, foreign.text]).toEqual([404, 'not_found', none.text]);
  expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  expect(await statusOf(owner)).toBe(200);
});

test('has an hourly limit; refused requests end nothing', async ({ account }) => {
  for (const _ of [1, 2, 3, 4]) expect((await endOthers(account)).status).toBe(200);
  const other = await another(account);
  const [own] = await list(other);
  for (const refused of [await endOthers(account), await end(account, own?.id)])
    expect(outcome(refused)).toEqual([429, 'too_many']);
  expect(await statusOf(other)).toBe(200);
  const owned = eq(sessions.tokenHash, hashOf(account.token));
  expect(await shop.db.read.select().from(sessions).where(owned)).toHaveLength(1);
});
