/**
 * Verifying an email address: by the link in the first email, a password link, or a link for a new address.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { coupons, users } from '#db/schema/index.ts';
import { sendVerification } from '#functions/accounts/send-verification.ts';
import { addOperator } from '#tools/operator.ts';
import { emailedToken, emailsTo, login, newEmail, password, registerUser } from '../support/accounts.ts';
import { callWith } from '../support/call.ts';
import { type Client, tally, times } from '../support/client.ts';
import { hour, setClock } from '../support/clock.ts';
import { orderWith } from '../support/coupons.ts';
import { newGuest, outcome } from '../support/guests.ts';
import { subscribeAndConfirm } from '../support/newsletter.ts';
import { address, placed, placeOrder, serum } from '../support/orders.ts';
import { scansOf } from '../support/query-plans.ts';
import { countRows, hashOf, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true, vars: { EMAIL_CHANGES_PER_HOUR: '2' } });

const confirm = (person: Client, token: string) => person.post('/api/user/email/confirm', { token });
/** Lets the owner of an address choose another password by the emailed link. */
async function resetPassword(email: string) {
  await shop.client().post('/api/user/forgot', { email });
  const token = await emailedToken(shop.db, email);
  return shop.client().post('/api/user/reset', { token, password: 'another walk in Lalbagh' });
}
const sendAgain = (client: Client) => client.post('/api/user/verify/send');
const verified = async (client: Client) => (await client.get('/api/user/me')).body.user.verified;
const linksTo = async (email: string) =>
  (await emailsTo(shop.db, email)).filter(({ kind }) => kind === 'verify_email');

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
    const message = `Your email address ${email} is confirmed.`;
    expect([status, body]).toEqual([200, { success: true, purpose: 'verify', email, message }]);
    expect(await verified(person)).toBe(true);
    expect((await login(shop, email)).body.user.verified).toBe(true);
    const before = await snapshot(shop.db);
    expect((await confirm(person, token)).body.code).toBe('link_dead');
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('after 24 hours its link is invalid; another one can be sent', async ({ newAccount }) => {
    const late = await emailedToken(shop.db, newAccount.email);
    await setClock(shop, 25 * hour);
    expect((await confirm(newAccount, late)).body.code).toBe('link_dead');
    const again = await sendAgain(newAccount);
    expect([again.status, again.body.success]).toEqual([200, true]);
    expect((await confirm(newAccount, await emailedToken(shop.db, newAccount.email))).status).toBe(200);
    expect(await verified(newAccount)).toBe(true);
  });

  test('its link sets no password, and a change of the address ends it', async ({ newAccount }) => {
    const token = await emailedToken(shop.db, newAccount.email);
    const reset = await shop.client().post('/api/user/reset', { token, password: 'another walk in Lalbagh' });
    expect(reset.body.code).toBe('link_dead');
    const to = newEmail();
    await newAccount.post('/api/user/email', { email: to, password });
    await confirm(newAccount, await emailedToken(shop.db, to));
    expect((await confirm(newAccount, token)).body.code).toBe('link_dead');
  });

  test('does not verify an account for whoever opens it: only for a session of that account', async () => {
    const email = newEmail();
    const stranger = await registerUser(shop, email, 'Stranger');
    const token = await emailedToken(shop.db, email);
    for (const client of [shop.client(), await registerUser(shop), await newGuest(shop, { email })]) {
      expect(outcome(await confirm(client, token))).toEqual([401, 'sign_in']);
    }
    expect(await verified(stranger)).toBe(false);
    // The owner's move to another address: the stranger's request reaches the owner, whose click changes nothing.
    const owner = newEmail();
    await stranger.post('/api/user/email', { email: owner, password });
    const moved = await confirm(shop.client(), await emailedToken(shop.db, owner));
    expect(outcome(moved)).toEqual([401, 'sign_in']);
    expect((await stranger.get('/api/user/me')).body.user).toMatchObject({ email, verified: false });
  });

  test('of two uses of one link at once, one verifies', async ({ newAccount }) => {
    const token = await emailedToken(shop.db, newAccount.email);
    const answers = await Promise.all([confirm(newAccount, token), confirm(newAccount, token)]);
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(await verified(newAccount)).toBe(true);
  });
});

