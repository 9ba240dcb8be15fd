/** An operator's session: after a password reset, after idle hours, and after the role is removed. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, secondFactors, sessions, users } from '#db/schema/index.ts';
import { emailedToken, password } from '../support/accounts.ts';
import { hour, minute, setClock } from '../support/clock.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { countRows, hashOf } from '../support/rows.ts';
import { codeOf, operatorWithFactor, signIn } from '../support/second-factor.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ writes: 10_000, vars: { OPERATOR_SECOND_FACTOR: 'required' } });
const today = (token: string) => shop.client(token).get('/api/desk/today');

beforeEach(() => shop.db.write.delete(attempts));

describe('an emailed password link', () => {
  const own = 'another walk in Cubbon Park';
  const reset = async (email: string) => {
    await shop.client().post('/api/user/forgot', { email });
    const token = await emailedToken(shop.db, email);
    return shop.client().post('/api/user/reset', { token, password: own });
  };

  test('does not sign in to an account with a second factor, and keeps the factor', async () => {
    const operator = await operatorWithFactor(shop);
    const { status, body } = await reset(operator.email);
    expect([status, body.token, body.user]).toEqual([200, null, undefined]);
    expect(body.message).toContain('sign in');
    expect(await countRows(shop.db, 'sessions', sql`user_id = ${operator.id}`)).toBe(0);
    const login = (code?: string) =>
      shop.client().post('/api/user/login', { email: operator.email, password: own, code });
    expect((await login()).body.code).toBe('code_needed');
    expect((await login(codeOf(operator.secret))).status).toBe(200);
  });

  test('signs in an operator without one, who cannot use the desk before setting it up', async () => {
    const operator = await operatorWithPassword(shop);
    const { body } = await reset(operator.email);
    expect((await today(body.token)).body.code).toBe('second_factor_missing');
    const shopper = await shop.person();
    expect((await reset(shopper.email)).body.token).toHaveLength(43);
  });
});

describe('an operator’s session', () => {
  const endOf = async (token: string) => {
    const [row] = await shop.db.read
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashOf(token)));
    return row ? Math.round((row.expiresAt - row.createdAt) / (hour / 2)) / 2 : undefined;
  };

  test('ends after 12 hours without use of the desk, and after 30 days at most', async () => {
    const operator = await operatorWithFactor(shop);
    const { token } = (await signIn(shop, operator, operator.codes[0])).body;
    const idle = (await signIn(shop, operator, operator.codes[1])).body.token;
    expect(await endOf(token)).toBe(12);
    await setClock(shop, hour / 3);
    expect((await today(token)).status).toBe(200);
    expect(await endOf(token)).toBe(12);
    await setClock(shop, 8 * hour);
    // An open tab asks by itself.
    expect((await shop.client(token).get('/api/desk/waiting')).status).toBe(200);
    expect(await endOf(token)).toBe(12);
    expect((await today(token)).status).toBe(200);
    expect(await endOf(token)).toBe(20);
    await setClock(shop, 13 * hour);
    expect((await today(idle)).body.code).toBe('signed_out');
    expect((await today(token)).status).toBe(200);
    // An hour before the end of its last day it is extended to that, and not beyond.
    const last = Date.now() + 14 * hour;
    await shop.db.write
      .update(sessions)
      .set({ createdAt: last - 30 * 24 * hour, expiresAt: last - 45 * minute })
      .where(eq(sessions.tokenHash, hashOf(token)));
    expect((await today(token)).status).toBe(200);
    const [row] = await shop.db.read
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashOf(token)));
    expect(row?.expiresAt).toBe(last);
  });

  test('a shopper’s lasts 30 days', async () => {
    const shopper = await operatorWithPassword(shop);
    await shop.db.write.update(users).set({ role: 'shopper' }).where(eq(users.id, shopper.id));
    expect(await endOf((await signIn(shop, shopper)).body.token)).toBe(720);
  });
});

test('removing the role removes the second factor', async () => {
  const [operator, other] = [await operatorWithFactor(shop), await operatorWithFactor(shop)];
  const body = { id: other.id, password, code: operator.codes[0] };
  expect((await operator.post('/api/desk/people/remove', body)).status).toBe(200);
  expect(await countRows(shop.db, 'second_factors', sql`user_id = ${other.id}`)).toBe(0);
  expect((await signIn(shop, other)).status).toBe(200);
  expect(
    await shop.db.read.select().from(secondFactors).where(eq(secondFactors.userId, operator.id)),
  ).toHaveLength(1);
});
