/** The password that `npm run operator` prints: good once, and only for choosing another. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { users } from '#db/schema/index.ts';
import { addOperator } from '#tools/operator.ts';
import { hashesFor, login } from '../support/accounts.ts';
import { tally } from '../support/client.ts';
import { countRows } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { COUNT_HASHES: '1' } });
const own = 'another walk in Cubbon Park';
let operators = 0;

/** Somebody whom the command has just made an operator. */
async function operator() {
  operators += 1;
  const email = `operator-${operators}@example.in`;
  const address = { url: shop.stack.databaseUrl };
  const { password = '' } = await addOperator(address, { email, name: 'Op', now: Date.now() });
  return { email, password };
}
const choose = (token: string) => shop.client().post('/api/user/reset', { token, password: own });

beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

test('signs nobody in, but leads to a password of their own, and that one stays', async () => {
  const { email, password } = await operator();
  const { status, body } = await login(shop, email, password);
  expect([status, body.success, body.token, body.user]).toEqual([200, true, undefined, undefined]);
  expect(await countRows(shop.db, 'sessions')).toBe(0);
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

test('is gone with its use, whether another was chosen or not', async () => {
  const { email, password } = await operator();
  const { body } = await login(shop, email, password);
  expect(await hashesFor(shop, () => login(shop, email, password))).toBe(1);
  const again = await login(shop, email, password);
  expect([again.status, again.body.code]).toEqual([401, 'wrong_credentials']);
  expect((await choose(body.resetToken)).status).toBe(200);
  expect((await login(shop, email, password)).status).toBe(401);
  expect((await choose(body.resetToken)).body.code).toBe('link_dead');
});

test('a wrong one does not use it up', async () => {
  const { email, password } = await operator();
  expect((await login(shop, email, `${password}x`)).status).toBe(401);
  expect((await login(shop, email, password)).body.resetToken).toHaveLength(43);
});

test('of two who come with it at once, one wins', async () => {
  const { email, password } = await operator();
  const answers = await Promise.all([login(shop, email, password), login(shop, email, password)]);
  expect(tally(answers)).toEqual({ 200: 1, 401: 1 });
  expect(
    await countRows(shop.db, 'links', sql`user_id = (SELECT id FROM users WHERE email = ${email})`),
  ).toBe(1);
});

test('whoever lost the way after it can ask for a link by mail', async () => {
  const { email, password } = await operator();
  await login(shop, email, password);
  await shop.client().post('/api/user/forgot', { email });
  expect(await countRows(shop.db, 'outbox', sql`recipient = ${email}`)).toBe(1);
  const [row] = await shop.db.read.select().from(users).where(eq(users.email, email));
  expect(row).toMatchObject({ password: 'none', oneTime: true });
});
