/**
 * What the holder of an order's link may do (docs/behaviour.md, "Order links"): what each route says (functions/http/link-rights.ts),
 * asked of every route of the API; and the code that allows the rest.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { documents, orders, sessions, users } from '#db/schema/index.ts';
import { phoneLink } from '#functions/guests/order-link.ts';
import { notesOf } from '#functions/http/notes.ts';
import { app } from '#functions/index.ts';
import { password, registerUser } from '../support/accounts.ts';
import { type Client, inBatches, tally, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { invoiceRow } from '../support/documents.ts';
import {
  guestOrder,
  linkTo,
  mailedCode,
  newGuest,
  openLink,
  outcome,
  referencesOf,
  takeOver,
  usersWith,
} from '../support/guests.ts';
import { address, serum } from '../support/orders.ts';
import { apiRoutes, prepareRequest, table } from '../support/routes/index.ts';
import { countRows, setStatus, snapshot } from '../support/rows.ts';
import { linkKey } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({
  simulators: true,
  flood: 100_000,
  writes: 100_000,
  vars: { ACCOUNT_CHANGES_PER_HOUR: '100' },
});

/** The order waits to be confirmed. */
const waitAgain = (orderId: string) =>
  shop.db.write
    .update(orders)
    .set({ status: 'Order Placed', confirmReason: 'large', confirmedAt: null })
    .where(eq(orders.id, orderId));

/** A guest with two orders that wait to be confirmed, and a device that has opened the link of the first. */
async function opened() {
  const guest = await newGuest(shop);
  const one = await guestOrder(guest);
  const { orderId: other } = await guestOrder(guest);
  await waitAgain(one.orderId);
  const { token } = (await openLink(shop, linkTo(one.orderId))).body;
  return { guest, ...one, other, token: token ?? '', holder: shop.client(token ?? '') };
}

const prove = (client: Client, code: string) => client.post('/api/order/prove', { code });

/** The routes that say what a link may do (functions/http/link-rights.ts), as the API lists them. */
const linkRoutes = app.routes.flatMap(({ method, path, handler }) =>
  notesOf(handler).link ? [`${method} ${path}`] : [],
);

