/** Operators: the list, adding and removing them, and that one of them is always left. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { outbox, users } from '#db/schema/index.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { emailedToken, emailsTo, login, password, verifiedUser } from '../support/accounts.ts';
import { tally } from '../support/client.ts';
import { type DeskRefusal, operatorWithPassword } from '../support/desk.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { anotherSession, countRows, select, snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
let priya: Person;
let vikram: Person;

beforeEach(async () => {
  await shop.db.write.delete(users);
  priya = await operatorWithPassword(shop, 'Priya Nair');
  vikram = await operatorWithPassword(shop, 'Vikram Iyer');
});

const add = (by: Person, email: unknown, word: unknown = password) =>
  by.post<DeskRefusal>('/api/desk/people/add', { email, password: word });
const remove = (by: Person, id: unknown, word: unknown = password) =>
  by.post<DeskRefusal>('/api/desk/people/remove', { id, password: word });

const list = async (by: Person) =>
  (await by.get<ResponseOf<typeof api.desk.people.$get>>('/api/desk/people')).body.people;
const operators = () => countRows(shop.db, 'users', sql`role = 'operator'`);
const me = (token: string) => shop.client(token).get('/api/user/me');

test('the list has only operators, by name, marks the caller, and has the last sign-in', async () => {
  await shop.person();
  await shop.client(vikram.token).post('/api/user/logout');
  const people = await list(priya);
  expect(people).toEqual([
    {
      id: priya.id,
      name: 'Priya Nair',
      email: priya.email,
      me: true,
      since: expect.any(Number),
      signedIn: expect.any(Number),
      secondFactor: false,
      orderEmails: 'none',
      editsContent: true,
    },
    expect.objectContaining({ name: 'Vikram Iyer', me: false, signedIn: null }),
  ]);
});

describe('an account is made an operator', () => {
  test('by its address: its sessions and links end, and a new password is set by email', async () => {
    const asha = await verifiedUser(shop, 'Asha Rao');
    await shop.client().post('/api/user/forgot', { email: asha.email });
    const old = await emailedToken(shop.db, asha.email);
    const { status, body } = await add(priya, ` ${asha.email.toUpperCase()} `);
    expect([status, body]).toEqual([200, { success: true, message: 'Asha Rao is an operator now.' }]);
    expect((await me(asha.token)).status).toBe(401);
    expect((await login(shop, asha.email)).status).toBe(401);
    expect((await shop.client().post('/api/user/reset', { token: old, password })).body.code).toBe(
      'link_dead',
    );

    await shop.client().post('/api/user/forgot', { email: asha.email });
    const token = await emailedToken(shop.db, asha.email);
    const chosen = await shop.client().post('/api/user/reset', { token, password: 'a walk in Cubbon Park' });
    const { status: seen } = await shop.client(chosen.body.token).get('/api/desk/people');
    expect(seen).toBe(200);
  });

  test('every operator and the account get one email each, and the audit list names who did it', async () => {
    const asha = await verifiedUser(shop, 'Asha Rao');
    await add(priya, asha.email);
    const sent = {
      kind: 'role_changed',
      role: 'operator',
      name: 'Asha Rao',
      email: asha.email,
      by: 'Priya Nair',
    };
    for (const { email } of [priya, vikram, asha]) expect(await emailsTo(shop.db, email)).toEqual([sent]);
    const { rows: entries } = (await vikram.get<ResponseOf<typeof api.desk.audit.$get>>('/api/desk/audit'))
      .body;
    expect(entries[0]).toMatchObject({
      actor: `Priya Nair <${priya.email}>`,
      did: 'added or removed an operator',
      about: `Asha Rao <${asha.email}>`,
      detail: 'made an operator',
    });
    // Audit entries can never be erased, so they contain no name.
    const rows = await select(shop.db, sql`SELECT * FROM audit`);
    expect(JSON.stringify(rows)).not.toMatch(/Asha|Priya|@/);
  });

  test('an existing operator is a 409, and nothing changes', async () => {
    const before = await snapshot(shop.db, ['attempts']);
    const { status, body } = await add(priya, vikram.email);
    expect([status, body.code, body.message]).toEqual([
      409,
      'changed',
      'Vikram Iyer is an operator already.',
    ]);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('an address without an account is an error of its field', async () => {
    const { status, body } = await add(priya, 'nobody@example.in');
    expect([status, body.fields.email]).toEqual([
      422,
      'No account has this address. They have to sign up first.',
    ]);
  });
});

describe('an operator is made a shopper again', () => {
  test('access ends at once on every device; the password stays, and all get an email', async () => {
    const phone = await anotherSession(shop.db, vikram);
    const { status, body } = await remove(priya, vikram.id);
    expect([status, body.message]).toEqual([200, 'Vikram Iyer is no longer an operator.']);
    for (const token of [vikram.token, phone]) expect((await me(token)).status).toBe(401);
    const again = await login(shop, vikram.email);
    expect([again.status, again.body.user.role]).toEqual([200, 'shopper']);
    expect((await shop.client(again.body.token).get('/api/desk/people')).status).toBe(403);
    for (const { email } of [priya, vikram])
      expect(await emailsTo(shop.db, email)).toMatchObject([
        { kind: 'role_changed', role: 'shopper', name: 'Vikram Iyer', by: 'Priya Nair' },
      ]);
    const [noted] = await select(shop.db, sql`SELECT * FROM audit ORDER BY at DESC, rowid DESC LIMIT 1`);
    expect(noted).toMatchObject({ actor_id: priya.id, action: 'role', about: vikram.id });
  });

  test('their emails for operators are not sent, and are not chosen when they return', async () => {
    const chosen = async () => (await list(priya)).find(({ id }) => id === vikram.id)?.orderEmails;
    await vikram.post('/api/desk/people/order-emails', { choice: 'each' });
    expect(await chosen()).toBe('each');
    const row = (kind: 'new_order' | 'order_shipped', { email }: Person) => ({
      id: crypto.randomUUID(),
      cause: crypto.randomUUID(),
      recipient: email,
      content: { kind, orderId: 'x' },
      nextTryAt: 1,
      createdAt: 1,
    });
    await shop.db.write
      .insert(outbox)
      .values([row('new_order', vikram), row('order_shipped', vikram), row('new_order', priya)]);
    await remove(priya, vikram.id, 'a guess');
    const kinds = async ({ email }: Person) => (await emailsTo(shop.db, email)).map(({ kind }) => kind);
    expect(await kinds(vikram)).toEqual(['new_order', 'order_shipped']);
    expect((await remove(priya, vikram.id)).status).toBe(200);
    expect(await kinds(vikram)).toEqual(['order_shipped', 'role_changed']);
    expect(await kinds(priya)).toEqual(['new_order', 'role_changed']);
    await add(priya, vikram.email);
    expect(await chosen()).toBe('none');
  });

  test('never their own account', async () => {
    const before = await snapshot(shop.db, ['attempts']);
    const { status, body } = await remove(priya, priya.id);
    expect([status, body.code]).toEqual([409, 'yourself']);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('a former operator is a 409, an unknown id a 404', async () => {
    const asha = await shop.person();
    const before = await snapshot(shop.db, ['attempts']);
    const gone = await remove(priya, asha.id);
    expect([gone.status, gone.body.code, gone.body.message]).toEqual([
      409,
      'changed',
      'Asha Rao is no longer an operator.',
    ]);
    expect((await remove(priya, crypto.randomUUID())).status).toBe(404);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });
});

describe('at once', () => {
  test('two operators who remove each other leave one', async () => {
    shop.proxy.readFirst(4);
    const answers = await Promise.all([remove(priya, vikram.id), remove(vikram, priya.id)]);
    expect(tally(answers)).toEqual({ 200: 1, 401: 1 });
    expect(await operators()).toBe(1);
    expect(await countRows(shop.db, 'audit', sql`about IN (${priya.id}, ${vikram.id})`)).toBe(1);
  });

  test('of two who remove the same operator, the second gets a 409', async () => {
    const zoya = await operatorWithPassword(shop, 'Zoya Khan');
    shop.proxy.readFirst(4);
    const answers = await Promise.all([remove(priya, zoya.id), remove(vikram, zoya.id)]);
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed');
    expect(await emailsTo(shop.db, zoya.email)).toHaveLength(1);
  });

  test('an operator who deletes their account is not the last one', async () => {
    shop.proxy.meet(2);
    const answers = await Promise.all(
      [priya, vikram].map((one) => one.post('/api/user/delete', { password })),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_operator');
    expect(await operators()).toBe(1);
  });
});

describe('the password', () => {
  test('none, an empty one, a wrong one and a list of one change nothing', async () => {
    const asha = await shop.person();
    const before = await snapshot(shop.db, ['attempts']);
    for (const word of [null, '', 'a long walk in Cubbon Park', [password]])
      for (const { status, body } of [
        await add(priya, asha.email, word),
        await remove(priya, vikram.id, word),
      ])
        expect([word, status, Object.keys(body.fields)]).toEqual([word, 422, ['password']]);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('can be guessed only at a limited rate; a right one counts as no attempt, even if the change is refused', async () => {
    const tries = () => countRows(shop.db, 'attempts', sql`key LIKE 'password:%'`);
    await shop.db.write.run(sql`DELETE FROM attempts`);
    expect((await add(priya, 'nobody@example.in')).status).toBe(422);
    expect((await remove(priya, priya.id)).status).toBe(409);
    expect(await tries()).toBe(0);
    await remove(priya, vikram.id, 'a guess');
    expect(await tries()).toBe(1);
    await shop.db.write.run(sql`UPDATE attempts SET blocked_until = ${Date.now() + 60_000}`);
    expect((await remove(priya, vikram.id)).body.code).toBe('too_many');
    expect((await remove(vikram, priya.id)).status).toBe(200);
  });
});

test('wrong fields are refused and change no row', async () => {
  const send = (path: string) => (json: object) =>
    priya.post<DeskRefusal>(`/api/desk/people/${path}`, { password, ...json });
  await expectWrongFields(shop, send('add'), [
    ['no address', {}, 'email'],
    ['no address of the net', { email: 'asha' }, 'email'],
    ['two addresses', { email: 'a@example.in, b@example.in' }, 'email'],
    ['a line break', { email: 'a@example.in\nBcc: b@example.in' }, 'email'],
  ]);
  await expectWrongFields(shop, send('remove'), [
    ['no id', {}, 'id'],
    ['SQL for an id', { id: "' OR 1=1 --" }, 'id'],
  ]);
});
