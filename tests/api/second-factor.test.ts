/** Operators' second factor: setting it up, signing in with it, and recovery codes. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { flags, recoveryCodes, users } from '#db/schema/index.ts';
import { emailsTo, password } from '../support/accounts.ts';
import { type Client, tally, times } from '../support/client.ts';
import { setClock } from '../support/clock.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { outcome } from '../support/guests.ts';
import { anotherSession, countRows } from '../support/rows.ts';
import {
  allowReuse,
  beginSecondFactor,
  codeOf,
  confirmSecondFactor,
  operatorWithFactor,
  signIn,
  step,
} from '../support/second-factor.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test: plainTest } = shopTest({ vars: { OPERATOR_SECOND_FACTOR: 'required' } });
/** Also an `operator` with a second factor, and a `beginner` without one. */
const test = plainTest
  .extend('operator', () => operatorWithFactor(shop))
  .extend('beginner', () => operatorWithPassword(shop));
const today = (token: string) => shop.client(token).get('/api/desk/today');
const isElevated = async (token: string) =>
  (await shop.client(token).get<{ elevated: boolean }>('/api/user/me')).body.elevated;

beforeEach(() => shop.db.write.delete(flags));

describe('setting up', () => {
  test('an operator without one can sign in, but only set it up at the desk', async ({ beginner }) => {
    const { status, body } = await signIn(shop, beginner);
    expect(status).toBe(200);
    const session = { ...beginner, ...shop.client(body.token) };
    expect(outcome(await today(body.token))).toEqual([403, 'second_factor_missing']);
    const move = { orderId: crypto.randomUUID(), status: 'Packing' };
    expect((await session.post('/api/order/move', move)).body.code).toBe('second_factor_missing');

    const begun = (await beginSecondFactor(session)).body;
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    const { protocol, host, searchParams } = new URL(begun.uri);
    expect([protocol, host, searchParams.get('secret')]).toEqual(['otpauth:', 'totp', begun.secret]);
    expect(await countRows(shop.db, 'second_factors', sql`user_id = ${beginner.id}`)).toBe(0);
    const confirmed = await confirmSecondFactor(session, begun.secret);
    expect(confirmed.status).toBe(200);
    expect((await today(body.token)).status).toBe(200);
    expect(new Set(confirmed.body.codes).size).toBe(10);
    for (const code of confirmed.body.codes) expect(code).toMatch(/^[a-kmnp-z2-9]{5}-[a-kmnp-z2-9]{5}$/);
    const me = await session.get('/api/user/me');
    expect(me.body).toMatchObject({ secondFactor: true, recoveryCodes: 10, elevated: true });
    const stored = await shop.db.read
      .select()
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, beginner.id));
    for (const { codeHash } of stored) expect(codeHash).toMatch(/^[\w-]{43}$/);
  });

  test('all other sessions of the account end, and every operator gets an email', async ({ beginner }) => {
    const other = await anotherSession(shop.db, beginner);
    const colleague = await shop.person('operator');
    const { secret } = (await beginSecondFactor(beginner)).body;
    expect((await confirmSecondFactor(beginner, secret)).status).toBe(200);
    expect((await today(other)).status).toBe(401);
    expect((await today(beginner.token)).status).toBe(200);
    for (const { email } of [beginner, colleague])
      expect(await emailsTo(shop.db, email)).toMatchObject([
        { kind: 'second_factor', change: 'set_up', email: beginner.email },
      ]);
  });

  test('needs the password and a code of the secret; a wrong one sets up nothing', async ({ beginner }) => {
    expect(outcome(await beginSecondFactor(beginner, 'not the one'))).toEqual([422, 'invalid']);
    const { secret } = (await beginSecondFactor(beginner)).body;
    const other = (await beginSecondFactor(beginner)).body.secret;
    const refused = await confirmSecondFactor(beginner, secret, codeOf(other));
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
      422,
      'wrong_code',
      ['code'],
    ]);
    const body = { password: 'not the one', secret, code: codeOf(secret) };
    expect((await beginner.post('/api/user/second-factor/confirm', body)).status).toBe(422);
    expect(await countRows(shop.db, 'second_factors', sql`user_id = ${beginner.id}`)).toBe(0);
    expect(await countRows(shop.db, 'recovery_codes', sql`user_id = ${beginner.id}`)).toBe(0);
  });

  test('an existing factor is not replaced, not even by two requests at once', async ({ beginner }) => {
    const begun = [await beginSecondFactor(beginner), await beginSecondFactor(beginner)];
    const secrets = begun.map(({ body }) => body.secret);
    const answers = await Promise.all(secrets.map((secret) => confirmSecondFactor(beginner, secret)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(await countRows(shop.db, 'recovery_codes', sql`user_id = ${beginner.id}`)).toBe(10);
    expect(outcome(await confirmSecondFactor(beginner, secrets[0] ?? ''))).toEqual([409, 'has_factor']);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('has_factor');
  });
});

