/** Flags about operators' accounts: a sign-in on a new device, and several wrong passwords or codes. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, devices, flags, users } from '#db/schema/index.ts';
import { emailsTo, login, password, verifiedUser } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { countRows, select } from '../support/rows.ts';
import { operatorWithFactor, signIn } from '../support/second-factor.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop();
const raised = () =>
  select<{ kind: string; about: string; detail: string }>(shop.db, sql`SELECT * FROM flags`);

beforeEach(async () => {
  await shop.db.write.delete(users);
  await shop.db.write.delete(flags);
  await shop.db.write.delete(attempts);
});

describe('a new device', () => {
  const remember = ({ id }: Person) =>
    shop.db.write.insert(devices).values({ userId: id, tokenHash: 'x', createdAt: 1, usedAt: 1 });

  test('raises a flag, emailed to every operator', async () => {
    const [priya, vikram] = [await operatorWithPassword(shop), await shop.person('operator')];
    await remember(priya);
    expect((await login(shop, priya.email)).status).toBe(200);
    const [flag, ...more] = await raised();
    expect([more, flag]).toEqual([[], expect.objectContaining({ kind: 'operator_new_device' })]);
    // The audit log may keep it for long, so it has no email address.
    expect(flag?.about).toMatch(new RegExp(`^${priya.id}:\\d+$`));
    expect(flag?.detail).not.toContain(priya.email);
    for (const { email } of [priya, vikram])
      expect(await emailsTo(shop.db, email)).toMatchObject([
        { kind: 'operator_flag', flag: 'operator_new_device', about: expect.stringContaining(priya.email) },
      ]);
    const { body } = await vikram.get<{ flags: { title: string; about: string }[] }>('/api/desk/today');
    expect(body.flags).toMatchObject([
      { title: 'An operator has signed in on a new device', about: `Priya Nair <${priya.email}>` },
    ]);
  });

  test('no flag for an account’s first device or a shopper', async () => {
    const priya = await operatorWithPassword(shop);
    await login(shop, priya.email);
    const shopper = await verifiedUser(shop);
    const [row] = await select<{ id: string }>(
      shop.db,
      sql`SELECT id FROM users WHERE email = ${shopper.email}`,
    );
    await shop.db.write
      .insert(devices)
      .values({ userId: row?.id ?? '', tokenHash: 'y', createdAt: 1, usedAt: 1 });
    expect((await login(shop, shopper.email)).status).toBe(200);
    expect(await raised()).toEqual([]);
  });

  test('no flag for a failed sign-in', async () => {
    const operator = await operatorWithFactor(shop);
    await remember(operator);
    await login(shop, operator.email, 'not the one');
    await signIn(shop, operator, '000000');
    await signIn(shop, operator);
    expect(await raised()).toEqual([]);
  });
});

describe('a series of failures', () => {
  const fail = async (email: string, count: number) => {
    for (const _ of times(count, Number)) expect((await login(shop, email, 'not the one')).status).toBe(401);
  };
  const failures = ({ id }: Person) =>
    countRows(shop.db, 'attempts', sql`key = ${`operator_failures:${id}`} AND count >= 5`);
  const counted = async (operator: Person, count: number) =>
    expect
      .poll(() =>
        countRows(shop.db, 'attempts', sql`key = ${`operator_failures:${operator.id}`} AND count = ${count}`),
      )
      .toBe(1);

  test('five wrong passwords within an hour, from any network, raise one flag', async () => {
    const [priya, vikram] = [await operatorWithPassword(shop), await shop.person('operator')];
    await fail(priya.email, 4);
    await counted(priya, 4);
    expect(await raised()).toEqual([]);
    await fail(priya.email, 4);
    await counted(priya, 8);
    expect(await raised()).toMatchObject([{ kind: 'operator_sign_in_failures', about: priya.id }]);
    for (const { email } of [priya, vikram])
      expect(await emailsTo(shop.db, email)).toMatchObject([
        { kind: 'operator_flag', flag: 'operator_sign_in_failures', about: priya.email },
      ]);
  });

  test('wrong codes count, and so do wrong passwords at the desk', async () => {
    const operator = await operatorWithFactor(shop);
    await signIn(shop, operator, '000000');
    await operator.post('/api/user/delete', { password: 'not the one' });
    await operator.post('/api/user/delete', { password, code: '000000' });
    await fail(operator.email, 2);
    await counted(operator, 5);
    expect(await raised()).toMatchObject([{ kind: 'operator_sign_in_failures' }]);
  });

  test('after another hour it is raised again, if the first is resolved', async () => {
    const [priya, vikram] = [await operatorWithPassword(shop), await shop.person('operator')];
    await fail(priya.email, 5);
    await counted(priya, 5);
    await setClock(shop, 61 * minute);
    await fail(priya.email, 5);
    await expect.poll(() => failures(priya)).toBe(1);
    const emails = () => emailsTo(shop.db, vikram.email);
    expect(await emails()).toHaveLength(1);
    const [flag] = await select<{ id: string }>(shop.db, sql`SELECT id FROM flags`);
    expect((await vikram.post(`/api/desk/flags/${flag?.id}/resolve`)).status).toBe(200);
    await setClock(shop, 122 * minute);
    await fail(priya.email, 5);
    await expect.poll(emails).toHaveLength(2);
  });

  test('a shopper’s failures raise no flag', async () => {
    const shopper = await verifiedUser(shop);
    await fail(shopper.email, 6);
    expect([await raised(), await countRows(shop.db, 'attempts', sql`key LIKE 'operator%'`)]).toEqual([
      [],
      0,
    ]);
  });
});
