/**
 * Verifying an email address: by the link in the first email, a password link, or a link for a new address.
 */

import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { coupons, users } from '#db/schema/index.ts';
import { sendVerification } from '#functions/accounts/send-verification.ts';
import { addOperator } from '#tools/operator.ts';
import {
  emailedToken,
  emailsTo,
  login,
  newEmail,
  password,
  registerUser,
  verifiedUser,
} from '../support/accounts.ts';
import { callWith } from '../support/call.ts';
import { type Client, tally, times } from '../support/client.ts';
import { hour, setClock } from '../support/clock.ts';
import { orderWith } from '../support/coupons.ts';
import { newGuest } from '../support/guests.ts';
import { subscribeAndConfirm } from '../support/newsletter.ts';
import { address, orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { scansOf } from '../support/query-plans.ts';
import { countRows, hashOf, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { EMAIL_CHANGES_PER_HOUR: '2' } });

const confirm = (person: Client, token: string) =>
  person.post<{ success: boolean; code: string; email: string; purpose: string }>('/api/user/email/confirm', {
    token,
  });
const sendAgain = (client: Client) => client.post('/api/user/verify/send');
const verified = async (client: Client) => (await client.get('/api/user/me')).body.user.verified;
const linksTo = async (email: string) =>
  (await emailsTo(shop.db, email)).filter(({ kind }) => kind === 'verify_email');

beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM attempts`);
  await refillStock(shop.db);
});

describe('the first email', () => {
  test('has a link that verifies the address once, within 24 hours', async () => {
    const email = newEmail();
    const opened = await shop.client().post('/api/user/register', { name: 'Asha Rao', email, password });
    expect(opened.body.user).toEqual({ name: 'Asha Rao', email, role: 'shopper', verified: false });
    const person = shop.client(opened.body.token);
    expect(await emailsTo(shop.db, email)).toEqual([
      { kind: 'verify_email', token: expect.any(String), hours: 24 },
    ]);
    const token = await emailedToken(shop.db, email);
    await setClock(shop, 23 * hour);
    const { status, body } = await confirm(person, token);
    expect([status, body]).toEqual([
      200,
      { success: true, purpose: 'verify', email, message: `Your email address ${email} is confirmed.` },
    ]);
    expect(await verified(person)).toBe(true);
    expect((await login(shop, email)).body.user.verified).toBe(true);
    const before = await snapshot(shop.db);
    expect((await confirm(person, token)).body.code).toBe('link_dead');
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('after 24 hours its link is invalid; another one can be sent', async () => {
    const person = await registerUser(shop);
    const late = await emailedToken(shop.db, person.email);
    await setClock(shop, 25 * hour);
    expect((await confirm(person, late)).body.code).toBe('link_dead');
    const again = await sendAgain(person);
    expect([again.status, again.body.success]).toEqual([200, true]);
    expect((await confirm(person, await emailedToken(shop.db, person.email))).status).toBe(200);
    expect(await verified(person)).toBe(true);
  });

  test('its link sets no password, and a change of the address ends it', async () => {
    const person = await registerUser(shop);
    const token = await emailedToken(shop.db, person.email);
    const reset = await shop.client().post('/api/user/reset', { token, password: 'another walk in Lalbagh' });
    expect(reset.body.code).toBe('link_dead');
    const to = newEmail();
    await person.post('/api/user/email', { email: to, password });
    await confirm(person, await emailedToken(shop.db, to));
    expect((await confirm(person, token)).body.code).toBe('link_dead');
  });

  test('does not verify an account for whoever opens it: only for a session of that account', async () => {
    const email = newEmail();
    const stranger = await registerUser(shop, email, 'Stranger');
    const token = await emailedToken(shop.db, email);
    for (const client of [shop.client(), await registerUser(shop), await newGuest(shop, { email })]) {
      const answer = await confirm(client, token);
      expect([answer.status, answer.body.code]).toEqual([401, 'sign_in']);
    }
    expect(await verified(stranger)).toBe(false);
    // The owner's move to another address: the stranger's request reaches the owner, whose click changes nothing.
    const owner = newEmail();
    await stranger.post('/api/user/email', { email: owner, password });
    const moved = await confirm(shop.client(), await emailedToken(shop.db, owner));
    expect([moved.status, moved.body.code]).toEqual([401, 'sign_in']);
    expect((await stranger.get('/api/user/me')).body.user).toMatchObject({ email, verified: false });
  });

  test('of two uses of one link at once, one verifies', async () => {
    const person = await registerUser(shop);
    const token = await emailedToken(shop.db, person.email);
    expect(tally(await Promise.all([confirm(person, token), confirm(person, token)]))).toEqual({
      200: 1,
      409: 1,
    });
    expect(await verified(person)).toBe(true);
  });
});

describe('sending the link again', () => {
  test('is limited per account, and older links stay valid', async () => {
    const person = await registerUser(shop);
    const first = await emailedToken(shop.db, person.email);
    for (const _ of times(2, () => 0)) expect((await sendAgain(person)).status).toBe(200);
    const refused = await sendAgain(person);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await linksTo(person.email)).toHaveLength(3);
    expect((await confirm(person, first)).status).toBe(200);
    expect(
      await countRows(
        shop.db,
        'links',
        sql`purpose = 'verify' AND user_id = (
      SELECT id FROM users WHERE email = ${person.email})`,
      ),
    ).toBe(0);
  });

  test('reports that the address has had too many emails, and stores no link then', async () => {
    const person = await registerUser(shop);
    const { email } = person;
    for (const _ of times(2, () => 0)) await shop.client().post('/api/user/forgot', { email });
    const before = await countRows(shop.db, 'links');
    const refused = await sendAgain(person);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
    expect(refused.body.message).toMatch(/many emails to this address/);
    expect(await countRows(shop.db, 'links')).toBe(before);
  });

  test('is refused when the address is verified, or without a session', async () => {
    const person = await verifiedUser(shop);
    const known = await sendAgain(person);
    expect([known.status, known.body.code]).toEqual([409, 'verified']);
    expect((await sendAgain(shop.client('x'.repeat(43)))).body.code).toBe('signed_out');
    expect(await emailsTo(shop.db, person.email)).toEqual([]);
  });

  test('uses indexes: no table scans', async () => {
    const { token } = await registerUser(shop);
    const owner = { tokenHash: hashOf(token), network: '', now: Date.now() };
    const { databaseUrl } = shop.stack;
    expect(await scansOf(databaseUrl, (db) => sendVerification(callWith({ db, owner })))).toEqual([]);
  });
});

describe('an address is verified too by', () => {
  test('a password link', async () => {
    const person = await registerUser(shop);
    await shop.client().post('/api/user/forgot', { email: person.email });
    const token = await emailedToken(shop.db, person.email);
    const { body } = await shop
      .client()
      .post('/api/user/reset', { token, password: 'another walk in Lalbagh' });
    expect(body.user.verified).toBe(true);
    expect(await verified(shop.client(body.token))).toBe(true);
  });

  test('but not by an order with a code, also one that was emailed to the address', async () => {
    const owner = newEmail();
    await subscribeAndConfirm(shop, owner);
    const [welcome] = await shop.db.read.select().from(coupons).where(eq(coupons.email, owner));
    // A stranger who has seen the code opens an account with the owner's address.
    const stranger = await registerUser(shop, owner, 'Stranger');
    await shop
      .client()
      .post('/api/contact/submit', { email: owner, subject: 'Hello', message: 'A question' });
    const order = await orderWith(stranger, { [serum]: 1 }, welcome?.code ?? '');
    const saved = { ...order, address: { ...order.address, saveInfo: true } };
    expect((await placeOrder(stranger, saved)).status).toBe(200);
    await stranger.post('/api/user/addresses', address);
    expect(await verified(stranger)).toBe(false);
    expect((await stranger.post('/api/user/export', { password })).text).not.toContain('A question');

    await shop.client().post('/api/user/forgot', { email: owner });
    const token = await emailedToken(shop.db, owner);
    const { body } = await shop
      .client()
      .post('/api/user/reset', { token, password: 'another walk in Lalbagh' });
    expect(body.user).toMatchObject({ name: '', verified: true });
    expect(body.message).toContain('We removed the name, addresses and cart');
    expect((await shop.client(body.token).get('/api/user/addresses')).body.addresses).toEqual([]);
    expect((await stranger.get('/api/user/me')).status).toBe(401);
  });

  test('making the account an operator on the command line', async () => {
    const to = { url: shop.stack.databaseUrl };
    const person = await registerUser(shop);
    await addOperator(to, { email: person.email, name: 'Op', now: Date.now() });
    const [row] = await shop.db.read.select().from(users).where(eq(users.email, person.email));
    expect(row?.verifiedAt).toBeGreaterThan(0);
  });
});

test('shopping does not need a verified address', async () => {
  const person = await registerUser(shop);
  expect((await placeOrder(person, await orderOf(person, { [serum]: 1 }))).status).toBe(200);
  expect((await person.post(`/api/reviews/${serum}`, { rating: 5, comment: 'Good' })).status).toBe(200);
});
