/** Listing and ending the sessions of an account (docs/behaviour.md, "Sessions"). */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { attempts, sessions } from '#db/schema/index.ts';
import { password, verifiedUser } from '../support/accounts.ts';
import { day } from '../support/clock.ts';
import { hashOf, snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ vars: { ACCOUNT_CHANGES_PER_HOUR: '4' } });
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

beforeEach(() => shop.db.write.delete(attempts));

test('lists the present session first, with device and start; without its token', async () => {
  const person = await verifiedUser(shop);
  const mobile = await another(person, phone);
  const [own, other, ...more] = await list(mobile);
  expect(more).toEqual([]);
  expect(own).toMatchObject({ device: 'Chrome on Android', current: true });
  expect(other).toMatchObject({ device: 'Unknown device', current: false });
  expect(Date.parse(own?.since ?? '')).toBeGreaterThan(Date.now() - day);
  const { text } = await mobile.get('/api/user/sessions');
  for (const { tokenHash } of await shop.db.read.select().from(sessions))
    expect(text).not.toContain(tokenHash);
  expect((await list(person)).map(({ current, device }) => [current, device])).toEqual([
    [true, 'Unknown device'],
    [false, 'Chrome on Android'],
  ]);
});

test('expired sessions are not listed', async () => {
  const person = await verifiedUser(shop);
  await another(person);
  await shop.db.write
    .update(sessions)
    .set({ expiresAt: Date.now() - 1 })
    .where(sql`token_hash <> ${hashOf(person.token)}`);
  expect(await list(person)).toHaveLength(1);
});

test('ends only the given session', async () => {
  const person = await verifiedUser(shop);
  const [first, second] = [await another(person), await another(person)];
  const [own] = await list(first);
  const { status, body } = await end(person, own?.id);
  expect([status, body.message]).toEqual([200, 'That device is signed out.']);
  expect([await statusOf(first), await statusOf(second), await statusOf(person)]).toEqual([401, 200, 200]);
  expect((await end(person, own?.id)).status).toBe(404);
});

test('ends all other sessions, and returns their number', async () => {
  const person = await verifiedUser(shop);
  const others = [await another(person), await another(person)];
  const neighbour = await shop.person();
  const { status, body } = await endOthers(person);
  expect([status, body.ended]).toEqual([200, 2]);
  for (const other of others) expect(await statusOf(other)).toBe(401);
  expect([await statusOf(person), await statusOf(neighbour)]).toEqual([200, 200]);
  expect((await endOthers(person)).body.ended).toBe(0);
});

test('does not end the present session: signing out does', async () => {
  const person = await verifiedUser(shop);
  const [own] = await list(person);
  expect((await end(person, own?.id)).body.code).toBe('not_found');
  expect(await statusOf(person)).toBe(200);
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

test('has an hourly limit; refused requests end nothing', async () => {
  const person = await verifiedUser(shop);
  for (const _ of [1, 2, 3, 4]) expect((await endOthers(person)).status).toBe(200);
  const other = await another(person);
  const [own] = await list(other);
  for (const refused of [await endOthers(person), await end(person, own?.id)])
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
  expect(await statusOf(other)).toBe(200);
  const owned = eq(sessions.tokenHash, hashOf(person.token));
  expect(await shop.db.read.select().from(sessions).where(owned)).toHaveLength(1);
});