describe('signing in', () => {
  test('asks for a code, without counting an attempt; a right code signs in', async ({ operator }) => {
    for (const code of [undefined, '', ' ']) {
      const { status, body } = await signIn(shop, operator, code);
      expect([status, body.code, Object.keys(body.fields)]).toEqual([401, 'code_needed', ['code']]);
    }
    expect(await countRows(shop.db, 'attempts', sql`count > 0`)).toBe(0);
    const code = codeOf(operator.secret);
    const pasted = `\u2068${code.slice(0, 3)}\u00a0${code.slice(3)}\u2069`;
    const { status, body } = await signIn(shop, operator, pasted);
    expect(status).toBe(200);
    expect((await today(body.token)).status).toBe(200);
  });

  test('accepts the codes of the present, previous and next step', async ({ operator }) => {
    // The shop's clock is at the start of a step, so that no step ends during the test.
    const early = step - (Date.now() % step);
    await setClock(shop, early);
    const come = async (ahead: number) => {
      await allowReuse(shop, operator);
      const code = codeOf(operator.secret, ahead + early / step);
      return (await signIn(shop, operator, code)).body.code;
    };
    for (const ahead of [-2, 2]) expect(await come(ahead)).toBe('wrong_code');
    for (const ahead of [-1, 0, 1]) expect(await come(ahead)).toBe(undefined);
  });

  test('a used code, and every older one, is refused', async ({ operator }) => {
    const code = codeOf(operator.secret);
    const older = codeOf(operator.secret, -1);
    expect((await signIn(shop, operator, code)).status).toBe(200);
    for (const used of [code, older]) {
      expect(outcome(await signIn(shop, operator, used))).toEqual([401, 'wrong_code']);
    }
  });

  test('of two sign-ins with one code at once, one succeeds', async ({ operator }) => {
    for (const code of [codeOf(operator.secret), operator.codes[0]]) {
      const answers = await Promise.all(times(2, () => signIn(shop, operator, code)));
      expect(tally(answers)).toEqual({ 200: 1, 401: 1 });
    }
  });

  test('the code that set it up cannot be used again', async ({ beginner }) => {
    const { secret } = (await beginSecondFactor(beginner)).body;
    const code = codeOf(secret);
    await confirmSecondFactor(beginner, secret, code);
    expect((await signIn(shop, beginner, code)).body.code).toBe('wrong_code');
  });

  test('a wrong code is counted like a wrong password', async ({ operator }) => {
    const client = shop.client();
    const tryCode = (code: string) =>
      client.post('/api/user/login', { email: operator.email, password, code });
    for (const _ of times(5, String)) expect((await tryCode('000000')).body.code).toBe('wrong_code');
    expect(outcome(await tryCode(codeOf(operator.secret)))).toEqual([429, 'too_many']);
  });

  test('with a wrong password a right code is refused, and not used up', async ({ operator }) => {
    const code = codeOf(operator.secret);
    const body = { email: operator.email, password: 'not the one', code };
    expect((await shop.client().post('/api/user/login', body)).body.code).toBe('wrong_credentials');
    expect((await signIn(shop, operator, code)).status).toBe(200);
  });

  test('no code is needed without a second factor, and never from shoppers', async () => {
    const shopper = await operatorWithPassword(shop);
    await shop.db.write.update(users).set({ role: 'shopper' }).where(eq(users.id, shopper.id));
    const { status, body } = await signIn(shop, shopper, '000000');
    expect(status).toBe(200);
    expect(await isElevated(body.token)).toBe(false);
  });
});

describe('recovery codes', () => {
  test('each works once, in any spelling', async ({ operator }) => {
    const [first = '', second = ''] = operator.codes;
    const { status, body } = await signIn(shop, operator, first.toUpperCase().replace('-', ' '));
    expect(status).toBe(200);
    expect((await today(body.token)).status).toBe(200);
    expect((await signIn(shop, operator, first)).body.code).toBe('wrong_code');
    expect((await signIn(shop, operator, second.replace('-', '–'))).status).toBe(200);
    const me = await shop.client(body.token).get('/api/user/me');
    expect(me.body).toMatchObject({ recoveryCodes: 8 });
  });

  test('codes of another account are refused', async () => {
    const [one, other] = [await operatorWithFactor(shop), await operatorWithFactor(shop)];
    expect((await signIn(shop, one, other.codes[0])).body.code).toBe('wrong_code');
  });

  test('can be renewed with password and code; the older ones stop working', async ({ operator }) => {
    const path = '/api/user/second-factor/recovery-codes';
    const renew = (code?: string, by: Client = operator) =>
      by.post<{ codes: string[]; code: string }>(path, { password, code });
    expect((await renew()).body.code).toBe('code_needed');
    const { status, body } = await renew(codeOf(operator.secret));
    expect([status, body.codes.length]).toEqual([200, 10]);
    expect((await signIn(shop, operator, operator.codes[0])).body.code).toBe('wrong_code');
    expect((await signIn(shop, operator, body.codes[0])).status).toBe(200);
    expect((await renew('000000')).body.code).toBe('wrong_code');
    expect(outcome(await renew(undefined, await operatorWithPassword(shop)))).toEqual([409, 'no_factor']);
  });
});
