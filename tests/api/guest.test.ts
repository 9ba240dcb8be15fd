/**
 * Guests (docs/behaviour.md, "Guests"): a shopper orders without an account, within the limits of a new one
 * (docs/behaviour.md, "Unpaid limits"). Nobody learns whether an address has an account, except who reads its mailbox.
 */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orders, outbox } from '#db/schema/index.ts';
import { countHashes, login, newEmail, registerUser } from '../support/accounts.ts';
import { type Client, newClient, tally, times } from '../support/client.ts';
import {
  emailStatuses,
  guestOrder,
  linkTo,
  newGuest,
  openLink,
  outcome,
  referencesOf,
  takeOver,
  usersWith,
} from '../support/guests.ts';
import { codeIn, subscribeAndConfirm, welcomeEmailTo } from '../support/newsletter.ts';
import { address, orderOf, placed, placeOrder, serum } from '../support/orders.ts';
import { onlineMethods, paidOrder, pendingOrder } from '../support/payments.ts';
import { countRows, setStatus } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { COUNT_HASHES: '1', GUESTS_PER_HOUR: '4', ORDERS_PER_HOUR: '5' },
});

describe('a guest', () => {
  test('is a token and a name, whether or not the address has an account; nothing is hashed or emailed', async () => {
    const { email } = await registerUser(shop);
    const before = await countRows(shop.db, 'outbox');
    const phone = '\u202a+91 09876543210\u202c';
    const asked = { name: ' Asha  Rao ', email: ` ${email.toUpperCase()}`, phone };
    const create = async () => {
      for (const given of [asked, { ...asked, email: newEmail() }]) {
        const { status, body } = await shop.client().post('/api/user/guest', given);
        const own = { name: 'Asha Rao', email: given.email.trim().toLowerCase() };
        expect(status).toBe(200);
        expect(body).toEqual({
          success: true,
          token: expect.stringMatching(/^guest-[\w-]{43}$/),
          user: { ...own, role: 'guest', verified: false },
        });
      }
    };
    expect(await countHashes(shop, create)).toBe(0);
    expect(await countRows(shop.db, 'outbox')).toBe(before);
    expect((await login(shop, email)).body.user.role).toBe('shopper');
    const [account, guest] = (await usersWith(shop, email)).sort((a, b) => Number(a.guest) - Number(b.guest));
    expect([account?.phone, guest?.phone, guest?.password]).toEqual([null, '9876543210', 'none']);
  });

  test('is limited for an IPv6 network, and ten times as high for an IPv4 address, which thousands share', async () => {
    const person = { name: 'Asha', phone: '9876543210' };
    const ask = (address: string) =>
      newClient(shop.stack.url, undefined, address).post('/api/user/guest', { ...person, email: newEmail() });
    const before = await countRows(shop.db, 'users');
    const many = await Promise.all(times(10, (n) => ask(`2001:db8:5:${n.toString(16)}00::1`)));
    expect(tally(many)).toEqual({ 200: 4, 429: 6 });
    const refused = await ask('2001:db8:5:1::1');
    expect(outcome(refused)).toEqual([429, 'too_many']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await countRows(shop.db, 'users')).toBe(before + 4);
    expect(tally(await Promise.all(times(45, () => ask('203.0.113.80'))))).toEqual({ 200: 40, 429: 5 });
  });

  test('orders, pays, cancels, keeps cart and addresses, and signs out', async ({ guest }) => {
    expect((await guest.get('/api/user/me')).body.user).toMatchObject({ role: 'guest', email: guest.email });
    await guest.post('/api/cart/add', { itemId: serum, quantity: 2 });
    const order = await orderOf(guest, { [serum]: 1 });
    const saving = { ...order, address: { ...order.address, saveInfo: true } };
    const place = async () => (await placeOrder(guest, saving, 'key-of-guest')).body.order;
    const { _id: orderId, reference } = await place();
    expect((await place()).reference).toBe(reference);
    expect((await guest.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 1 });
    expect((await guest.get('/api/user/addresses')).body.addresses).toHaveLength(1);
    expect((await guest.get(`/api/order/tracking-info/${orderId}`)).status).toBe(200);
    for (const method of onlineMethods) {
      await paidOrder(shop, guest, method);
      const pending = await pendingOrder(guest, method);
      expect((await guest.post('/api/order/pay', { orderId: pending })).status).toBe(200);
      expect((await guest.post('/api/order/cancel', { orderId: pending })).body.outcome).toBe('cancelled');
    }
    expect(await referencesOf(guest)).toEqual(expect.arrayContaining([reference]));
    expect((await guest.post('/api/user/logout')).status).toBe(200);
    expect((await guest.get('/api/user/me')).status).toBe(401);
  });

  test('orders only with the guest’s own email, also when the products are cached', async ({ guest }) => {
    const order = await orderOf(guest, { [serum]: 1 });
    const other = { ...order, address: { ...address, email: newEmail() } };
    const { status, body } = await placeOrder(guest, other);
    const wrong = { 'address.email': 'Please use the email address that you entered first.' };
    expect([status, body.fields]).toEqual([422, wrong]);
    expect((await placeOrder(guest, order)).status).toBe(200);
  });

  test('uses a personal code that was emailed to the address, which does not verify it', async () => {
    const guest = await newGuest(shop);
    await subscribeAndConfirm(shop, guest.email);
    const couponCode = codeIn(await welcomeEmailTo(shop, guest.email));
    const items = [{ _id: serum, quantity: 1 }];
    const { body } = await guest.post('/api/order/quote', { items, couponCode, paymentMethod: 'cod' });
    const { amount } = body.quote;
    const sent = { items, couponCode, amount, address: { ...address, email: guest.email } };
    expect((await placeOrder(guest, sent)).status).toBe(200);
    expect((await guest.get('/api/user/me')).body.user.verified).toBe(false);
  });

  test('is shown as a guest at the desk, and exported like everybody', async ({ guest }) => {
    const { orderId, reference } = await guestOrder(guest);
    const { body } = await operator.get<{ account: object }>(`/api/desk/orders/${orderId}`);
    expect(body.account).toMatchObject({ name: 'Asha Rao', email: guest.email, guest: true });
    const found = await operator.get<{ rows: { reference: string }[] }>(`/api/desk/orders?q=${reference}`);
    expect(found.body.rows.map((one) => one.reference)).toEqual([reference]);
  });
});

