/**
 * Changing the email address (docs/behaviour.md, "Account details"): requested with the password, done by a link to the
 * new address.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { coupons, users } from '#db/schema/index.ts';
import { emailedToken, emailsTo, login, password, registerUser, verifiedUser } from '../support/accounts.ts';
import { type Client, tally } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { insertCoupon } from '../support/coupons.ts';
import { cartOf, placed, serum } from '../support/orders.ts';
import { countRows, hashOf, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true, vars: { EMAIL_CHANGES_PER_HOUR: '2' } });
const userOf = async (token: string) => (await shop.client(token).get('/api/user/me')).body.user;

type Someone = Awaited<ReturnType<typeof verifiedUser>>;

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `new-${addresses}@example.in`;
};

const requestEmailChange = (person: Someone, email: string, word = password) =>
  person.post('/api/user/email', { email, password: word });
const confirm = (person: Client, token: string) =>
  person.post<{ success: boolean; code: string; email: string }>('/api/user/email/confirm', { token });
/** Follows the newest link to an address. */
const confirmLinkTo = async (person: Client, to: string) => confirm(person, await emailedToken(shop.db, to));

beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

test('an email address changes by an emailed link; cart, orders, sessions and coupons stay, and the old one gets an email', async () => {
  const person = await verifiedUser(shop);
  const to = newAddress();
  await person.post('/api/cart/add', { itemId: serum, quantity: 2 });
  const order = await placed(person, { [serum]: 1 });
  await person.post('/api/cart/add', { itemId: serum, quantity: 2 });
  const code = await insertCoupon(shop.db, { email: person.email });
  const requested = await requestEmailChange(person, ` ${to.toUpperCase()}`);
  expect([requested.status, requested.body.success]).toEqual([200, true]);
  expect(await emailsTo(shop.db, person.email)).toMatchObject([{ kind: 'order_placed' }]);
  expect((await userOf(person.token)).email).toBe(person.email);
  const [content] = await emailsTo(shop.db, to);
  expect(content).toEqual({ kind: 'email_change', token: expect.any(String), newEmail: to, minutes: 30 });
  const token = await emailedToken(shop.db, to);
  expect(await countRows(shop.db, 'links', sql`token_hash = ${hashOf(token)}`)).toBe(1);

  const { status, body } = await confirm(person, token);
  expect([status, body.success, body.email]).toEqual([200, true, to]);
  expect((await userOf(person.token)).email).toBe(to);
  expect(await cartOf(person)).toEqual({ [serum]: 2 });
  expect((await person.post('/api/order/userorders')).body.orders).toMatchObject([{ _id: order._id }]);
  const [coupon] = await shop.db.read.select().from(coupons).where(eq(coupons.code, code));
  expect(coupon?.email).toBe(to);
  expect(await emailsTo(shop.db, person.email)).toMatchObject([
    { kind: 'order_placed' },
    { kind: 'email_changed', newEmail: to },
  ]);
  expect((await login(shop, to)).status).toBe(200);
  expect((await login(shop, person.email)).status).toBe(401);

  const before = await snapshot(shop.db);
  expect((await confirm(person, token)).body.code).toBe('link_dead');
  expect(await snapshot(shop.db)).toEqual(before);
});

test('an address with an account gets the same response, but no email', async () => {
  const [person, neighbour, to] = [await verifiedUser(shop), await verifiedUser(shop), newAddress()];
  const [taken, free] = [
    await requestEmailChange(person, neighbour.email),
    await requestEmailChange(person, to),
  ];
  expect([taken.status, taken.text.replaceAll(neighbour.email, to)]).toEqual([free.status, free.text]);
  expect(await emailsTo(shop.db, neighbour.email)).toEqual([]);
  expect(await emailsTo(shop.db, to)).toHaveLength(1);
});

test('an address taken by somebody else meanwhile is refused', async () => {
  const [person, to] = [await verifiedUser(shop), newAddress()];
  await requestEmailChange(person, to);
  const token = await emailedToken(shop.db, to);
  await shop.client().post('/api/user/register', { name: 'Meera', email: to, password });
  const before = await snapshot(shop.db);
  const { status, body } = await confirm(person, token);
  expect([status, body.success, body.code]).toEqual([409, false, 'email_taken']);
  expect(await snapshot(shop.db)).toEqual(before);
});

