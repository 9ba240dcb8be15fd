/**
 * The signed link in the emails about a guest's order (docs/behaviour.md, "Order links"), and when guests are deleted:
 * then the link is dead.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { attempts, orders, returns, sessions } from '#db/schema/index.ts';
import { phoneLink } from '#functions/guests/order-link.ts';
import { password, registerUser, verifiedUser } from '../support/accounts.ts';
import { tally, times } from '../support/client.ts';
import { day, minute, setClock } from '../support/clock.ts';
import {
  claim,
  type Guest,
  guestOrder,
  joinAccount,
  linkTo,
  newGuest,
  openLink,
  outcome,
  referencesOf,
} from '../support/guests.ts';
import { address, serum } from '../support/orders.ts';
import { deliver } from '../support/reviews.ts';
import { countRows, select, snapshot } from '../support/rows.ts';
import { linkKey } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { ORDER_LINK_TRIES_PER_HOUR: '6', ACCOUNT_CHANGES_PER_HOUR: '6' },
});

describe('the link in the emails', () => {
  test('opens the order on any device, often; every email about the order has the same', async () => {
    const guest = await newGuest(shop);
    const { orderId, reference } = await guestOrder(guest);
    await operator.post('/api/order/update-tracking', { orderId, trackingId: 'A1', courierPartner: 'DTDC' });
    await setClock(shop, 2 * minute);
    await shop.stack.scheduled();
    const urls = await Promise.all(
      [/is placed/, /on its way/].map(async (subject) => {
        const email = await shop.simulators.mailbox.waitFor(
          (one) => one.to.includes(guest.email) && subject.test(one.subject),
        );
        expect(email.html).toContain('See your order');
        expect(email.text).not.toContain('/orders');
        return /https?:\S+\/order#[\w.-]+/.exec(email.text ?? '')?.[0];
      }),
    );
    const link = linkTo(orderId);
    expect(urls).toEqual(times(2, () => expect.stringMatching(new RegExp(`^http.*/order#${link}$`))));
    const first = await openLink(shop, link);
    expect([first.status, first.body]).toEqual([
      200,
      {
        success: true,
        orderId,
        reference,
        token: expect.stringMatching(/^order-/),
        user: { name: 'Asha Rao', email: guest.email, role: 'guest', verified: false },
        account: 'none',
        proven: false,
      },
    ]);
    const second = await openLink(shop, link);
    for (const { body } of [first, second])
      expect(await referencesOf(shop.client(body.token ?? ''))).toEqual([reference]);
  });

  test('works while the order is not finished, and until 30 days after the delivery, or the last day of a return', async () => {
    const guest = await newGuest(shop);
    const [{ orderId }, { orderId: waiting }] = [await guestOrder(guest), await guestOrder(guest)];
    await deliver(operator, orderId);
    const opens = async (id: string) => {
      await shop.db.write.delete(attempts);
      return outcome(await openLink(shop, linkTo(id)));
    };
    // 30 days in tests/content, until the end of the day.
    await setClock(shop, 30 * day);
    expect(await opens(orderId)).toEqual([200, undefined]);
    await setClock(shop, 31 * day);
    expect([await opens(orderId), await opens(waiting)]).toEqual([
      [404, 'link_dead'],
      [200, undefined],
    ]);
    // A return that is open then still has its emails, whose link has to work.
    await shop.db.write
      .insert(returns)
      .values({
        id: crypto.randomUUID(),
        orderId,
        number: 1,
        status: 'Approved',
        method: 'pickup',
        createdAt: 0,
      });
    expect(await opens(orderId)).toEqual([200, undefined]);
    await setClock(shop, 300 * day);
    expect(await opens(waiting)).toEqual([200, undefined]);
  });

  test('changes nothing when it is opened: nobody is signed out, nothing is emptied, nothing is proved', async () => {
    const guest = await newGuest(shop);
    await guest.post('/api/user/addresses', address);
    await guest.post('/api/cart/add', { itemId: serum, quantity: 2 });
    const { orderId } = await guestOrder(guest);
    const account = await registerUser(shop);
    // Sessions of the link, its counters, and emails that are being sent.
    const rest = ['sessions', 'attempts', 'outbox'];
    const before = await snapshot(shop.db, rest);
    for (const link of [linkTo(orderId), phoneLink(linkKey, { id: orderId, linkVersion: 0 })])
      for (const client of [shop.client(), account, guest])
        expect((await openLink(shop, link, client)).status).toBe(200);
    expect(await snapshot(shop.db, rest)).toEqual(before);
    expect((await guest.get('/api/user/me')).body.user).toMatchObject({ role: 'guest', verified: false });
    expect((await guest.get('/api/user/addresses')).body.addresses).toHaveLength(1);
    // On the guest's own device the session stays what it is.
    await shop.db.write.delete(attempts);
    expect((await openLink(shop, linkTo(orderId), guest)).body.token).toBe(guest.token);
  });

  test('of another order, changed, or signed with another key, does not work; only such tries are limited', async () => {
    const [one, two] = [await guestOrder(await newGuest(shop)), await guestOrder(await newGuest(shop))];
    const [link, other] = [linkTo(one.orderId), linkTo(two.orderId)];
    const client = shop.client();
    const wrong = [
      `${one.orderId}.${other.split('.')[1]}`,
      `${link}A`,
      link.toUpperCase(),
      '#',
      '',
      `${one.orderId}.${'A'.repeat(43)}`,
    ];
    const before = await snapshot(shop.db, ['attempts', 'outbox']);
    for (const forged of wrong)
      expect([forged, ...outcome(await openLink(shop, forged, client))]).toEqual([forged, 404, 'link_dead']);
    expect(outcome(await openLink(shop, 'one more', client))).toEqual([429, 'too_many']);
    expect(outcome(await claim(client, { link: 'one more', password }))).toEqual([429, 'too_many']);
    expect(await snapshot(shop.db, ['attempts', 'outbox'])).toEqual(before);
    expect((await openLink(shop, link, client)).status).toBe(200);
  });

  test('opens a guest’s orders so often in an hour, and no more', async () => {
    const { orderId } = await guestOrder(await newGuest(shop));
    const answers = await Promise.all(times(7, () => openLink(shop, linkTo(orderId))));
    expect(tally(answers)).toEqual({ 200: 6, 429: 1 });
    expect(
      await countRows(shop.db, 'sessions', sql`user_id = (SELECT user_id FROM orders WHERE id = ${orderId})`),
    ).toBe(7);
  });

  test('says whether there is an account with the address, and whether the caller is signed in to it', async () => {
    const account = await verifiedUser(shop);
    const { orderId } = await guestOrder(await newGuest(shop, { email: account.email }));
    const link = linkTo(orderId);
    expect((await openLink(shop, link)).body.account).toBe('other');
    expect((await openLink(shop, link, await registerUser(shop))).body.account).toBe('other');
    expect((await openLink(shop, link, account)).body.account).toBe('yours');
    await joinAccount(link, account);
    const joined = await openLink(shop, link);
    expect([joined.status, joined.body]).toMatchObject([
      200,
      { orderId, token: null, user: null, account: 'other', code: 'sign_in' },
    ]);
  });

  test('is dead when the order belongs to nobody any more', async () => {
    const { orderId } = await guestOrder(await newGuest(shop));
    await shop.db.write.update(orders).set({ userId: null }).where(eq(orders.id, orderId));
    expect(outcome(await openLink(shop, linkTo(orderId)))).toEqual([404, 'link_dead']);
    expect(outcome(await claim(shop.client(), { link: linkTo(orderId), password }))).toEqual([
      404,
      'link_dead',
    ]);
    expect(outcome(await joinAccount(linkTo(orderId), await registerUser(shop)))).toEqual([404, 'link_dead']);
  });
});

