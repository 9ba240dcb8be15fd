/**
 * What strangers can do from an IPv6 network of 65,536 others, and to the mail of the whole shop: every limit by network
 * counts a /48 (functions/lib/network.ts), and emails to unverified addresses have one of their own.
 */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { attempts, flags, outbox, users } from '#db/schema/index.ts';
import { readStore } from '#tools/lib/content.ts';
import { newEmail, registerUser } from '../support/accounts.ts';
import { type Client, inTurn, newClient, tally, times } from '../support/client.ts';
import { day, minute, runJobAt } from '../support/clock.ts';
import { quoteWith } from '../support/coupons.ts';
import { guestOrder, newGuest, openLink } from '../support/guests.ts';
import { subscribe } from '../support/newsletter.ts';
import { serum } from '../support/orders.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

/** Lower than the defaults, which a test compares with docs/settings.md: fewer requests reach them. */
const perHour = 12;
const lowered = ['GUESTS', 'COUPON_TRIES', 'TRACK_TRIES', 'RESETS', 'ORDER_LINK_TRIES'];
const vars = Object.fromEntries(lowered.map((name) => [`${name}_PER_HOUR`, `${perHour}`]));
const { shop, test } = shopTest({ flood: 10_000, writes: 10_000, vars });
const { shopPerHour } = readStore().limits.emails;

beforeEach(async () => {
  for (const table of [attempts, outbox, flags]) await shop.db.write.delete(table);
});

const at = (address: string) => newClient(shop.stack.url, undefined, address);
const question = {
  name: 'Asha',
  subject: 'A question',
  issueType: 'general',
  message: 'How long does it last?',
};
const ticket = (client: Client, email = newEmail()) =>
  client.post('/api/contact/submit', { ...question, email });
/** Runs the job twice. @returns the flags about limits of strangers: each is raised once */
async function limitFlags() {
  for (const _ of [1, 2]) await shop.stack.scheduled();
  return shop.db.read.select().from(flags).where(eq(flags.kind, 'stranger_limit'));
}

describe('65,536 networks of one /48 count as one', () => {
  /** A client in another /64, in another /56 too. */
  const inNetwork = (n: number) => at(`2001:db8:a:${(n * 257).toString(16)}::${(n + 1).toString(16)}`);
  const phone = '9876543210';
  const track = (n: number) => ({ reference: `ORD-10${1000 + n}`, contact: `${n}@a.in` });
  const link = (n: number) => `${crypto.randomUUID()}.${'x'.repeat(43)}${n}`;

  test.each<[string, number, (client: Client, n: number) => Promise<{ status: number }>]>([
    ['guests', perHour, (by) => by.post('/api/user/guest', { name: 'Asha', email: newEmail(), phone })],
    ['tickets', 20, (by) => ticket(by)],
    ['subscriptions', 20, (by) => subscribe(by, newEmail())],
    ['codes', perHour, (by, n) => quoteWith(by, { [serum]: 1 }, `NOSUCH${n}`)],
    ['tracked orders', perHour, (by, n) => by.post('/api/order/track', track(n))],
    ['links for a password', perHour, (by) => by.post('/api/user/forgot', { email: newEmail() })],
    ['links to orders', perHour, (by, n) => openLink(shop, link(n), by)],
  ])('%s: %i in an hour', async (_, most, ask) => {
    const answers = await inTurn(times(most + 3, inNetwork), ask);
    expect(tally(answers)[429]).toBe(3);
    expect(answers.slice(0, most).every(({ status }) => status !== 429)).toBe(true);
    // Other networks are not affected.
    expect((await ask(at('2001:db8:b::1'), 999)).status).not.toBe(429);
  });

  test('one phone has a quarter of it', async () => {
    const phone = (n: number) => at(`2001:db8:c:1::${n + 1}`);
    const answers = await inTurn(times(8, phone), (client) => ticket(client));
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
    const [goes, goesToOwner, held] = [
      ['goes', true],
      ['goes', false],
      ['held', false],
    ];
    const emails = times(4, () => newEmail());
    for (const email of emails) expect((await ticket(shop.client(), email)).status).toBe(200);
    expect(await Promise.all(emails.map(statusOf))).toEqual([[goes], [goes], [held], [held]]);
    // Each kind has its share: an account that is not verified still gets its links, and subscribers theirs.
    const account = await registerUser(shop);
    await account.post('/api/user/verify/send');
    await shop.client().post('/api/user/forgot', { email: account.email });
    expect(await statusOf(account.email)).toEqual([goes, goes, goes]);
    const subscriber = newEmail();
    await subscribe(shop.client(), subscriber);
    expect(await statusOf(subscriber)).toEqual([goes]);
    // An owner who has verified the address gets theirs, and so does everybody who orders.
    const [owner, guest] = [await shop.person(), await newGuest(shop)];
    await ticket(shop.client(), owner.email);
    await guestOrder(guest);
    for (const { email } of [owner, guest]) expect(await statusOf(email)).toEqual([goesToOwner]);
    expect(await limitFlags()).toMatchObject([{ about: expect.stringMatching(/^emails /) }]);
  });

  async function fill(count: number) {
    const at = Date.now();
    const sent = {
      status: 'sent' as const,
      limited: true,
      stranger: true,
      nextTryAt: at,
      createdAt: at,
      sentAt: at,
    };
    const rows = times(count, (n) => {
      return { ...sent, id: `old-${n}`, cause: `ticket:old-${n}`, recipient: `${n}@example.org` };
    });
    for (let n = 0; n < rows.length; n += 100)
      await shop.db.write.insert(outbox).values(rows.slice(n, n + 100));
  }
});

test('a product of which strangers hold what they may is flagged once a day', async () => {
  for (const _ of times(3, () => 0)) await guestOrder(await newGuest(shop), { [serum]: 8 });
  const detail = expect.stringContaining('Unpaid orders hold 24 pieces of Glow Serum, and 76 are left');
  expect(await limitFlags()).toMatchObject([{ about: expect.stringMatching(`^${serum} `), detail }]);
});

test('guests without an order are deleted after two days, those with one are not', async () => {
  const [idle, buyer] = [await newGuest(shop), await newGuest(shop)];
  await guestOrder(buyer);
  const left = async () =>
    (await shop.db.read.select({ email: users.email }).from(users)).map(({ email }) => email);
  await runJobAt(shop, day);
  expect(await left()).toEqual(expect.arrayContaining([idle.email, buyer.email]));
  await runJobAt(shop, 2 * day + minute);
  expect(await left()).not.toContain(idle.email);
  expect(await left()).toContain(buyer.email);
});
