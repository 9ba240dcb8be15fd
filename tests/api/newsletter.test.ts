/**
 * The newsletter (docs/behaviour.md, "Newsletter"): a subscriber gets one email with a personal code, and unsubscribes
 * with one click. The code itself is tested in welcome-code.test.ts.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { coupons, subscribers } from '#db/schema/index.ts';
import { registerUser, verifiedUser } from '../support/accounts.ts';
import { tally, times } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import {
  codeIn,
  confirmSubscription,
  oneClickUrl,
  subscribe,
  subscribeAndConfirm,
  welcomeEmailTo,
} from '../support/newsletter.ts';
import { countRows, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });
const email = 'asha@example.in';

beforeEach(async () => {
  for (const table of [subscribers, coupons]) await shop.db.write.delete(table);
});

const codesFor = (to: string) => shop.db.read.select().from(coupons).where(eq(coupons.email, to));
/** The number of emails sent to an address, when none is waiting. */
async function countEmailsTo(to: string): Promise<number> {
  await expect.poll(() => countRows(shop.db, 'outbox', sql`recipient = ${to} AND status <> 'sent'`)).toBe(0);
  return shop.simulators.mailbox.messages.filter((message) => message.to.includes(to)).length;
}

describe('subscribing', () => {
  test('stores the address, and emails a personal code once', async () => {
    const { status, body } = await subscribe(shop.client(), ' Asha@Example.IN ');
    const message =
      'Thank you for subscribing! Please check your inbox (and spam folder) for our welcome email with your discount code.';
    expect([status, body]).toEqual([200, { success: true, message }]);
    // Anybody may have typed the address: before it is confirmed there is one email without a code, and no subscriber.
    expect([await countEmailsTo(email), await codesFor(email)]).toEqual([1, []]);
    expect(shop.simulators.mailbox.messages[0]?.subject).toMatch(/ is one click away$/);
    const confirmed = await confirmSubscription(shop, email);
    const welcome = await welcomeEmailTo(shop, email);
    const code = codeIn(welcome);
    const subscribed = { success: true, code, message: `You are subscribed with ${email}.` };
    expect([confirmed.status, confirmed.body]).toEqual([200, subscribed]);
    // Once more shows the same.
    expect((await confirmSubscription(shop, email)).body).toEqual(confirmed.body);
    expect(await countEmailsTo(email)).toBe(2);
    expect(await codesFor(email)).toMatchObject([
      { code, percent: 10, minSubtotal: 49_900, maxUses: 1, uses: 0 },
    ]);
    for (const part of [welcome.text?.replaceAll('\n', ' '), welcome.html]) {
      expect(part).toContain(code);
      expect(part).toContain('10% off one order of ₹499.00 or more');
    }
    expect(await shop.db.read.select().from(subscribers)).toMatchObject([
      { email, unsubscribedAt: null, askedAt: null },
    ]);
  });

  test('gives a known address the same response as an unknown one, and changes nothing', async () => {
    const first = await subscribe(shop.client(), email);
    expect(await countEmailsTo(email)).toBe(1);
    const before = await snapshot(shop.db, ['attempts']);
    const again = await subscribe(shop.client(), email.toUpperCase());
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('five times at once sends one email; confirming five times at once, one code in one email', async () => {
    const answers = await Promise.all(times(5, () => subscribe(shop.client(), email)));
    expect(tally(answers)).toEqual({ 200: 5 });
    expect([await countEmailsTo(email), (await codesFor(email)).length]).toEqual([1, 0]);
    const confirmed = await Promise.all(times(5, () => confirmSubscription(shop, email)));
    expect(tally(confirmed)).toEqual({ 200: 5 });
    expect([await countEmailsTo(email), (await codesFor(email)).length]).toEqual([2, 1]);
  });

  test('asks a mailbox once in a month, however its address is written, and forgets one that nobody confirms', async () => {
    for (const to of ['kiran@gmail.com', 'k.iran@gmail.com', 'kiran+1@gmail.com', 'KIRAN＠gmail．com\u200b'])
      expect((await subscribe(shop.client(), to)).status).toBe(200);
    await countEmailsTo('kiran@gmail.com');
    expect(shop.simulators.mailbox.messages).toHaveLength(1);
    await setClock(shop, 31 * day);
    await shop.stack.scheduled();
    expect(await countRows(shop.db, 'subscribers')).toBe(0);
    await subscribe(shop.client(), 'kiran@gmail.com');
    expect(await countEmailsTo('kiran@gmail.com')).toBe(2);
    await setClock(shop, 0);
  });

  test('is confirmed at once for an account that has confirmed the address; for others it is not', async () => {
    const [person, stranger] = [await verifiedUser(shop), await registerUser(shop)];
    await subscribe(person, person.email);
    await welcomeEmailTo(shop, person.email);
    await subscribe(stranger, stranger.email);
    await subscribe(person, 'somebody@example.in');
    expect(await countRows(shop.db, 'coupons')).toBe(1);
    expect(await countRows(shop.db, 'subscribers', sql`asked_at IS NULL`)).toBe(1);
  });

  test('a second address of a mailbox gets no second code; a wrong link changes nothing', async () => {
    await subscribeAndConfirm(shop, 'lata@gmail.com');
    await shop.db.write.update(subscribers).set({ unsubscribedAt: 1 });
    await subscribe(shop.client(), 'la.ta@gmail.com');
    expect((await confirmSubscription(shop, 'la.ta@gmail.com')).body.code).toBeNull();
    expect(await countRows(shop.db, 'coupons')).toBe(1);
    const before = await snapshot(shop.db);
    for (const token of ['', 'x', 'x'.repeat(22)])
      expect((await shop.client().post('/api/subscribe', { token })).status).toBe(404);
    expect(await snapshot(shop.db)).toEqual(before);
  });
});

describe('the limits', () => {
  test('SUBSCRIPTIONS_PER_HOUR limits a network, even for parallel requests', async () => {
    const client = shop.client();
    const answers = await Promise.all(times(25, (n) => subscribe(client, `many-${n}@example.in`)));
    expect(tally(answers)).toEqual({ 200: 20, 429: 5 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('too_many');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect([await countRows(shop.db, 'subscribers'), await countRows(shop.db, 'coupons')]).toEqual([20, 0]);
    expect((await subscribe(shop.client(), 'elsewhere@example.in')).status).toBe(200);
  });

  test('SUBSCRIPTIONS_PER_EMAIL limits an email address, across networks', async () => {
    const answers = await Promise.all(times(8, () => subscribe(shop.client(), email)));
    expect(tally(answers)).toEqual({ 200: 5, 429: 3 });
    expect((await subscribe(shop.client(), 'other@example.in')).status).toBe(200);
    expect([await countEmailsTo(email), await countEmailsTo('other@example.in')]).toEqual([1, 1]);
  });
});

describe('unsubscribing', () => {
  const since = async () =>
    (await shop.db.read.select().from(subscribers).where(eq(subscribers.email, email)))[0]?.unsubscribedAt;

  /** Subscribes an address. @returns its email, and the path of its one-click URL */
  async function subscribed() {
    await subscribeAndConfirm(shop, email);
    const message = await welcomeEmailTo(shop, email);
    const url = oneClickUrl(message);
    return { letter: message, path: url.pathname + url.search };
  }

  test('by one click of a mail client (RFC 8058), with the URL of the email’s headers', async () => {
    const { letter: message, path } = await subscribed();
    expect(message.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const oneClick = { raw: 'List-Unsubscribe=One-Click', headers };
    const { status, body } = await shop.client().send('POST', path, oneClick);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: 'You are unsubscribed. No more emails will come.' });
    expect(await since()).toBeGreaterThan(0);
  });

  test('by a request with JSON or without a body; a second time changes nothing', async () => {
    const { path } = await subscribed();
    expect((await shop.client().post(path)).status).toBe(200);
    const first = await since();
    expect((await shop.client().send('POST', path)).status).toBe(200);
    expect(await since()).toBe(first);
  });

  test('the link in the email’s text opens a page; a GET of either link changes nothing', async () => {
    const { letter: message, path } = await subscribed();
    const page = /Unsubscribe: (\S+)/.exec(message.text ?? '')?.[1] ?? '';
    const token = new URLSearchParams(path.split('?')[1]).get('token') ?? '';
    expect(new URL(page).pathname + new URL(page).search).toBe(`/unsubscribe?token=${token}`);
    const followed = await shop.client().get(path);
    expect([followed.status, followed.headers.get('location')]).toEqual([302, `/unsubscribe?token=${token}`]);
    expect((await shop.client().get(new URL(page).pathname)).status).toBe(200);
    expect(await since()).toBeNull();
  });

  test('names a contact when the link is unknown', async () => {
    const { body } = await shop.client().post('/api/unsubscribe?token=AAAAAAAAAAAAAAAAAAAAAA');
    expect(body.message).toContain('care@harita.example');
  });

  test('subscribing again adds the address, without a second code', async () => {
    const { path } = await subscribed();
    await shop.client().post(path);
    expect((await subscribe(shop.client(), email)).status).toBe(200);
    expect(await since()).not.toBeNull();
    await confirmSubscription(shop, email);
    expect(await since()).toBeNull();
    expect([await countEmailsTo(email), (await codesFor(email)).length]).toEqual([3, 1]);
    // The link of the first email still works.
    expect((await shop.client().post(path)).status).toBe(200);
    expect(await since()).toBeGreaterThan(0);
  });
});