describe('guests are deleted by the scheduled job', () => {
  const guestsLeft = async (...ids: string[]) => {
    const rows = await select<{ email: string }>(shop.db, sql`SELECT email FROM users WHERE guest = 1`);
    return ids.map((email) => rows.some((row) => row.email === email));
  };
  /** Days: the clock goes past the day from which `retention.atLeast` holds. */
  const kept = 365;

  test('without an order after two days; with one, when all have ended for long', async () => {
    const [idle, gone, recent, finished, stillOpen, returned] = await Promise.all(
      times(6, () => newGuest(shop)),
    );
    if (!idle || !gone || !recent || !finished || !stillOpen || !returned) throw new Error('no guests');
    await gone.post('/api/user/logout');
    const ended = async (guest: Guest) => {
      const { orderId } = await guestOrder(guest);
      await guest.post('/api/order/cancel', { orderId });
      return orderId;
    };
    const [orderId] = [await ended(finished), await guestOrder(stillOpen)];
    const due = await ended(returned);
    await shop.db.write.run(sql`INSERT INTO refunds (id, order_id, amount, reason, status, created_at)
      VALUES (${due}, ${due}, 100, 'returned', 'due', 0)`);
    await shop.stack.scheduled();
    expect(await guestsLeft(idle.email, gone.email, finished.email)).toEqual([true, true, true]);
    await setClock(shop, 2 * day + 60_000);
    await shop.stack.scheduled();
    expect(await guestsLeft(idle.email, recent.email, finished.email)).toEqual([false, false, true]);
    await setClock(shop, (kept - 1) * day);
    const [before] = await shop.db.read.select().from(orders).where(eq(orders.id, orderId));
    await shop.stack.scheduled();
    expect(await guestsLeft(finished.email)).toEqual([true]);
    await setClock(shop, (kept + 1) * day);
    await shop.stack.scheduled();
    expect(await guestsLeft(finished.email, stillOpen.email, returned.email)).toEqual([false, true, true]);
    const [after] = await shop.db.read.select().from(orders).where(eq(orders.id, orderId));
    const { state, zipcode } = address;
    const erased = { firstName: '', lastName: '', address: '', city: '', phone: '', email: '' };
    expect(after).toEqual({
      ...before,
      userId: null,
      idempotencyKey: null,
      requestHash: '',
      address: { ...erased, state, zipcode, country: 'India' },
    });
    expect(outcome(await openLink(shop, linkTo(orderId)))).toEqual([404, 'link_dead']);
    await setClock(shop, (kept + 3) * day);
    await shop.stack.scheduled();
    expect(await countRows(shop.db, 'outbox', sql`recipient = ${finished.email}`)).toBe(0);
  });

  test('accounts stay, and a run looks at 500 rows at most', async () => {
    await shop.db.write.delete(sessions).where(sql`user_id IN (SELECT id FROM users WHERE guest = 1)`);
    await shop.db.write.run(sql`INSERT INTO users (id, name, email, password, created_at, guest, phone)
      SELECT 'many-' || value, 'A', 'many@example.in', 'none', 0, value % 2, '9876500000' FROM generate_series(1, 1200)
      WHERE value % 2 = 1`);
    const left = () => countRows(shop.db, 'users', sql`id LIKE 'many-%'`);
    const counts = [await left()];
    for (const minute of [0, 1, 2, 3]) {
      await setClock(shop, minute * 60_000);
      await shop.stack.scheduled();
      counts.push(await left());
    }
    expect(counts[0]).toBe(600);
    expect(counts.at(-1)).toBe(0);
    for (const [n, count] of counts.slice(1).entries())
      expect((counts[n] ?? 0) - count).toBeLessThanOrEqual(500);
    expect(await countRows(shop.db, 'users', sql`id = ${operator.id}`)).toBe(1);
  });
});
