/** The one-time password that `npm run operator` prints: it works once, to choose another one. */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { users } from '#db/schema/index.ts';
import { addOperator } from '#tools/operator.ts';
import { countHashes, login, password, passwordHash } from '../support/accounts.ts';
import { tally } from '../support/client.ts';
import { outcome } from '../support/guests.ts';
import { countRows, insertAccount } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true, vars: { COUNT_HASHES: '1' } });
const own = 'another walk in Cubbon Park';

/** A new operator with a one-time password. */
async function operator() {
  const { id, email } = await insertAccount(shop.db, 'operator');
  await shop.db.write.update(users).set({ password: passwordHash, oneTime: true }).where(eq(users.id, id));
  return { email, password };
}
const choose = (token: string) => shop.client().post('/api/user/reset', { token, password: own });

test('does not sign in, but allows choosing a password', async () => {
  const [email, address] = ['new-operator@example.in', { url: shop.stack.databaseUrl }];
  const { password = '' } = await addOperator(address, { email, name: 'Op', now: Date.now() });
  const { status, body } = await login(shop, email, password);
  expect([status, body.success, body.token, body.user]).toEqual([200, true, undefined, undefined]);
  const ofEmail = sql`user_id = (SELECT id FROM users WHERE email = ${email})`;
  expect(await countRows(shop.db, 'sessions', ofEmail)).toBe(0);
  const chosen = await choose(body.resetToken);
  expect([chosen.status, chosen.body.user]).toEqual([
    200,
    { name: 'Op', email, role: 'operator', verified: true },
  ]);
  for (const _ of [1, 2]) {
    const again = await login(shop, email, own);
    expect([again.status, again.body.user.role]).toEqual([200, 'operator']);
  }
});

test('works once, even if no other password was chosen', async () => {
  const { email, password } = await operator();
  const { body } = await login(shop, email, password);
  expect(await countHashes(shop, () => login(shop, email, password))).toBe(1);
  expect(outcome(await login(shop, email, password))).toEqual([401, 'wrong_credentials']);
  expect((await choose(body.resetToken)).status).toBe(200);
  expect((await login(shop, email, password)).status).toBe(401);
  expect((await choose(body.resetToken)).body.code).toBe('link_dead');
});

test('a wrong password does not use it up', async () => {
  const { email, password } = await operator();
  expect((await login(shop, email, `${password}x`)).status).toBe(401);
  expect((await login(shop, email, password)).body.resetToken).toHaveLength(43);
});

test('of two requests at once, one succeeds', async () => {
  const { email, password } = await operator();
  const answers = await Promise.all([login(shop, email, password), login(shop, email, password)]);
  expect(tally(answers)).toEqual({ 200: 1, 401: 1 });
  expect(
    await countRows(shop.db, 'links', sql`user_id = (SELECT id FROM users WHERE email = ${email})`),
  ).toBe(1);
});

test('afterwards a password link can be requested', async () => {
  const { email, password } = await operator();
  await login(shop, email, password);
  await shop.client().post('/api/user/forgot', { email });
  expect(await countRows(shop.db, 'outbox', sql`recipient = ${email}`)).toBe(1);
  const [row] = await shop.db.read.select().from(users).where(eq(users.email, email));
  expect(row).toMatchObject({ password: 'none', oneTime: true });
});
