/**
 * Guests (docs/behaviour.md 9.15): a shopper orders without an account, opens the order by the link in its email, and
 * may make an account of it. Nobody learns whether an address has an account, except who reads its mailbox.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, orders, outbox, sessions, users } from '#db/schema/index.ts';
import { countHashes, login, newEmail, password, registerUser } from '../support/accounts.ts';
import { type Client, tally, times } from '../support/client.ts';
import { changeSettings, day, hour, setClock } from '../support/clock.ts';
import { type Guest, guestOrder, linkKey, linkTo, newGuest, newPhone } from '../support/guests.ts';
import { codeIn, subscribe, welcomeEmailTo } from '../support/newsletter.ts';
import { address, orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { onlineMethods, paidOrder, pendingOrder } from '../support/payments.ts';
import { useOperator } from '../support/people.ts';
import { countRows, hashOf, select, setStatus, snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({
  proxy: true,
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: {
    EMAIL_HASH_KEY: linkKey,
    COUNT_HASHES: '1',
    REGISTRATIONS_PER_HOUR: '4',
    ORDERS_PER_HOUR: '5',
    ORDER_LINK_TRIES_PER_HOUR: '6',
    ACCOUNT_CHANGES_PER_HOUR: '4',
    EMAIL_CHANGES_PER_HOUR: '3',
    RESET_TRIES: '2',
    TRACK_TRIES_PER_HOUR: '8',
    TRACK_TRIES_PER_ORDER: '5',
  },
});
const operator = useOperator(shop);

type Answer = {
  code?: string;
  message?: string;
  orderId: string;
  reference: string;
  token: string | null;
  user: { name: string; email: string; role: string; verified: boolean } | null;
  account: string;
};

const open = (link: string, client = shop.client()) => client.post<Answer>('/api/order/open', { link });
const join = (link: string, client: Client) => client.post('/api/order/join', { link });
const claim = (json: object, client = shop.client()) => client.post('/api/user/claim', json);
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code];
const refsOf = async (client: Client) =>
  (await client.post('/api/order/userorders')).body.orders?.map(({ reference }) => reference).sort();
const userOf = async (email: string) =>
  (await shop.db.read.select().from(users).where(eq(users.email, email))) as (typeof users.$inferSelect)[];
const statuses = async (recipient: string) =>
  (await shop.db.read.select().from(outbox).where(eq(outbox.recipient, recipient))).map(
    ({ status }) => status,
  );

beforeEach(async () => {
  await shop.db.write.batch([shop.db.write.delete(attempts), shop.db.write.delete(outbox)]);
  shop.simulators.mailbox.clear();
  await refillStock(shop.db);
});

describe('a guest', () => {
  test('is a token and a name, whether or not the address has an account; nothing is hashed or emailed', async () => {
    const { email } = await registerUser(shop);
    const before = await countRows(shop.db, 'outbox');
    const asked = { name: ' Asha  Rao ', email: ` ${email.toUpperCase()}`, phone: '+91 98765-43210' };
    const create = async () => {
      for (const given of [asked, { ...asked, email: newEmail() }]) {
        const { status, body } = await shop.client().post('/api/user/guest', given);
        expect([status, body]).toEqual([
          200,
          {
            success: true,
            token: expect.stringMatching(/^guest-[\w-]{43}$/),
            user: {
              name: 'Asha  Rao',
              email: given.email.trim().toLowerCase(),
              role: 'guest',
              verified: false,
            },
          },
        ]);
      }
    };
    expect(await countHashes(shop, create)).toBe(0);
    expect(await countRows(shop.db, 'outbox')).toBe(before);
    expect((await login(shop, email)).body.user.role).toBe('shopper');
    const [account, guest] = (await userOf(email)).sort((a, b) => Number(a.guest) - Number(b.guest));
    expect([account?.phone, guest?.phone, guest?.password]).toEqual([null, '9876543210', 'none']);
  });

  test('counts with the registrations of the network', async () => {
    const client = shop.client();
    const ask = () =>
      client.post('/api/user/guest', { name: 'Asha', email: newEmail(), phone: '9876543210' });
    const registered = await client.post('/api/user/register', { name: 'A', email: newEmail(), password });
    expect(registered.status).toBe(200);
    const before = await countRows(shop.db, 'users');
    expect(tally(await Promise.all(times(10, ask)))).toEqual({ 200: 3, 429: 7 });
    const refused = await ask();
    expect(outcome(refused)).toEqual([429, 'too_many']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await countRows(shop.db, 'users')).toBe(before + 3);
    expect(
      outcome(await client.post('/api/user/register', { name: 'A', email: newEmail(), password })),
    ).toEqual([429, 'too_many']);
  });

  test('cannot be created without the key that signs the links', async () => {
    await changeSettings(shop, { EMAIL_HASH_KEY: 'too short' });
    const before = await snapshot(shop.db);
    const good = { name: 'Asha', email: newEmail(), phone: '9876543210' };
    expect(outcome(await shop.client().post('/api/user/guest', good))).toEqual([503, 'not_configured']);
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('orders, pays, cancels, keeps cart and addresses, and signs out', async () => {
    const guest = await newGuest(shop);
    expect((await guest.get('/api/user/me')).body.user).toMatchObject({ role: 'guest', email: guest.email });
    await guest.post('/api/cart/add', { itemId: serum, quantity: 2 });
    const order = await orderOf(guest, { [serum]: 1 });
    const placed = await placeOrder(
      guest,
      { ...order, address: { ...order.address, saveInfo: true } },
      'key-of-guest',
    );
    const { _id: orderId, reference } = placed.body.order;
    expect(
      (await placeOrder(guest, { ...order, address: { ...order.address, saveInfo: true } }, 'key-of-guest'))
        .body.order.reference,
    ).toBe(reference);
    expect((await guest.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 1 });
    expect((await guest.get('/api/user/addresses')).body.addresses).toHaveLength(1);
    expect((await guest.get(`/api/order/tracking-info/${orderId}`)).status).toBe(200);
    const references = [reference];
    for (const method of onlineMethods) {
      await paidOrder(shop, guest as unknown as Person, method);
      const pending = await pendingOrder(guest as unknown as Person, method);
      expect((await guest.post('/api/order/pay', { orderId: pending })).status).toBe(200);
      expect((await guest.post('/api/order/cancel', { orderId: pending })).body.outcome).toBe('cancelled');
    }
    expect(await refsOf(guest)).toEqual(expect.arrayContaining(references));
    expect((await guest.post('/api/user/logout')).status).toBe(200);
    expect((await guest.get('/api/user/me')).status).toBe(401);
  });

  test('orders only with the guest’s own email, also when the products are cached', async () => {
    const guest = await newGuest(shop);
    const order = await orderOf(guest, { [serum]: 1 });
    const other = { ...order, address: { ...address, email: newEmail() } };
    const refused = await placeOrder(guest, other);
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { 'address.email': 'Please use the email address that you began with.' },
    ]);
    expect((await placeOrder(guest, order)).status).toBe(200);
  });

  test('uses a personal code that was emailed to the address, which proves it', async () => {
    const guest = await newGuest(shop);
    await subscribe(shop.client(), guest.email);
    const couponCode = codeIn(await welcomeEmailTo(shop, guest.email));
    const items = [{ _id: serum, quantity: 1 }];
    const { body } = await guest.post('/api/order/quote', { items, couponCode });
    const sent = {
      items,
      couponCode,
      amount: body.quote.amount,
      address: { ...address, email: guest.email },
    };
    expect((await placeOrder(guest, sent)).status).toBe(200);
    expect((await guest.get('/api/user/me')).body.user.verified).toBe(true);
  });

  test('is shown as a guest at the desk, and exported like everybody', async () => {
    const guest = await newGuest(shop);
    const { orderId, reference } = await guestOrder(guest);
    const { body } = await operator.get<{ account: object }>(`/api/desk/orders/${orderId}`);
    expect(body.account).toMatchObject({ name: 'Asha Rao', email: guest.email, guest: true });
    const found = await operator.get<{ orders: { reference: string }[] }>(`/api/desk/orders?q=${reference}`);
    expect(found.body.orders.map((one) => one.reference)).toEqual([reference]);
    const lift = await operator.post('/api/desk/limits/lift', { email: guest.email });
    expect(outcome(lift)).toEqual([422, 'invalid']);
  });
});

describe('limits of guests', () => {
  test('cash on delivery: three open orders of an email or a phone, however many tokens', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await guestOrder(await newGuest(shop, { email }));
    await guestOrder(await newGuest(shop, { email }));
    await guestOrder(await newGuest(shop, { email, phone }));
    const tokens = [await newGuest(shop, { email }), await newGuest(shop, { email, phone: newPhone() })];
    for (const guest of tokens)
      expect(outcome(await placeOrder(guest, await orderOf(guest, { [serum]: 1 })))).toEqual([
        409,
        'cod_limit',
      ]);
    const samePhone = await newGuest(shop, { phone });
    await guestOrder(samePhone);
    await guestOrder(samePhone);
    const refused = await placeOrder(samePhone, await orderOf(samePhone, { [serum]: 1 }));
    expect(outcome(refused)).toEqual([409, 'cod_limit']);
    await guestOrder(await newGuest(shop));
    // An account with the email has its own limits.
    const account = await registerUser(shop, email);
    await guestOrder(account);
  });

  test('hold at once, with several tokens: together no more than the limit', async () => {
    const email = newEmail();
    const guests = await Promise.all(times(6, () => newGuest(shop, { email })));
    const order = await orderOf(guests[0] as Guest, { [serum]: 15 });
    const answers = await Promise.all(guests.map((guest) => placeOrder(guest, order)));
    expect(tally(answers)).toEqual({ 200: 1, 422: 5 });
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('too_many_at_once');
  });

  test('are those of a new account, also after a delivered order', async () => {
    const guest = await newGuest(shop);
    await setStatus(shop.db, (await guestOrder(guest)).orderId, 'Delivered');
    await refillStock(shop.db);
    const refused = await placeOrder(guest, await orderOf(guest, { [serum]: 21 }));
    expect([refused.status, refused.body.items]).toMatchObject([422, [{ most: 20 }]]);
  });

  test('orders in an hour', async () => {
    const phone = newPhone();
    const two = [await newGuest(shop, { phone }), await newGuest(shop, { phone })];
    for (const n of times(5, (n) => n))
      await setStatus(shop.db, (await guestOrder(two[n % 2] as Guest)).orderId, 'Delivered');
    const third = await newGuest(shop, { phone });
    expect(outcome(await placeOrder(third, await orderOf(third, { [serum]: 1 })))).toEqual([429, 'too_many']);
  });

  test('unpaid holds of a network: another token at the same network waits too', async () => {
    const first = (await newGuest(shop)) as unknown as Person;
    for (const method of onlineMethods) {
      const orderId = await pendingOrder(first, method);
      await first.post('/api/order/cancel', { orderId });
    }
    const again = await newGuest(shop, {}, first.address);
    const order = await orderOf(again, { [serum]: 1 });
    expect(outcome(await again.post('/api/order/stripe', order))).toEqual([429, 'unpaid_holds']);
    expect((await placeOrder(again, order)).status).toBe(200);
  });

  test('emails to an address that was not proved count for its limit, then no more', async () => {
    const email = newEmail();
    const links: string[] = [];
    for (const _ of times(4, () => 0)) {
      const { orderId } = await guestOrder(await newGuest(shop, { email }));
      links.push(linkTo(orderId));
      await setStatus(shop.db, orderId, 'Delivered');
    }
    expect((await statuses(email)).sort()).toEqual(['held', 'sent', 'sent', 'sent']);
    await open(links[3] ?? '');
    expect(await statuses(email)).not.toContain('held');
  });
});

describe('the link in the emails', () => {
  test('opens the order on any device, often, for 90 days; every email about the order has the same', async () => {
    const guest = await newGuest(shop);
    const { orderId, reference } = await guestOrder(guest);
    await operator.post('/api/order/update-tracking', { orderId, trackingId: 'A1', courierPartner: 'DTDC' });
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
    const first = await open(link);
    expect([first.status, first.body]).toEqual([
      200,
      {
        success: true,
        orderId,
        reference,
        token: expect.stringMatching(/^guest-/),
        user: { name: 'Asha Rao', email: guest.email, role: 'guest', verified: true },
        account: 'none',
      },
    ]);
    const second = await open(link);
    for (const { body } of [first, second])
      expect(await refsOf(shop.client(body.token ?? ''))).toEqual([reference]);
    await setClock(shop, 89 * day);
    expect((await open(link)).status).toBe(200);
    await setClock(shop, 91 * day);
    const [late] = [await open(link), await shop.db.write.delete(attempts)];
    expect(outcome(late)).toEqual([404, 'link_dead']);
  });

  test('ends the sessions of whoever typed the address, but not that of the device that opens it', async () => {
    const stranger = await newGuest(shop);
    await stranger.post('/api/user/addresses', address);
    await stranger.post('/api/cart/add', { itemId: serum, quantity: 2 });
    const { orderId } = await guestOrder(stranger);
    const owner = shop.client((await open(linkTo(orderId))).body.token ?? '');
    expect((await stranger.get('/api/user/me')).status).toBe(401);
    expect((await owner.get('/api/user/addresses')).body.addresses).toEqual([]);
    expect((await owner.post('/api/cart/get')).body.cartData).toEqual({});
    await owner.post('/api/user/addresses', address);
    await open(linkTo(orderId));
    expect((await owner.get('/api/user/addresses')).body.addresses).toHaveLength(1);

    const device = await newGuest(shop);
    await device.post('/api/user/addresses', address);
    const { orderId: own } = await guestOrder(device);
    expect((await open(linkTo(own), device)).body.token).toBe(device.token);
    expect((await device.get('/api/user/addresses')).body.addresses).toHaveLength(1);
  });

  test('of another order, changed, or signed with another key, does not work; only such tries are limited', async () => {
    const [one, two] = [await guestOrder(await newGuest(shop)), await guestOrder(await newGuest(shop))];
    const [link, other] = [linkTo(one.orderId), linkTo(two.orderId)];
    const client = shop.client();
    const wrong = [
      ...[`${one.orderId}.${other.split('.')[1]}`, `${link}A`, link.toUpperCase(), '#', ''],
      `${one.orderId}.${'A'.repeat(43)}`,
    ];
    const before = await snapshot(shop.db, ['attempts', 'outbox']);
    for (const forged of wrong)
      expect([forged, ...outcome(await open(forged, client))]).toEqual([forged, 404, 'link_dead']);
    expect(outcome(await open('one more', client))).toEqual([429, 'too_many']);
    expect(outcome(await claim({ link: 'one more', password }, client))).toEqual([429, 'too_many']);
    expect(await snapshot(shop.db, ['attempts', 'outbox'])).toEqual(before);
    expect((await open(link, client)).status).toBe(200);
  });

  test('opens a guest’s orders so often in an hour, and no more', async () => {
    const { orderId } = await guestOrder(await newGuest(shop));
    const answers = await Promise.all(times(5, () => open(linkTo(orderId))));
    expect(tally(answers)).toEqual({ 200: 4, 429: 1 });
    expect(
      await countRows(shop.db, 'sessions', sql`user_id = (SELECT user_id FROM orders WHERE id = ${orderId})`),
    ).toBe(4);
  });

  test('says whether there is an account with the address, and whether the caller is signed in to it', async () => {
    const account = await registerUser(shop);
    const { orderId } = await guestOrder(await newGuest(shop, { email: account.email }));
    const link = linkTo(orderId);
    expect((await open(link)).body.account).toBe('other');
    expect((await open(link, await registerUser(shop))).body.account).toBe('other');
    expect((await open(link, account)).body.account).toBe('yours');
    await join(link, account);
    const joined = await open(link);
    expect([joined.status, joined.body]).toMatchObject([
      200,
      { orderId, token: null, user: null, account: 'other', code: 'sign_in' },
    ]);
  });

  test('is dead when the order belongs to nobody any more', async () => {
    const { orderId } = await guestOrder(await newGuest(shop));
    await shop.db.write.update(orders).set({ userId: null }).where(eq(orders.id, orderId));
    expect(outcome(await open(linkTo(orderId)))).toEqual([404, 'link_dead']);
    expect(outcome(await claim({ link: linkTo(orderId), password }))).toEqual([404, 'link_dead']);
    expect(outcome(await join(linkTo(orderId), await registerUser(shop)))).toEqual([404, 'link_dead']);
  });
});

describe('an order joins the account with its address', () => {
  test('by the link: orders move, the guest goes, the address counts as verified', async () => {
    const account = await registerUser(shop);
    const guest = await newGuest(shop, { email: account.email });
    const key = 'the-same-key-of-both';
    const mine = await placeOrder(account, await orderOf(account, { [serum]: 1 }), key);
    const theirs = await placeOrder(guest, await orderOf(guest, { [serum]: 1 }), key);
    const { orderId } = await guestOrder(guest);
    const link = linkTo(orderId);
    const { status, body } = await join(link, account);
    expect([status, body]).toEqual([
      200,
      { success: true, orderId, message: 'The order is in your account.' },
    ]);
    expect(await refsOf(account)).toHaveLength(3);
    expect((await guest.get('/api/user/me')).status).toBe(401);
    expect(await userOf(account.email)).toMatchObject([{ guest: false, verifiedAt: expect.any(Number) }]);
    expect((await join(link, account)).status).toBe(200);
    expect(mine.body.order.reference).not.toBe(theirs.body.order.reference);
  });

  test('not without a session, with a guest’s, or with an account of another address', async () => {
    const guest = await newGuest(shop);
    const link = linkTo((await guestOrder(guest)).orderId);
    const before = await snapshot(shop.db, ['attempts', 'outbox']);
    expect(outcome(await join(link, shop.client()))).toEqual([401, 'signed_out']);
    expect(outcome(await join(link, shop.client('x'.repeat(43))))).toEqual([401, 'signed_out']);
    expect(outcome(await join(link, guest))).toEqual([403, 'guest']);
    expect(outcome(await join(link, operator))).toEqual([409, 'other_account']);
    expect(await snapshot(shop.db, ['attempts', 'outbox'])).toEqual(before);
  });

  test('once, of two that join at once; an order that is placed meanwhile joins too or is refused', async () => {
    const account = await registerUser(shop);
    const guest = await newGuest(shop, { email: account.email });
    const link = linkTo((await guestOrder(guest)).orderId);
    const order = await orderOf(guest, { [serum]: 1 });
    const [placed, ...joined] = await Promise.all([
      placeOrder(guest, order),
      join(link, account),
      join(link, account),
    ]);
    expect(tally(joined)).toEqual({ 200: 2 });
    expect([200, 401]).toContain(placed.status);
    expect(await refsOf(account)).toHaveLength(placed.status === 200 ? 2 : 1);
    expect(
      await countRows(
        shop.db,
        'orders',
        sql`user_id IS NULL AND status <> 'Cancelled' AND id = ${link.split('.')[0]}`,
      ),
    ).toBe(0);
    expect(await userOf(account.email)).toHaveLength(1);
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
        answer = await claim({ password }, guest);
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

  test('the device that chose the password finishes with the link alone', async () => {
    const guest = await newGuest(shop);
    const { orderId, reference } = await guestOrder(guest);
    await guest.post('/api/user/addresses', address);
    await claim({ password }, guest);
    const link = linkTo(orderId);
    expect((await open(link, guest)).body.token).toBe(guest.token);
    const opened = (await open(link)).body.token ?? '';
    const before = await snapshot(shop.db, ['attempts', 'outbox', 'users', 'sessions']);
    for (const client of [shop.client(), shop.client(opened), await newGuest(shop)])
      expect(outcome(await claim({ link }, client))).toEqual([409, 'password_needed']);
    expect(await snapshot(shop.db, ['attempts', 'outbox', 'users', 'sessions'])).toEqual(before);
    const done = await claim({ link }, guest);
    expect([done.status, done.body.user]).toEqual([
      200,
      { name: 'Asha Rao', email: guest.email, role: 'shopper', verified: true },
    ]);
    expect(done.body.token).toMatch(/^[\w-]{43}$/);
    const account = shop.client(done.body.token);
    expect(await refsOf(account)).toEqual([reference]);
    expect((await account.get('/api/user/addresses')).body.addresses).toHaveLength(1);
    expect((await account.post('/api/user/name', { name: 'Asha' })).status).toBe(200);
    for (const token of [guest.token, opened])
      expect((await shop.client(token).get('/api/user/me')).status).toBe(401);
    expect((await login(shop, guest.email)).status).toBe(200);
    expect(outcome(await claim({ link }, guest))).toEqual([409, 'email_taken']);
  });

  test('on any other device with a password: that of a stranger is worth nothing', async () => {
    const stranger = await newGuest(shop);
    const { orderId, reference } = await guestOrder(stranger);
    await stranger.post('/api/user/addresses', address);
    await claim({ password: 'a stranger in Lalbagh' }, stranger);
    const done = await claim({ link: linkTo(orderId), password });
    expect(done.status).toBe(200);
    const account = shop.client(done.body.token);
    expect(await refsOf(account)).toEqual([reference]);
    expect((await account.get('/api/user/addresses')).body.addresses).toEqual([]);
    expect((await stranger.get('/api/user/me')).status).toBe(401);
    expect((await login(shop, stranger.email, 'a stranger in Lalbagh')).status).toBe(401);
    expect((await login(shop, stranger.email)).status).toBe(200);
  });

  test('not when the address has an account, before or since', async () => {
    const guest = await newGuest(shop);
    const link = linkTo((await guestOrder(guest)).orderId);
    await claim({ password }, guest);
    const held = shop.proxy.hold(1);
    const claiming = claim({ link }, guest);
    await held.arrived;
    const account = await shop.person();
    await shop.db.write.update(users).set({ email: guest.email }).where(eq(users.id, account.id));
    held.release();
    expect(outcome(await claiming)).toEqual([409, 'email_taken']);
    expect(outcome(await claim({ link, password }))).toEqual([409, 'email_taken']);
    expect((await join(link, account)).status).toBe(200);
    expect(outcome(await claim({ link, password }))).toEqual([409, 'email_taken']);
  });

  test('once, of two at once', async () => {
    const guest = await newGuest(shop);
    const link = linkTo((await guestOrder(guest)).orderId);
    const answers = await Promise.all(times(2, () => claim({ link, password })));
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(await userOf(guest.email)).toMatchObject([{ guest: false, phone: null }]);
  });

  test('needs an order and a good password; tries are limited', async () => {
    const guest = await newGuest(shop);
    expect(outcome(await claim({ password }, await registerUser(shop)))).toEqual([409, 'has_account']);
    expect(outcome(await claim({ password }, guest))).toEqual([409, 'no_order']);
    const link = linkTo((await guestOrder(guest)).orderId);
    const weak = async () => {
      expect((await claim({ password: 'password1' }, guest)).body.fields).toHaveProperty('password');
      expect((await claim({ link, password: 'password1' })).body.fields).toHaveProperty('password');
    };
    expect(await countHashes(shop, weak)).toBe(0);
    expect((await claim({ password }, guest)).status).toBe(200);
    expect(outcome(await claim({ password }, guest))).toEqual([429, 'too_many']);
    await claim({ link, password: 'password1' });
    expect(outcome(await claim({ link, password }))).toEqual([429, 'too_many']);
  });

  test('nobody signs in to a guest, resets one, or makes one an operator', async () => {
    const guest = await newGuest(shop);
    await guestOrder(guest);
    await claim({ password }, guest);
    const [row] = await userOf(guest.email);
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

describe('tracking by number and contact', () => {
  const track = (json: object, client = shop.client()) =>
    client.post<Record<string, unknown> & { code?: string }>('/api/order/track', json);

  test('shows status, courier and steps, and nothing about the person', async () => {
    const guest = await newGuest(shop, { phone: '9811122233' });
    const { orderId, reference } = await guestOrder(guest);
    await operator.post('/api/order/move', { orderId, status: 'Packing' });
    await operator.post('/api/order/update-tracking', { orderId, trackingId: 'A 1', courierPartner: 'DTDC' });
    await shop.db.write.delete(attempts);
    const answers = [];
    for (const [typed, contact] of [
      [reference, guest.email],
      [` ${reference.toLowerCase()} `, ` ${guest.email.toUpperCase()}`],
      [reference.slice(4), '98765 43210'],
      [reference.replace('-', ' '), '+919876543210'],
      [reference, '9811122233'],
    ])
      answers.push(await track({ reference: typed, contact }));
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          reference,
          status: 'Shipped',
          placedAt: expect.stringMatching(/Z$/),
          promisedFrom: null,
          promisedTo: null,
          courier: 'DTDC',
          trackingId: 'A 1',
          trackingUrl: expect.stringMatching(/^https:/),
          steps: [
            ...['Order Placed', 'Packing', 'Shipped'].map((step) => ({
              status: step,
              done: true,
              at: expect.stringMatching(/Z$/),
            })),
            ...['Out for Delivery', 'Delivered'].map((step) => ({ status: step, done: false, at: null })),
          ],
        },
      ]);
    for (const { text } of answers)
      for (const word of ['Asha', 'MG Road', guest.email]) expect(text).not.toContain(word);
    // Right tries are not counted.
    expect(await countRows(shop.db, 'attempts', sql`count > 0`)).toBe(0);
  });

  test('works for an account, by the account’s address too', async () => {
    const account = await registerUser(shop);
    const { body } = await placeOrder(account, {
      ...(await orderOf(account, { [serum]: 1 })),
      address: { ...address, email: newEmail() },
    });
    expect((await track({ reference: body.order.reference, contact: account.email })).status).toBe(200);
  });

  test('a wrong contact and an unknown number are the same: body, database calls, and counters', async () => {
    const guest = await newGuest(shop);
    const { reference } = await guestOrder(guest);
    await expect.poll(() => statuses(guest.email)).toEqual(['sent']);
    const seen: unknown[] = [];
    for (const asked of [
      { reference, contact: 'nobody@example.in' },
      { reference, contact: '9999999999' },
      { reference: 'ORD-999999', contact: '9999999999' },
    ]) {
      await shop.db.write.delete(attempts);
      shop.proxy.reset();
      const { status, text } = await track(asked);
      seen.push([
        status,
        text,
        shop.proxy.calls.length,
        [...shop.proxy.statements].length,
        await countRows(shop.db, 'attempts'),
      ]);
    }
    expect(seen[0]).toMatchObject([404, expect.stringContaining('not_found'), 1, expect.any(Number), 2]);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  test('is limited for a network and for a number, also for unknown numbers, however many come at once', async () => {
    const guest = await newGuest(shop);
    const { reference } = await guestOrder(guest);
    for (const number of [reference, 'ORD-999999']) {
      const guesses = times(9, (n) => track({ reference: number, contact: `guess${n}@example.in` }));
      expect(tally(await Promise.all(guesses))).toEqual({ 404: 5, 429: 4 });
    }
    expect(outcome(await track({ reference, contact: guest.email }))).toEqual([429, 'too_many']);
    const client = shop.client();
    const numbers = times(9, (n) => track({ reference: `ORD-10000${n}`, contact: '9999999999' }, client));
    expect(tally(await Promise.all(numbers))).toEqual({ 404: 8, 429: 1 });
    // A network above its limit does not use up the limits of other numbers.
    const rows = await countRows(shop.db, 'attempts');
    for (const n of times(5, (n) => n))
      await track({ reference: `ORD-20000${n}`, contact: '9999999999' }, client);
    expect(await countRows(shop.db, 'attempts')).toBe(rows);
    await setClock(shop, 2 * hour);
    expect((await track({ reference, contact: guest.email }, client)).status).toBe(200);
  });
});

describe('guests are deleted by the scheduled job', () => {
  const guestsLeft = async (...ids: string[]) => {
    const rows = await select<{ email: string }>(shop.db, sql`SELECT email FROM users WHERE guest = 1`);
    return ids.map((email) => rows.some((row) => row.email === email));
  };
  /** The days of content/store.yaml. */
  const kept = 180;

  test('without an order when the session has ended; with one, when all have ended for long', async () => {
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
    expect(await guestsLeft(idle.email, gone.email, finished.email)).toEqual([true, false, true]);
    await setClock(shop, 31 * day);
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
    expect(outcome(await open(linkTo(orderId)))).toEqual([404, 'link_dead']);
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