test('each order is confirmed, however many emails the address has received; a held one is sent when it is proved', async () => {
  const email = newEmail();
  for (const _ of times(4, () => 0)) {
    const { orderId } = await guestOrder(await newGuest(shop, { email }));
    await setStatus(shop.db, orderId, 'Delivered');
  }
  await paidOrder(shop, await newGuest(shop, { email }), 'stripe');
  expect(await emailStatuses(shop, email)).toHaveLength(5);
  expect(await emailStatuses(shop, email)).not.toContain('held');
  const guest = await newGuest(shop, { email });
  const { orderId } = await guestOrder(guest);
  await shop.db.write
    .update(outbox)
    .set({ status: 'held', content: { kind: 'order_placed', orderId } })
    .where(eq(outbox.cause, `order_placed:${orderId}`));
  await openLink(shop, linkTo(orderId));
  await takeOver(shop, linkTo(orderId), email);
  expect(await emailStatuses(shop, email)).not.toContain('held');
});

const addressOn = async (id: string) =>
  (await shop.db.read.select().from(orders).where(eq(orders.id, id)))[0]?.address;
const correct = (by: Client, orderId: string, to: object, more: object = {}) =>
  by.post('/api/order/correct', { orderId, address: to, ...more });

test('a person of one name orders, corrects and saves with it, where they say so; all papers have one name', async () => {
  const guest = await newGuest(shop, { name: 'Arunachalam' });
  const order = await orderOf(guest, { [serum]: 1 });
  const one = { ...order.address, firstName: 'Arunachalam', lastName: '' };
  const refused = await placeOrder(guest, { ...order, address: { ...one, zipcode: '5' } });
  expect(refused.body.fields).toEqual({
    'address.lastName': 'Please enter your last name',
    'address.zipcode': 'Please enter a 6-digit pincode',
  });
  const { _id: id, reference } = await placed(
    guest,
    { [serum]: 1 },
    { ...one, mononym: true, saveInfo: true },
  );
  const stored = { ...one, phone: one.phone.replace(/^\+91|\s/g, ''), country: 'India' };
  expect(await addressOn(id)).toEqual(stored);
  const saved = (await guest.get('/api/user/addresses')).body.addresses;
  expect(saved).toEqual([{ ...stored, id: expect.any(String) }]);
  expect((await guest.post('/api/user/addresses', one)).body.fields).toEqual({
    lastName: 'Please enter your last name',
  });
  expect((await guest.post('/api/user/addresses', { ...one, mononym: true })).body.addresses).toEqual(saved);

  const { email: _own, ...to } = { ...one, firstName: 'Arunachalam S' };
  expect((await correct(guest, id, to)).body.fields).toEqual({
    'address.lastName': 'Please enter your last name',
  });
  expect((await correct(operator, id, { ...to, mononym: true }, { seen: 1 })).status).toBe(200);
  expect(await addressOn(id)).toEqual({ ...stored, firstName: 'Arunachalam S' });
  expect((await correct(guest, id, { ...to, firstName: 'Arunachalam', mononym: true })).status).toBe(200);

  const corrected = await shop.simulators.mailbox.waitFor(
    ({ subject, text }) => subject === `Order ${reference} is corrected` && !text?.includes('Arunachalam S'),
  );
  expect(corrected.text).toMatch(/Arunachalam\n/);
  expect(corrected.text).not.toMatch(/Arunachalam +\S*\n/);
  const list = await operator.get<{ rows: object[] }>('/api/desk/orders?q=arunachalam');
  expect(list.body.rows).toMatchObject([{ reference, name: 'Arunachalam' }]);
  await operator.post('/api/order/move', { orderId: id, status: 'Packing' });
  const tracking = { orderId: id, trackingId: '100000001', courierPartner: 'DTDC' };
  await operator.post('/api/order/update-tracking', tracking);
  const wanted = { orderIds: [id], papers: ['slips', 'invoices'] };
  const papers = await operator.post('/api/desk/orders/print/papers', wanted);
  expect(papers.text).toContain('"name":"Arunachalam"');
  expect(papers.text).not.toMatch(/Arunachalam\s{1,}"/);
});