describe('a link', () => {
  test('may use exactly the routes of the table; for every other one its token is none', async () => {
    const { holder, orderId } = await opened();
    const data = { order: orderId, pendingOrder: orderId, placedOrder: orderId };
    const allowed: string[] = [];
    const ask = async ({ name }: { name: string }) => {
      const { method, path, json } = prepareRequest(name, table[name]?.requests[0] ?? {}, data);
      const sent = { json: json ?? (method === 'GET' ? undefined : {}) };
      const { status, body } = await holder.send(method, path, sent);
      if (status !== 403 && status !== 401) allowed.push(name);
      return [name, status, body?.code];
    };
    const { listed = [], others = [] } = Object.groupBy(apiRoutes, ({ name }) =>
      linkRoutes.includes(name) ? 'listed' : 'others',
    );
    // What refuses nobody takes the holder for a stranger.
    const changing = await inBatches(
      others.filter(({ name }) => table[name] && table[name].may.nobody !== 'in'),
      ask,
    );
    for (const route of listed) {
      // Confirming and cancelling end what the next ones may do.
      await waitAgain(orderId);
      await ask(route);
    }
    expect(allowed.sort()).toEqual(linkRoutes.toSorted());
    const refused = changing.filter((one) => !allowed.includes(String(one[0])));
    // Those of operators, and those that a session is not needed for, do not know such tokens at all.
    for (const [name, status, code] of refused)
      expect([name, status, code]).toEqual(
        status === 401 ? [name, 401, 'signed_out'] : [name, 403, 'code_needed'],
      );
  });

  test('shows and changes its own order alone', async () => {
    const { holder, orderId, other, reference } = await opened();
    expect(await referencesOf(holder)).toEqual([reference]);
    const before = await snapshot(shop.db, ['attempts', 'outbox']);
    for (const [path, more] of [
      ['confirm', {}],
      ['cancel', {}],
      ['cancel', { lines: [{ _id: serum, keep: 0 }] }],
      ['pay', {}],
      ['document', {}],
      ['document.pdf', {}],
      ['verifyStripe', { success: true }],
    ] as const) {
      const { status } = await holder.post(`/api/order/${path}`, { orderId: other, ...more });
      expect([path, status]).toEqual([path, status === 401 ? 401 : 404]);
    }
    expect((await holder.get(`/api/order/tracking-info/${other}`)).status).toBe(404);
    expect(await snapshot(shop.db, ['attempts', 'outbox'])).toEqual(before);
    expect((await holder.get(`/api/order/tracking-info/${orderId}`)).status).toBe(200);
  });

  test('reads its invoice, but neither changes the address nor asks for a return, a payout or an account', async () => {
    const { holder, orderId } = await opened();
    await setStatus(shop.db, orderId, 'Delivered');
    await shop.db.write.insert(documents).values(invoiceRow(orderId, 77));
    expect((await holder.post('/api/order/document', { orderId })).status).toBe(200);
    const before = await snapshot(shop.db, ['attempts', 'outbox']);
    const answers = [
      await holder.post('/api/order/correct', { orderId, address }),
      await holder.post('/api/order/returns/request', {
        orderId,
        lines: [{ _id: serum, quantity: 1, reason: 'unwanted' }],
        method: 'pickup',
        payout: { kind: 'upi', upiId: 'mallory@upi' },
      }),
      await holder.post('/api/order/cancel', { orderId }),
      await holder.post('/api/order/pay', { orderId }),
      await holder.post('/api/user/claim', { link: linkTo(orderId), password }),
      await holder.post('/api/user/claim', { password }),
      await holder.post('/api/user/logout'),
      await holder.get('/api/user/me'),
      await holder.get('/api/user/addresses'),
      await holder.post('/api/cart/get', {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 401, 403, 403, 403, 403]);
    expect(await snapshot(shop.db, ['attempts', 'outbox'])).toEqual(before);
  });

  test('confirms, cancels and pays a cash order only while it waits to be confirmed', async () => {
    const [first, second] = [await opened(), await opened()];
    expect((await first.holder.post('/api/order/pay', { orderId: first.orderId })).status).toBe(200);
    expect((await first.holder.post('/api/order/confirm', { orderId: first.orderId })).status).toBe(200);
    const cancel = ({ holder, orderId }: typeof first) => holder.post('/api/order/cancel', { orderId });
    expect(outcome(await cancel(first))).toEqual([403, 'code_needed']);
    for (const again of [1, 2]) expect([again, (await cancel(second)).status]).toEqual([again, 200]);
    const [row] = await shop.db.read.select().from(orders).where(eq(orders.id, second.other));
    expect(row?.status).toBe('Order Placed');
  });
});

describe('the code', () => {
  test('makes the device the guest’s: it may do everything then, and ends the sessions of whoever typed the address', async () => {
    const { guest, orderId, other, token, holder } = await opened();
    await guest.post('/api/user/addresses', address);
    const code = await mailedCode(shop, token, guest.email);
    expect(code).toMatch(/^\d{6}$/);
    const { body } = await prove(holder, code);
    expect(body.token).toMatch(/^guest-/);
    const owner = shop.client(body.token);
    expect(body.user).toMatchObject({ email: guest.email, verified: true });
    expect(await referencesOf(owner)).toHaveLength(2);
    expect((await guest.get('/api/user/me')).status).toBe(401);
    // A stranger may have typed the address, and left one of their own.
    expect((await owner.get('/api/user/addresses')).body.addresses).toEqual([]);
    const correction = { orderId, address: { ...address, city: 'Pune' } };
    expect((await owner.post('/api/order/correct', correction)).status).toBe(200);
    expect((await owner.post('/api/order/cancel', { orderId: other })).status).toBe(200);
    // The link goes on showing the order, with a session of its own.
    expect((await holder.post('/api/order/userorders')).status).toBe(401);
    expect((await openLink(shop, linkTo(orderId))).body.token).toMatch(/^order-/);
    // The second device that proves the address leaves the first alone.
    const second = await takeOver(shop, linkTo(orderId), guest.email);
    expect((await owner.get('/api/user/me')).status).toBe(200);
    expect((await second.get('/api/user/me')).status).toBe(200);
  });

  test('makes an account of the guest at once, with a confirmed address', async () => {
    const { guest, orderId } = await opened();
    const link = linkTo(orderId);
    expect(outcome(await guest.post('/api/user/claim', { link, password }))).toEqual([403, 'code_needed']);
    const owner = await takeOver(shop, link, guest.email);
    expect((await openLink(shop, link, owner)).body).toMatchObject({ token: owner.token, proven: true });
    const { status, body } = await owner.post('/api/user/claim', { link, password });
    expect([status, body.user]).toMatchObject([200, { role: 'shopper', verified: true }]);
  });

  test('is good for its session, once, for 15 minutes, and the newest alone', async () => {
    const { guest, token, holder, orderId } = await opened();
    const first = await mailedCode(shop, token, guest.email);
    const { token: another } = (await openLink(shop, linkTo(orderId))).body;
    expect(outcome(await prove(shop.client(another ?? ''), first))).toEqual([409, 'wrong_code']);
    let second = await mailedCode(shop, token, guest.email);
    if (second === first) second = await mailedCode(shop, token, guest.email);
    expect((await prove(holder, first)).status).toBe(409);
    await setClock(shop, 16 * minute);
    expect((await prove(holder, second)).status).toBe(409);
    await setClock(shop, 14 * minute);
    expect((await prove(holder, second)).status).toBe(200);
    expect((await prove(holder, second)).status).toBe(401);
  });

  test('cannot be guessed: five tries, also at once, and the right one is refused then', async () => {
    const { guest, token, holder } = await opened();
    const code = await mailedCode(shop, token, guest.email);
    const wrong = code === '000000' ? '000001' : '000000';
    const answers = await Promise.all(times(8, () => prove(holder, wrong)));
    expect(tally(answers)).toEqual({ 409: 5, 429: 3 });
    expect(outcome(await prove(holder, code))).toEqual([429, 'too_many']);
    expect((await guest.get('/api/user/me')).status).toBe(200);
    expect(await usersWith(shop, guest.email)).toMatchObject([{ verifiedAt: null }]);
  });

  test('is mailed a few times, is stored as a hash, and not at all while its email is held', async () => {
    const { guest, token, holder } = await opened();
    const codes = [];
    for (let n = 0; n < 3; n += 1) codes.push(await mailedCode(shop, token, guest.email));
    const ofLinks = await shop.db.read.select().from(sessions).where(sql`order_id IS NOT NULL`);
    const stored = JSON.stringify(ofLinks);
    for (const code of codes) expect(stored).not.toContain(code);
    for (let n = 0; n < 9; n += 1) await holder.post('/api/order/code', {});
    const last = await holder.post('/api/order/code', {});
    expect([409, 429]).toContain(last.status);
    const held = sql`recipient = ${guest.email} AND letter ->> 'code' IS NOT NULL AND status = 'held'`;
    expect(await countRows(shop.db, 'outbox', held)).toBe(0);
  });

  test('goes to no one for an order without an email; a link of WhatsApp asks for it too', async () => {
    const guest = await newGuest(shop);
    const { orderId } = await guestOrder(guest);
    const { token } = (await openLink(shop, phoneLink(linkKey, { id: orderId, linkVersion: 0 }))).body;
    expect(await mailedCode(shop, token ?? '', guest.email)).toMatch(/^\d{6}$/);
    await shop.db.write.update(users).set({ email: '' }).where(eq(users.email, guest.email));
    expect(outcome(await shop.client(token ?? '').post('/api/order/code', {}))).toEqual([409, 'no_email']);
  });

  test('is for links alone', async () => {
    for (const client of [await newGuest(shop), await registerUser(shop)])
      expect(outcome(await client.post('/api/order/code', {}))).toEqual([404, 'not_found']);
    expect((await shop.client().post('/api/order/code', {})).status).toBe(401);
  });
});

const withdraw = (orderId: string, client: Client) => client.post('/api/order/withdraw-links', { orderId });

test('the links of an order are withdrawn by their owner or the desk: the old ones are dead at once, the next email has another', async () => {
  const { guest, orderId, holder, other } = await opened();
  expect((await withdraw(orderId, holder)).status).toBe(403);
  expect((await withdraw(orderId, await newGuest(shop))).status).toBe(404);
  expect((await openLink(shop, linkTo(orderId))).status).toBe(200);
  expect((await withdraw(orderId, guest)).status).toBe(200);
  expect((await holder.post('/api/order/userorders')).status).toBe(401);
  const phone = phoneLink(linkKey, { id: orderId, linkVersion: 0 });
  for (const dead of [linkTo(orderId), phone])
    expect(outcome(await openLink(shop, dead))).toEqual([404, 'link_dead']);
  expect((await openLink(shop, linkTo(orderId, 1))).status).toBe(200);
  expect((await openLink(shop, linkTo(other))).status).toBe(200);
  expect((await guest.get('/api/user/me')).status).toBe(200);

  const detail = async () => (await operator.get<{ seen: number }>(`/api/desk/orders/${orderId}`)).body;
  const { seen } = await detail();
  const byDesk = (version: number) =>
    operator.post(`/api/desk/orders/${orderId}/withdraw-links`, { seen: version });
  expect(outcome(await byDesk(seen - 1))).toEqual([409, 'changed']);
  expect((await byDesk(seen)).status).toBe(200);
  expect(outcome(await openLink(shop, linkTo(orderId, 1)))).toEqual([404, 'link_dead']);

  shop.simulators.mailbox.clear();
  await operator.post('/api/order/cancel', { orderId, seen: (await detail()).seen });
  await setClock(shop, 5 * minute);
  await shop.stack.scheduled();
  const mail = await shop.simulators.mailbox.waitFor(({ to }) => to.includes(guest.email));
  expect(mail.text).toContain(`/order#${linkTo(orderId, 2)}`);
  expect((await openLink(shop, linkTo(orderId, 2))).status).toBe(200);
});