describe('sending the link again', () => {
  test('is limited per account, and older links stay valid', async ({ newAccount }) => {
    const first = await emailedToken(shop.db, newAccount.email);
    for (const _ of times(2, () => 0)) expect((await sendAgain(newAccount)).status).toBe(200);
    const refused = await sendAgain(newAccount);
    expect(outcome(refused)).toEqual([429, 'too_many']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await linksTo(newAccount.email)).toHaveLength(3);
    expect((await confirm(newAccount, first)).status).toBe(200);
    const left = sql`purpose = 'verify' AND user_id = (SELECT id FROM users WHERE email = ${newAccount.email})`;
    expect(await countRows(shop.db, 'links', left)).toBe(0);
  });

  test('reports that the address has had too many emails, and stores no link then', async () => {
    const person = await registerUser(shop);
    const { email } = person;
    for (const _ of times(2, () => 0)) await shop.client().post('/api/user/forgot', { email });
    const before = await countRows(shop.db, 'links');
    const refused = await sendAgain(person);
    expect(outcome(refused)).toEqual([429, 'too_many']);
    expect(refused.body.message).toMatch(/many emails to this address/);
    expect(await countRows(shop.db, 'links')).toBe(before);
  });

  test('is refused when the address is verified, or without a session', async ({ account }) => {
    expect(outcome(await sendAgain(account))).toEqual([409, 'verified']);
    expect((await sendAgain(shop.client('x'.repeat(43)))).body.code).toBe('signed_out');
    expect(await emailsTo(shop.db, account.email)).toEqual([]);
  });

  test('uses indexes: no table scans', async () => {
    const { token } = await registerUser(shop);
    const owner = { tokenHash: hashOf(token), network: '', now: Date.now() };
    const { databaseUrl } = shop.stack;
    expect(await scansOf(databaseUrl, (db) => sendVerification(callWith({ db, owner })))).toEqual([]);
  });
});

describe('an address is verified too by', () => {
  test('a password link', async ({ newAccount }) => {
    const { body } = await resetPassword(newAccount.email);
    expect(body.user.verified).toBe(true);
    expect(await verified(shop.client(body.token))).toBe(true);
  });

  test('but not by an order with a code, also one that was emailed to the address', async () => {
    const owner = newEmail();
    await subscribeAndConfirm(shop, owner);
    const [welcome] = await shop.db.read.select().from(coupons).where(eq(coupons.email, owner));
    // A stranger who has seen the code opens an account with the owner's address.
    const stranger = await registerUser(shop, owner, 'Stranger');
    const ticket = { email: owner, subject: 'Hello', message: 'A question' };
    await shop.client().post('/api/contact/submit', ticket);
    const order = await orderWith(stranger, { [serum]: 1 }, welcome?.code ?? '');
    const saved = { ...order, address: { ...order.address, saveInfo: true } };
    expect((await placeOrder(stranger, saved)).status).toBe(200);
    await stranger.post('/api/user/addresses', address);
    await stranger.post('/api/wishlist', { save: [{ id: serum, at: 1 }], remove: [] });
    expect(await verified(stranger)).toBe(false);
    expect((await stranger.post('/api/user/export', { password })).text).not.toContain('A question');

    const { body } = await resetPassword(owner);
    expect(body.user).toMatchObject({ name: '', verified: true });
    expect(body.message).toContain('We removed the name, addresses, cart and wish list');
    expect((await shop.client(body.token).get('/api/user/addresses')).body.addresses).toEqual([]);
    expect((await shop.client(body.token).get('/api/wishlist')).body).toEqual({ success: true, wishes: [] });
    expect((await stranger.get('/api/user/me')).status).toBe(401);
  });

  test('making the account an operator on the command line', async ({ newAccount }) => {
    const to = { url: shop.stack.databaseUrl };
    await addOperator(to, { email: newAccount.email, name: 'Op', now: Date.now() });
    const [row] = await shop.db.read.select().from(users).where(eq(users.email, newAccount.email));
    expect(row?.verifiedAt).toBeGreaterThan(0);
  });
});

test('shopping does not need a verified address', async ({ newAccount }) => {
  await placed(newAccount);
  expect((await newAccount.post(`/api/reviews/${serum}`, { rating: 5, comment: 'Good' })).status).toBe(200);
});
