/** Removing a second factor: by another operator, or from the command line. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, outbox, users } from '#db/schema/index.ts';
import type { Operator as DeskOperator } from '#desk/answers.ts';
import { resetSecondFactor } from '#tools/operator.ts';
import { emailsTo, password } from '../support/accounts.ts';
import { type DeskRefusal, operatorWithPassword } from '../support/desk.ts';
import { outcome } from '../support/guests.ts';
import { countRows, select } from '../support/rows.ts';
import {
  allowReuse,
  beginSecondFactor,
  codeOf,
  confirmSecondFactor,
  operatorWithFactor,
  signIn,
} from '../support/second-factor.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ vars: { OPERATOR_SECOND_FACTOR: 'required' } });
type Operator = Awaited<ReturnType<typeof operatorWithFactor>>;
let priya: Operator;
let vikram: Operator;

beforeEach(async () => {
  await shop.db.write.delete(users);
  await shop.db.write.delete(attempts);
  priya = await operatorWithFactor(shop, 'Priya Nair');
  vikram = await operatorWithFactor(shop, 'Vikram Iyer');
  await shop.db.write.delete(outbox);
});

const factorOf = ({ id }: Person) => countRows(shop.db, 'second_factors', sql`user_id = ${id}`);
const countRecoveryCodes = ({ id }: Person) => countRows(shop.db, 'recovery_codes', sql`user_id = ${id}`);

/** The factor is removed; with the password alone its owner can only set up another one. */
async function expectReset(operator: Operator) {
  expect([await factorOf(operator), await countRecoveryCodes(operator)]).toEqual([0, 0]);
  expect((await operator.get('/api/user/me')).status).toBe(401);
  const { status, body } = await signIn(shop, operator);
  expect(status).toBe(200);
  const session = { ...operator, ...shop.client(body.token) };
  expect((await session.get('/api/desk/today')).body.code).toBe('second_factor_missing');
  const { secret } = (await beginSecondFactor(session)).body;
  expect((await confirmSecondFactor(session, secret)).status).toBe(200);
  expect((await session.get('/api/desk/today')).status).toBe(200);
}

describe('at the desk', () => {
  const reset = async (by: Operator, { id }: { id: string }, over: object = {}) => {
    await allowReuse(shop, by);
    const body = { id, password, code: codeOf(by.secret), ...over };
    return by.post<DeskRefusal>('/api/desk/people/reset-second-factor', body);
  };

  test('by another operator, with password and code: removes factor and sessions, and emails all operators', async () => {
    const { status, body } = await reset(priya, vikram);
    expect(status).toBe(200);
    expect(body.message).toBe('Vikram Iyer is signed out, and has to set up two-step sign-in again.');
    const told = { kind: 'second_factor', change: 'reset', name: 'Vikram Iyer', by: 'Priya Nair' };
    for (const { email } of [priya, vikram])
      expect(await emailsTo(shop.db, email)).toMatchObject([{ ...told, email: vikram.email }]);
    const [noted] = await select(shop.db, sql`SELECT * FROM audit ORDER BY at DESC, rowid DESC LIMIT 1`);
    expect(noted).toMatchObject({ actor_id: priya.id, action: 'second_factor', about: vikram.id });
    const { rows } = (await priya.get<{ rows: { did: string; about: string }[] }>('/api/desk/audit')).body;
    expect(rows[0]).toMatchObject({ did: 'reset a second factor', about: `Vikram Iyer <${vikram.email}>` });
    await expectReset(vikram);
  });

  test('refuses one’s own', async () => {
    expect(outcome(await reset(priya, priya))).toEqual([409, 'yourself']);
    expect(await factorOf(priya)).toBe(1);
  });

  test('refuses a wrong password or code, and a former operator', async () => {
    for (const over of [{ password: 'not the one' }, { code: '000000' }, { code: undefined }])
      expect((await reset(priya, vikram, over)).status).toBe(422);
    await shop.db.write.run(sql`UPDATE users SET role = 'shopper' WHERE id = ${priya.id}`);
    expect((await reset(priya, vikram)).status).toBe(403);
    expect([await factorOf(vikram), await countRecoveryCodes(vikram)]).toEqual([1, 10]);
  });

  test('reports that there is no factor any more', async () => {
    const other = await operatorWithPassword(shop, 'Zoya Khan');
    const refused = await reset(priya, other);
    expect(outcome(refused)).toEqual([409, 'changed']);
    expect(refused.body.message).toBe('Zoya Khan no longer has two-step sign-in.');
    expect((await reset(priya, { id: crypto.randomUUID() })).status).toBe(404);
    const { people } = (await priya.get<{ people: DeskOperator[] }>('/api/desk/people')).body;
    expect(people.map(({ name, secondFactor }) => [name, secondFactor])).toEqual([
      ['Priya Nair', true],
      ['Vikram Iyer', true],
      ['Zoya Khan', false],
    ]);
  });
});

describe('npm run operator -- reset-second-factor', () => {
  /** @returns its output and exit code */
  const run = (...parameters: string[]): Promise<{ stdout: string; stderr: string; code?: number }> =>
    promisify(execFile)(process.execPath, ['tools/operator.ts', ...parameters], {
      env: { ...process.env, DATABASE_URL: shop.stack.databaseUrl },
    }).catch((error) => error);

  test('does the same', async () => {
    const { stdout } = await run('reset-second-factor', '--email', vikram.email);
    expect(stdout).toContain(`${vikram.email} is signed out everywhere`);
    expect(await emailsTo(shop.db, priya.email)).toMatchObject([
      { kind: 'second_factor', change: 'reset', email: vikram.email, by: 'The command line' },
    ]);
    await expectReset(vikram);
    expect(await factorOf(priya)).toBe(1);
  });

  test('reports a missing factor and an unknown operator', async () => {
    const [other, shopper] = [await operatorWithPassword(shop), await shop.person()];
    const reset = ({ email }: Person) =>
      resetSecondFactor({ url: shop.stack.databaseUrl }, { email, now: Date.now() });
    expect([await reset(other), await reset(shopper)]).toEqual([false, undefined]);
    const refused = await run('reset-second-factor', '--email', shopper.email);
    expect([refused.code, refused.stderr]).toEqual([1, `No operator has the address ${shopper.email}.\n`]);
  });
});
