/**
 * From a guest to an account (docs/behaviour.md, "Order links"): the orders join the account with the same address, or
 * the guest becomes an account by choosing a password. Both need the link.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { outbox, users } from '#db/schema/index.ts';
import { countHashes, login, newEmail, password, registerUser, verifiedUser } from '../support/accounts.ts';
import { tally, times } from '../support/client.ts';
import {
  claim,
  claimTo,
  emailStatuses,
  guestOrder,
  joinAccount,
  linkTo,
  newGuest,
  openLink,
  outcome,
  referencesOf,
  usersWith,
} from '../support/guests.ts';
import { address, orderOf, placeOrder, serum } from '../support/orders.ts';
import { countRows, hashOf, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({
  proxy: true,
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { COUNT_HASHES: '1', EMAIL_CHANGES_PER_HOUR: '3', RESET_TRIES: '2' },
});

describe('an order joins the account with its address', () => {
  test('by the link, once its address is confirmed: orders move, the guest goes', async ({ newAccount }) => {
    const guest = await newGuest(shop, { email: newAccount.email });
    const key = 'the-same-key-of-both';
    const mine = await placeOrder(newAccount, await orderOf(newAccount, { [serum]: 1 }), key);
    const theirs = await placeOrder(guest, await orderOf(guest, { [serum]: 3 }), key);
    const { orderId } = await guestOrder(guest, { [serum]: 2 });
    const link = linkTo(orderId);
    // Emails about an order are passed on: their link proves no address.
    expect(outcome(await joinAccount(link, newAccount))).toEqual([409, 'unverified']);
    expect(await referencesOf(newAccount)).toHaveLength(1);
    expect(await usersWith(shop, newAccount.email)).toMatchObject([{ verifiedAt: null }, { guest: true }]);
    await shop.db.write
      .update(users)
      .set({ verifiedAt: 1 })
      .where(sql`email = ${newAccount.email} AND guest = 0`);
    const { status, body } = await joinAccount(link, newAccount);
    expect([status, body]).toEqual([
      200,
      { success: true, orderId, message: 'The order is in your account.' },
    ]);
    expect(await referencesOf(newAccount)).toHaveLength(3);
    expect((await guest.get('/api/user/me')).status).toBe(401);
    expect(await usersWith(shop, newAccount.email)).toMatchObject([
      { guest: false, verifiedAt: expect.any(Number) },
    ]);
    expect((await joinAccount(link, newAccount)).status).toBe(200);
    expect(mine.body.order.reference).not.toBe(theirs.body.order.reference);
  });

  test('not without a session, with a guest’s, or with an account of another address', async ({ guest }) => {
    const link = linkTo((await guestOrder(guest)).orderId);
    const before = await snapshot(shop.db, ['attempts', 'outbox']);
    expect(outcome(await joinAccount(link, shop.client()))).toEqual([401, 'signed_out']);
    expect(outcome(await joinAccount(link, shop.client('x'.repeat(43))))).toEqual([401, 'signed_out']);
    expect(outcome(await joinAccount(link, guest))).toEqual([403, 'guest']);
    expect(outcome(await joinAccount(link, operator))).toEqual([409, 'other_account']);
    expect(await snapshot(shop.db, ['attempts', 'outbox'])).toEqual(before);
  });

  test('once, of two that join at once; an order that is placed meanwhile joins too or is refused', async () => {
    const account = await verifiedUser(shop);
    const guest = await newGuest(shop, { email: account.email });
    const link = linkTo((await guestOrder(guest)).orderId);
    const order = await orderOf(guest, { [serum]: 1 });
    const [placed, ...joined] = await Promise.all([
      placeOrder(guest, order),
      joinAccount(link, account),
      joinAccount(link, account),
    ]);
    expect(tally(joined)).toEqual({ 200: 2 });
    expect([200, 401]).toContain(placed.status);
    expect(await referencesOf(account)).toHaveLength(placed.status === 200 ? 2 : 1);
    expect(
      await countRows(
        shop.db,
        'orders',
        sql`user_id IS NULL AND status <> 'Cancelled' AND id = ${link.split('.')[0]}`,
      ),
    ).toBe(0);
    expect(await usersWith(shop, account.email)).toHaveLength(1);
  });
});

describe('an account by choosing a password', () => {
  const asked = 'Open it on this device to finish.';

  test('the answer, the work and the number of emails do not show whether the address has an account', async () => {
    const { email } = await registerUser(shop);
    await shop.db.write.delete(outbox);
    const kinds: unknown[] = [];
    for (const of of [email, newEmail()]) {
      const guest = await newGuest(shop, { email: of });
      await guestOrder(guest);
      let answer: Awaited<ReturnType<typeof claim>> | undefined;
      const work = async () => {
        answer = await claim(guest, { password });
      };
      shop.proxy.reset();
      expect(await countHashes(shop, work)).toBe(1);
      expect([answer?.status, answer?.body]).toEqual([
        200,
        { success: true, message: `We have emailed a link to ${of}. ${asked}` },
      ]);
      expect(await countRows(shop.db, 'outbox', sql`recipient = ${of}`)).toBe(2);
      const mail = await shop.simulators.mailbox.waitFor(
        ({ to, subject }) => to.includes(of) && /account/.test(subject),
      );
      kinds.push(mail.subject);
      expect(mail.text).toMatch(/\/order#/);
      expect((await login(shop, of, password)).status).toBe(of === email ? 200 : 401);
    }
    expect(kinds).toEqual(['Add your order to your Harita account', 'Finish your Harita account']);
  });

  test('the device that chose the password finishes with the link alone', async ({ guest }) => {
    const { orderId, reference } = await guestOrder(guest);
    await guest.post('/api/user/addresses', address);
    await claim(guest, { password });
    const link = claimTo(orderId);
    expect((await openLink(shop, link, guest)).body.token).toBe(guest.token);
    const opened = (await openLink(shop, link)).body.token ?? '';
    const before = await snapshot(shop.db, ['attempts', 'outbox', 'users', 'sessions']);
    for (const client of [shop.client(), shop.client(opened), await newGuest(shop)])
      expect(outcome(await claim(client, { link }))).toEqual([409, 'password_needed']);
    expect(await snapshot(shop.db, ['attempts', 'outbox', 'users', 'sessions'])).toEqual(before);
    const done = await claim(guest, { link });
    expect([done.status, done.body.user]).toEqual([
      200,
      { name: 'Asha Rao', email: guest.email, role: 'shopper', verified: true },
    ]);
    expect(done.body.token).toMatch(/^[\w-]{43}$/);
    const account = shop.client(done.body.token);
    expect(await referencesOf(account)).toEqual([reference]);
    expect((await account.get('/api/user/addresses')).body.addresses).toHaveLength(1);
    expect((await account.post('/api/user/name', { name: 'Asha' })).status).toBe(200);
    for (const token of [guest.token, opened])
      expect((await shop.client(token).post('/api/order/userorders')).status).toBe(401);
    expect((await login(shop, guest.email)).status).toBe(200);
    expect(outcome(await claim(guest, { link }))).toEqual([409, 'email_taken']);
  });

  test('on any other device with a password: that of a stranger is worth nothing, nor is the link of an order alone', async () => {
    const stranger = await newGuest(shop);
    const { orderId, reference } = await guestOrder(stranger);
    await stranger.post('/api/user/addresses', address);
    await claim(stranger, { password: 'a stranger in Lalbagh' });
    for (const client of [shop.client(), stranger])
      expect(outcome(await claim(client, { link: linkTo(orderId), password }))).toEqual([403, 'code_needed']);
    const done = await claim(shop.client(), { link: claimTo(orderId), password });
    expect(done.status).toBe(200);
    const account = shop.client(done.body.token);
    expect(await referencesOf(account)).toEqual([reference]);
    expect((await account.get('/api/user/addresses')).body.addresses).toEqual([]);
    expect(done.body.user).toMatchObject({ role: 'shopper', verified: true });
    expect((await stranger.get('/api/user/me')).status).toBe(401);
    expect((await login(shop, stranger.email, 'a stranger in Lalbagh')).status).toBe(401);
    expect((await login(shop, stranger.email)).status).toBe(200);
  });

  test('not when the address has an account, before or since', async ({ guest }) => {
    const link = claimTo((await guestOrder(guest)).orderId);
    await claim(guest, { password });
    await expect.poll(() => emailStatuses(shop, guest.email)).toEqual(['sent', 'sent']);
    // Between reading and writing.
    const held = shop.proxy.hold(1);
    const claiming = claim(guest, { link });
    await held.arrived;
    const account = await shop.person();
    await shop.db.write.update(users).set({ email: guest.email }).where(eq(users.id, account.id));
    held.release();
    expect(outcome(await claiming)).toEqual([409, 'email_taken']);
    expect(outcome(await claim(shop.client(), { link }))).toEqual([409, 'email_taken']);
    expect(outcome(await claim(shop.client(), { link, password }))).toEqual([409, 'email_taken']);
    expect((await joinAccount(link, account)).status).toBe(200);
    expect(outcome(await claim(shop.client(), { link, password }))).toEqual([409, 'email_taken']);
  });

  test('once, of two at once', async ({ guest }) => {
    const link = claimTo((await guestOrder(guest)).orderId);
    const answers = await Promise.all(times(2, () => claim(shop.client(), { link, password })));
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(await usersWith(shop, guest.email)).toMatchObject([{ guest: false, phone: null }]);
  });

  test('needs an order and a good password; tries are limited', async ({ guest }) => {
    expect(outcome(await claim(await registerUser(shop), { password }))).toEqual([409, 'has_account']);
    expect(outcome(await claim(guest, { password }))).toEqual([409, 'no_order']);
    const link = claimTo((await guestOrder(guest)).orderId);
    const weak = async () => {
      expect((await claim(guest, { password: 'password1' })).body.fields).toHaveProperty('password');
      expect((await claim(shop.client(), { link, password: 'password1' })).body.fields).toHaveProperty(
        'password',
      );
    };
    expect(await countHashes(shop, weak)).toBe(0);
    expect((await claim(guest, { password })).status).toBe(200);
    expect(outcome(await claim(guest, { password }))).toEqual([429, 'too_many']);
    await claim(shop.client(), { link, password: 'password1' });
    expect(outcome(await claim(shop.client(), { link, password }))).toEqual([429, 'too_many']);
  });

  test('nobody signs in to a guest, resets one, or makes one an operator', async ({ guest }) => {
    await guestOrder(guest);
    await claim(guest, { password });
    const [row] = await usersWith(shop, guest.email);
    expect(row?.password).toContain(`chosen ${hashOf(guest.token)} scrypt$`);
    expect((await login(shop, guest.email)).status).toBe(401);
    await shop.client().post('/api/user/forgot', { email: guest.email });
    expect(await countRows(shop.db, 'links', sql`user_id = ${row?.id}`)).toBe(0);
    expect(
      outcome(await operator.post('/api/desk/people/add', { email: guest.email, password }))[0],
    ).not.toBe(200);
    expect((await registerUser(shop, guest.email)).token).toBeTruthy();
    expect((await login(shop, guest.email)).body.user.role).toBe('shopper');
  });
});
