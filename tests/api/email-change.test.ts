/** Another e-mail address (docs/behaviour.md 9.10): asked for with the password, changed by a link at the new address. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { coupons, links, users } from '#db/schema/index.ts';
import {
  lettersTo,
  login,
  mailedToken,
  newcomer,
  password,
  someoneWithPassword,
} from '../support/accounts.ts';
import { tally } from '../support/client.ts';
import { orderOf, place, serum } from '../support/orders.ts';
import { countRows, hashOf, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { EMAIL_CHANGES_PER_HOUR: '2' } });
const other = 'another walk in Cubbon Park';
const minute = 60 * 1000;
const clock = (offset: number) => shop.stack.restartWorker({ CLOCK_OFFSET_MS: String(offset) });
const me = (token: string) => shop.client(token).get('/api/user/me');

type Someone = Awaited<ReturnType<typeof someoneWithPassword>>;

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `new-${addresses}@example.in`;
};

const askForEmail = (person: Someone, email: string, word = password) =>
  person.post('/api/user/email', { email, password: word });
const confirm = (token: string) =>
  shop.client().post<{ success: boolean; code: string; email: string }>('/api/user/email/confirm', { token });

beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

describe('the e-mail address', () => {
  test('changes by a link at the new one; cart, orders, sessions and coupons stay, and the old one is told', async () => {
    const person = await someoneWithPassword(shop);
    const to = newAddress();
    await person.post('/api/cart/add', { itemId: serum, quantity: 2 });
    const { body: placed } = await place(person, await orderOf(person, { [serum]: 1 }));
    await person.post('/api/cart/add', { itemId: serum, quantity: 2 });
    await shop.db.write
      .insert(coupons)
      .values({ code: 'MINE', percent: 10, email: person.email, validUntil: Date.now(), createdAt: 0 });
    const asked = await askForEmail(person, ` ${to.toUpperCase()}`);
    expect([asked.status, asked.body.success]).toEqual([200, true]);
    expect(await lettersTo(shop.db, person.email)).toMatchObject([{ kind: 'order_placed' }]);
    expect((await me(person.token)).body.user.email).toBe(person.email);
    const [letter] = await lettersTo(shop.db, to);
    expect(letter).toEqual({ kind: 'email_change', token: expect.any(String), newEmail: to, minutes: 30 });
    const token = await mailedToken(shop.db, to);
    expect(
      await shop.db.read
        .select()
        .from(links)
        .where(eq(links.tokenHash, hashOf(token))),
    ).toHaveLength(1);

    const { status, body } = await confirm(token);
    expect([status, body.success, body.email]).toEqual([200, true, to]);
    expect((await me(person.token)).body.user.email).toBe(to);
    expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 2 });
    expect((await person.post('/api/order/userorders')).body.orders.map(({ _id }) => _id)).toEqual([
      placed.order._id,
    ]);
    expect((await shop.db.read.select().from(coupons).where(eq(coupons.code, 'MINE')))[0]?.email).toBe(to);
    expect(await lettersTo(shop.db, person.email)).toMatchObject([
      { kind: 'order_placed' },
      { kind: 'email_changed', newEmail: to },
    ]);
    expect((await login(shop, to)).status).toBe(200);
    expect((await login(shop, person.email)).status).toBe(401);

    const before = await snapshot(shop.db);
    expect((await confirm(token)).body.code).toBe('link_dead');
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('an address that has an account is answered alike, to the letter, and gets none', async () => {
    const [person, neighbour, to] = [
      await someoneWithPassword(shop),
      await someoneWithPassword(shop),
      newAddress(),
    ];
    const [taken, free] = [await askForEmail(person, neighbour.email), await askForEmail(person, to)];
    expect([taken.status, taken.text.replaceAll(neighbour.email, to)]).toEqual([free.status, free.text]);
    expect(await lettersTo(shop.db, neighbour.email)).toEqual([]);
    expect(await lettersTo(shop.db, to)).toHaveLength(1);
  });

  test('taken by somebody else meanwhile, it is refused', async () => {
    const [person, to] = [await someoneWithPassword(shop), newAddress()];
    await askForEmail(person, to);
    const token = await mailedToken(shop.db, to);
    await shop.client().post('/api/user/register', { name: 'Meera', email: to, password });
    const before = await snapshot(shop.db);
    const { status, body } = await confirm(token);
    expect([status, body.success, body.code]).toEqual([409, false, 'email_taken']);
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('a newer wish ends the older one’s link; 30 minutes end any', async () => {
    const person = await someoneWithPassword(shop);
    const [mistyped, right] = [newAddress(), newAddress()];
    for (const to of [mistyped, right]) await askForEmail(person, to);
    expect((await confirm(await mailedToken(shop.db, mistyped))).body.code).toBe('link_dead');
    await clock(31 * minute);
    expect((await confirm(await mailedToken(shop.db, right))).body.code).toBe('link_dead');
    await clock(29 * minute);
    expect((await confirm(await mailedToken(shop.db, right))).status).toBe(200);
    await clock(0);
  });

  test('ends links for a new password that wait in the old mailbox', async () => {
    const [person, to] = [await someoneWithPassword(shop), newAddress()];
    await shop.client().post('/api/user/forgot', { email: person.email });
    await askForEmail(person, to);
    expect((await confirm(await mailedToken(shop.db, to))).status).toBe(200);
    const old = (await lettersTo(shop.db, person.email)).find(({ kind }) => kind === 'password_reset');
    const token = old && 'token' in old ? old.token : '';
    expect(token).toHaveLength(43);
    expect((await shop.client().post('/api/user/reset', { token, password: other })).body.code).toBe(
      'link_dead',
    );
  });

  test('of two who open one link at once, one changes it; a link for a new password does not', async () => {
    const [person, to] = [await someoneWithPassword(shop), newAddress()];
    await askForEmail(person, to);
    const token = await mailedToken(shop.db, to);
    expect(tally(await Promise.all([confirm(token), confirm(token)]))).toEqual({ 200: 1, 409: 1 });
    expect(await lettersTo(shop.db, person.email)).toHaveLength(1);
    await shop.client().post('/api/user/forgot', { email: to });
    expect((await confirm(await mailedToken(shop.db, to))).body.code).toBe('link_dead');
  });

  test.each([
    ['a wrong password', (person: Someone) => askForEmail(person, newAddress(), 'wrong'), 'password'],
    [
      'the address that it is already',
      (person: Someone) => askForEmail(person, person.email.toUpperCase()),
      'email',
    ],
    ['what is no address', (person: Someone) => askForEmail(person, 'asha@'), 'email'],
  ])('%s is refused at its field', async (_, ask, field) => {
    const person = await someoneWithPassword(shop);
    const before = await snapshot(shop.db, ['attempts']);
    const { status, body } = await ask(person);
    expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid', [field]]);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('an account asks so often in an hour; an address is mailed three times, whoever asks', async () => {
    const [person, to] = [await someoneWithPassword(shop), newAddress()];
    for (const _ of [1, 2]) expect((await askForEmail(person, to)).status).toBe(200);
    const refused = await askForEmail(person, newAddress());
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
    // What is refused takes away nothing: the last link is still good.
    expect(await countRows(shop.db, 'links', sql`email = ${to}`)).toBe(1);
    const others = [await someoneWithPassword(shop), await someoneWithPassword(shop)];
    for (const other of others) expect((await askForEmail(other, to)).status).toBe(200);
    expect(await lettersTo(shop.db, to)).toHaveLength(3);
    // A link whose email was held is not stored.
    expect(await countRows(shop.db, 'links', sql`email = ${to}`)).toBe(2);
    expect((await confirm(await mailedToken(shop.db, to))).status).toBe(200);
  });

  test('a password that was reset meanwhile is no proof any more', async () => {
    const [person, to] = [await someoneWithPassword(shop), newAddress()];
    const held = shop.proxy.hold(1);
    const asking = askForEmail(person, to);
    await held.arrived;
    await shop.db.write.update(users).set({ password: 'scrypt$new' }).where(eq(users.email, person.email));
    held.release();
    expect((await asking).body.fields).toHaveProperty('password');
    expect(await lettersTo(shop.db, to)).toEqual([]);
  });

  test('of an account whose address is not verified: the new one is; codes for the old one stay there', async () => {
    const [stranger, to] = [await newcomer(shop), newAddress()];
    await shop.db.write
      .insert(coupons)
      .values({ code: 'OWNERS', percent: 10, email: stranger.email, validUntil: Date.now(), createdAt: 0 });
    await askForEmail(stranger, to);
    expect((await confirm(await mailedToken(shop.db, to))).status).toBe(200);
    expect((await me(stranger.token)).body.user).toMatchObject({ email: to, verified: true });
    expect(await countRows(shop.db, 'coupons', sql`email = ${stranger.email}`)).toBe(1);
    // A stranger has caused both emails to the old address: they count there.
    expect(await countRows(shop.db, 'outbox', sql`recipient = ${stranger.email} AND limited = 1`)).toBe(2);
  });
});
