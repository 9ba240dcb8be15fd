/**
 * Verifying an email address: by the link in the first email, a password link, a link for a new address, or a code that
 * was emailed.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { coupons, outbox, users } from '#db/schema/index.ts';
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
import { type Client, tally, times } from '../support/client.ts';
import { hour, setClock } from '../support/clock.ts';
import { insertCoupon, orderWith } from '../support/coupons.ts';
import { subscribe } from '../support/newsletter.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { scansOf } from '../support/query-plans.ts';
import { countRows, hashOf, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { EMAIL_CHANGES_PER_HOUR: '2' } });

const confirm = (token: string) =>
  shop
    .client()
    .post<{ success: boolean; code: string; email: string; purpose: string }>('/api/user/email/confirm', {
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
    const { status, body } = await confirm(token);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        purpose: 'verify',
        email,
        message: `Your email address ${email} is confirmed.`,
      },
    ]);
    expect(await verified(person)).toBe(true);
    expect((await login(shop, email)).body.user.verified).toBe(true);
    const before = await snapshot(shop.db);
    expect((await confirm(token)).body.code).toBe('link_dead');
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('after 24 hours its link is invalid; another one can be sent', async () => {
    const person = await registerUser(shop);
    const late = await emailedToken(shop.db, person.email);
    await setClock(shop, 25 * hour);
    expect((await confirm(late)).body.code).toBe('link_dead');
    const again = await sendAgain(person);
    expect([again.status, again.body.success]).toEqual([200, true]);
    expect((await confirm(await emailedToken(shop.db, person.email))).status).toBe(200);
    expect(await verified(person)).toBe(true);
  });

  test('its link sets no password, and a change of the address ends it', async () => {
    const person = await registerUser(shop);
    const token = await emailedToken(shop.db, person.email);
    const reset = await shop.client().post('/api/user/reset', { token, password: 'another walk in Lalbagh' });
    expect(reset.body.code).toBe('link_dead');
    const to = newEmail();
    await person.post('/api/user/email', { email: to, password });
    await confirm(await emailedToken(shop.db, to));
    expect((await confirm(token)).body.code).toBe('link_dead');
  });

  test('of two uses of one link at once, one verifies', async () => {
    const person = await registerUser(shop);
    const token = await emailedToken(shop.db, person.email);
    expect(tally(await Promise.all([confirm(token), confirm(token)]))).toEqual({ 200: 1, 409: 1 });
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
    expect((await confirm(first)).status).toBe(200);
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
    for (const _ of times(2, () => 0))
      await shop.client().post('/api/contact/submit', { email, subject: 'Hello', message: 'A question' });
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
    const owner = { tokenHash: hashOf(token), now: Date.now() };
    const { databaseUrl } = shop.stack;
    expect(await scansOf(databaseUrl, (db) => sendVerification(db, owner, 5))).toEqual([]);
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

  test('an order with the code that was emailed to it', async () => {
    const person = await registerUser(shop);
    await subscribe(shop.client(), person.email);
    const welcome = (await emailsTo(shop.db, person.email)).find(({ kind }) => kind === 'welcome');
    const code = welcome?.kind === 'welcome' ? welcome.code : '';
    expect(await verified(person)).toBe(false);
    expect((await placeOrder(person, await orderWith(person, { [serum]: 1 }, code))).status).toBe(200);
    expect(await verified(person)).toBe(true);
  });

  test('but not by an operator’s code, or one whose email was held', async () => {
    const person = await registerUser(shop);
    const { email } = person;
    const made = await insertCoupon(shop.db, { email });
    expect((await placeOrder(person, await orderWith(person, { [serum]: 1 }, made))).status).toBe(200);
    for (const _ of times(2, () => 0))
      await shop.client().post('/api/contact/submit', { email, subject: 'Hello', message: 'A question' });
    await subscribe(shop.client(), email);
    const held = await shop.db.read.select().from(outbox).where(eq(outbox.status, 'held'));
    expect(held.map(({ letter }) => letter?.kind)).toContain('welcome');
    const [welcome] = await shop.db.read
      .select()
      .from(coupons)
      .where(sql`email = ${email} AND code <> ${made}`);
    const order = await orderWith(person, { [serum]: 1 }, welcome?.code ?? '');
    expect((await placeOrder(person, order)).status).toBe(200);
    expect(await verified(person)).toBe(false);
  });

  test('but not by an order that fails', async () => {
    const person = await registerUser(shop);
    await subscribe(shop.client(), person.email);
    const [code] = await shop.db.read.select().from(coupons).where(eq(coupons.email, person.email));
    const order = await orderWith(person, { [serum]: 1 }, code?.code ?? '');
    expect((await placeOrder(person, { ...order, amount: 1 })).status).toBe(409);
    expect(await verified(person)).toBe(false);
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