test('a newer request ends the older link; links expire after 30 minutes', async () => {
  const person = await verifiedUser(shop);
  const [mistyped, right] = [newAddress(), newAddress()];
  for (const to of [mistyped, right]) await requestEmailChange(person, to);
  expect((await confirmLinkTo(person, mistyped)).body.code).toBe('link_dead');
  await setClock(shop, 31 * minute);
  expect((await confirmLinkTo(person, right)).body.code).toBe('link_dead');
  await setClock(shop, 29 * minute);
  expect((await confirmLinkTo(person, right)).status).toBe(200);
});

test('a change ends password links in the old mailbox', async () => {
  const [person, to] = [await verifiedUser(shop), newAddress()];
  await shop.client().post('/api/user/forgot', { email: person.email });
  await requestEmailChange(person, to);
  expect((await confirmLinkTo(person, to)).status).toBe(200);
  const old = (await emailsTo(shop.db, person.email)).find(({ kind }) => kind === 'password_reset');
  const token = old && 'token' in old ? old.token : '';
  expect(token).toHaveLength(43);
  const reset = await shop
    .client()
    .post('/api/user/reset', { token, password: 'another walk in Cubbon Park' });
  expect(reset.body.code).toBe('link_dead');
});

test('of two uses of one link at once, one succeeds; a password link does not change the address', async () => {
  const [person, to] = [await verifiedUser(shop), newAddress()];
  await requestEmailChange(person, to);
  const token = await emailedToken(shop.db, to);
  const answers = await Promise.all([confirm(person, token), confirm(person, token)]);
  expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
  expect(await emailsTo(shop.db, person.email)).toHaveLength(1);
  await shop.client().post('/api/user/forgot', { email: to });
  expect((await confirmLinkTo(person, to)).body.code).toBe('link_dead');
});

test('a wrong password, the address that it is already and what is no address are refused at their fields', async () => {
  const person = await verifiedUser(shop);
  const before = await snapshot(shop.db, ['attempts']);
  for (const [to, word, field] of [
    [newAddress(), 'wrong', 'password'],
    [person.email.toUpperCase(), undefined, 'email'],
    ['asha@', undefined, 'email'],
  ] as const) {
    const { status, body } = await requestEmailChange(person, to, word);
    expect([to, status, body.code, Object.keys(body.fields)]).toEqual([to, 422, 'invalid', [field]]);
  }
  expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
});

test('requests have an hourly limit per account; an address gets three emails, from any account', async () => {
  const [person, to] = [await verifiedUser(shop), newAddress()];
  for (const _ of [1, 2]) expect((await requestEmailChange(person, to)).status).toBe(200);
  const refused = await requestEmailChange(person, newAddress());
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
  // A refused request ends no link: the last link is still valid.
  expect(await countRows(shop.db, 'links', sql`email = ${to}`)).toBe(1);
  const others = [await verifiedUser(shop), await verifiedUser(shop)];
  for (const other of others) expect((await requestEmailChange(other, to)).status).toBe(200);
  expect(await emailsTo(shop.db, to)).toHaveLength(3);
  // A link whose email was held is not stored.
  expect(await countRows(shop.db, 'links', sql`email = ${to}`)).toBe(2);
  expect((await confirmLinkTo(others[0] as Someone, to)).status).toBe(200);
});

test('a password that was reset meanwhile is refused', async () => {
  const [person, to] = [await verifiedUser(shop), newAddress()];
  const held = shop.proxy.hold(1);
  const asking = requestEmailChange(person, to);
  await held.arrived;
  await shop.db.write.update(users).set({ password: 'scrypt$new' }).where(eq(users.email, person.email));
  held.release();
  expect((await asking).body.fields).toHaveProperty('password');
  expect(await emailsTo(shop.db, to)).toEqual([]);
});

test('a change from an unverified address: the new one is verified; codes of the old address stay there', async () => {
  const [stranger, to] = [await registerUser(shop), newAddress()];
  await insertCoupon(shop.db, { email: stranger.email });
  await requestEmailChange(stranger, to);
  expect((await confirmLinkTo(stranger, to)).status).toBe(200);
  expect(await userOf(stranger.token)).toMatchObject({ email: to, verified: true });
  expect(await countRows(shop.db, 'coupons', sql`email = ${stranger.email}`)).toBe(1);
  // Both emails to the old address count towards its limit, since a stranger may have caused them.
  expect(await countRows(shop.db, 'outbox', sql`recipient = ${stranger.email} AND limited = 1`)).toBe(2);
});
