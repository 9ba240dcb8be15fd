/**
 * What strangers can do from an IPv6 network of 65,536 others, and to the mail of the whole shop: every limit by network
 * counts a /48 (functions/lib/network.ts), and emails to unverified addresses have one of their own.
 */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, flags, outbox, users } from '#db/schema/index.ts';
import { readStore } from '#tools/lib/content.ts';
import { newEmail, registerUser } from '../support/accounts.ts';
import { type Client, newClient, tally, times } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { itemsOf, refillStock, serum } from '../support/orders.ts';
import { countRows } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

/** Lower than the defaults, which a test compares with docs/settings.md: fewer requests reach them. */
const perHour = 12;
const shop = useShop({
  flood: 10_000,
  writes: 10_000,
  vars: {
    GUESTS_PER_HOUR: `${perHour}`,
    COUPON_TRIES_PER_HOUR: `${perHour}`,
    TRACK_TRIES_PER_HOUR: `${perHour}`,
    RESETS_PER_HOUR: `${perHour}`,
    ORDER_LINK_TRIES_PER_HOUR: `${perHour}`,
  },
});
const { shopPerHour } = readStore().limits.emails;

beforeEach(async () => {
  await shop.db.write.batch([
    shop.db.write.delete(attempts),
    shop.db.write.delete(outbox),
    shop.db.write.delete(flags),
  ]);
  await refillStock(shop.db);
});

const ticket = (client: Client, email = newEmail()) =>
  client.post('/api/contact/submit', {
    name: 'Asha',
    email,
    subject: 'A question',
    issueType: 'general',
    message: 'How long does it last?',
  });

describe('65,536 networks of one /48 count as one', () => {
  /** A client in another /64, in another /56 too. */
  const inNetwork = (n: number) =>
    newClient(shop.stack.url, undefined, `2001:db8:a:${(n * 257).toString(16)}::${(n + 1).toString(16)}`);

  test.each<[string, number, (client: Client, n: number) => Promise<{ status: number }>]>([
    [
      'guests',
      perHour,
      (client) => client.post('/api/user/guest', { name: 'Asha', email: newEmail(), phone: '9876543210' }),
    ],
    ['tickets', 20, (client) => ticket(client)],
    ['subscriptions', 20, (client) => client.post('/api/subscribe', { email: newEmail() })],
    [
      'codes',
      perHour,
      (client, n) =>
        client.post('/api/order/quote', { items: itemsOf({ [serum]: 1 }), couponCode: `NOSUCH${n}` }),
    ],
    [
      'tracked orders',
      perHour,
      (client, n) =>
        client.post('/api/order/track', { reference: `ORD-10${1000 + n}`, contact: `${n}@a.in` }),
    ],
    ['links for a password', perHour, (client) => client.post('/api/user/forgot', { email: newEmail() })],
    [
      'links to orders',
      perHour,
      (client, n) => client.post('/api/order/open', { link: `${crypto.randomUUID()}.${'x'.repeat(43)}${n}` }),
    ],
  ])('%s: %i in an hour', async (_, most, ask) => {
    const answers = [];
    for (const n of times(most + 3, (n) => n)) answers.push(await ask(inNetwork(n), n));
    expect(tally(answers)[429]).toBe(3);
    expect(answers.slice(0, most).every(({ status }) => status !== 429)).toBe(true);
    // Other networks are not affected.
    expect((await ask(newClient(shop.stack.url, undefined, '2001:db8:b::1'), 999)).status).not.toBe(429);
  });

  test('one phone has a quarter of it', async () => {
    const phone = (n: number) => newClient(shop.stack.url, undefined, `2001:db8:c:1::${n + 1}`);
    const answers = [];
    for (const n of times(8, (n) => n)) answers.push(await ticket(phone(n)));
    expect(tally(answers)).toEqual({ 200: 5, 429: 3 });
  });

  test('the counters are as many as before: one row for each of the three networks', async () => {
    await ticket(inNetwork(1));
    expect(await countRows(shop.db, 'attempts')).toBe(3);
  });
});

test('one more guest than that of one IPv4 address in an hour, behind a carrier’s NAT, is welcome', async () => {
  const carrier = '203.0.113.61';
  for (const _ of times(perHour + 1, () => 0)) await newGuest(shop, {}, carrier);
});

describe('emails that strangers cause', () => {
  const statusOf = async (email: string) => {
    const rows = await shop.db.read.select().from(outbox).where(eq(outbox.recipient, email));
    return rows.map(({ status, stranger }) => [status === 'held' ? 'held' : 'goes', stranger]);
  };

  test('to unverified addresses are limited for the whole shop, whatever network they come from', async () => {
    await fill(shopPerHour / 4 - 2);
    const emails = times(4, () => newEmail());
    for (const email of emails) expect((await ticket(shop.client(), email)).status).toBe(200);
    expect(await Promise.all(emails.map(statusOf))).toEqual([
      [['goes', true]],
      [['goes', true]],
      [['held', false]],
      [['held', false]],
    ]);
    // Each kind has its share: an account that is not verified still gets its links, and subscribers theirs.
    const account = await registerUser(shop);
    await account.post('/api/user/verify/send');
    await shop.client().post('/api/user/forgot', { email: account.email });
    expect(await statusOf(account.email)).toEqual([
      ['goes', true],
      ['goes', true],
      ['goes', true],
    ]);
    const subscriber = newEmail();
    await shop.client().post('/api/subscribe', { email: subscriber });
    expect(await statusOf(subscriber)).toEqual([['goes', true]]);
    // An owner who has verified the address gets theirs, and so does everybody who orders.
    const owner = await shop.person();
    await ticket(shop.client(), owner.email);
    expect(await statusOf(owner.email)).toEqual([['goes', false]]);
    const guest = await newGuest(shop);
    await guestOrder(guest);
    expect(await statusOf(guest.email)).toEqual([['goes', false]]);
    await shop.stack.scheduled();
    await shop.stack.scheduled();
    const raised = await shop.db.read.select().from(flags).where(eq(flags.kind, 'stranger_limit'));
    expect(raised.map(({ about }) => about.split(' ')[0])).toEqual(['emails']);
  });

  async function fill(count: number) {
    const at = Date.now();
    const rows = times(count, (n) => ({
      id: `old-${n}`,
      cause: `ticket:old-${n}`,
      recipient: `${n}@example.org`,
      status: 'sent' as const,
      limited: true,
      stranger: true,
      nextTryAt: at,
      createdAt: at,
      sentAt: at,
    }));
    for (let n = 0; n < rows.length; n += 100)
      await shop.db.write.insert(outbox).values(rows.slice(n, n + 100));
  }
});

test('a product of which strangers hold what they may is flagged once a day', async () => {
  for (const _ of times(3, () => 0)) await guestOrder(await newGuest(shop), { [serum]: 8 });
  await shop.stack.scheduled();
  await shop.stack.scheduled();
  const raised = await shop.db.read.select().from(flags).where(eq(flags.kind, 'stranger_limit'));
  expect(raised.map(({ about }) => about.split(' ')[0])).toEqual([serum]);
  expect(raised[0]?.detail).toContain('Unpaid orders hold 24 pieces of Glow Serum, and 76 are left');
});

test('guests without an order are deleted after two days, those with one are not', async () => {
  const [idle, buyer] = [await newGuest(shop), await newGuest(shop)];
  await guestOrder(buyer);
  const left = async () =>
    (await shop.db.read.select({ email: users.email }).from(users)).map(({ email }) => email);
  await setClock(shop, day);
  await shop.stack.scheduled();
  expect(await left()).toEqual(expect.arrayContaining([idle.email, buyer.email]));
  await setClock(shop, 2 * day + 60_000);
  await shop.stack.scheduled();
  expect(await left()).not.toContain(idle.email);
  expect(await left()).toContain(buyer.email);
});
