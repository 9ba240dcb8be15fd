/**
 * What may be held unpaid (docs/behaviour.md, "Unpaid limits"; content/store.yaml, `limits.unpaid`): strangers with any
 * number of guests, phones, addresses and networks leave half of every product to others, and everybody can pay online.
 * More strangers, and wider networks, are in tests/nightly/held-unpaid.test.ts. rule: long - one set of limits, tried from all sides
 */
import { randomUUID } from 'node:crypto';
import { eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { holds, orders, outbox, productHolds, products, refunds, returns, users } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { readStore } from '#tools/lib/content.ts';
import { cancel } from '../support/cancellations.ts';
import { type Client, inTurn, tally, times } from '../support/client.ts';
import { hour, minute, runJobAt, setClock } from '../support/clock.ts';
import { insertCoupon, orderWith, usesOf } from '../support/coupons.ts';
import { linkTo, newGuest, openLink } from '../support/guests.ts';
import { addressOf, cream, orderOf, placed, placeOrder, serum, toner } from '../support/orders.ts';
import { onlineMethods, payAtProvider, verifyPayment } from '../support/payments.ts';
import { setStatus, setStock, stockOf } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';
import {
  cash,
  movedTo,
  stranger as newcomer,
  online,
  refusalCodes,
  testCrowds,
  testNetworks,
} from '../support/strangers.ts';

const { shop, test } = shopTest({ simulators: true });

const { unpaid } = readStore().limits;
const { person: perPerson, address: perAddress, network: perNetwork, shop: perShop } = unpaid;

const stranger = (address?: string) => newcomer(shop, address);
/** As many strangers order in cash, one after the other. */
const strangersOrder = (count: number, lines: Record<string, number>, address?: string) =>
  inTurn(times(count, String), async () => cash(await stranger(address), lines));
/** Pieces that are no longer in stock. */
const takenOf = async (id: string) => 100 - ((await stockOf(shop.db, id)) ?? 0);
const rowOf = async (id: string) => (await shop.db.read.select().from(orders).where(eq(orders.id, id)))[0];
/** Pays an online order, and returns. */
async function payFor(guest: Client, method: OnlineMethod, orderId: string) {
  const paymentId = await payAtProvider(shop, method, orderId);
  const answer = await verifyPayment(shop, guest, method, orderId, paymentId);
  await shop.simulators.settled();
  return answer;
}
/** The kinds of the emails to an address. */
const kindsTo = async (recipient: string) =>
  (await shop.db.read.select().from(outbox).where(eq(outbox.recipient, recipient))).map(
    ({ cause }) => cause.split(':')[0],
  );
const heldOf = async (id: string) => {
  const ofAllTimes = sql`product_id = ${id} AND slot = 0`;
  const [row] = await shop.db.read.select().from(productHolds).where(ofAllTimes);
  return row?.units ?? 0;
};
/** Somebody to whom an order was delivered, which nothing comes back of. */
async function known(): Promise<Person & { delivered: string }> {
  const person = await shop.person();
  const { _id: delivered } = await placed(person, { [cream]: 1 });
  await setStatus(shop.db, delivered, 'Delivered');
  return { ...person, delivered };
}
/** Opens the link of the guest's email about the order on the guest's own device, and confirms it. */
async function confirmByEmail(guest: Client, orderId: string) {
  expect((await openLink(shop, linkTo(orderId), guest)).status).toBe(200);
  expect((await guest.post('/api/order/confirm', { orderId, link: linkTo(orderId) })).status).toBe(200);
}
const inLink = /\/account\/email\?token=([\w-]+)/;
/** Opens the link of the email that confirms an address. */
async function confirmAddress(email: string) {
  const { text = '' } = await shop.simulators.mailbox.waitFor(
    (mail) => mail.to.includes(email) && inLink.test(mail.text ?? ''),
  );
  const token = inLink.exec(text)?.[1];
  return shop.client().post<{ purpose: string; email: string }>('/api/user/email/confirm', { token });
}
/** The refusal for a stranger who orders more than may be held unpaid. */
const payOnline = ({ email }: { email: string }) =>
  `We can keep only a limited number of products for orders that are not paid yet. Please pay online, or confirm by the link that we have sent to ${email} and place the order again.`;

testCrowds(shop, { together: 6, apart: 8, mixes: ['half cash, half card'] });

describe('strangers cannot hold the stock either', () => {
  test('40 guests at the same moment', async () => {
    const guests = await Promise.all(times(40, () => stranger()));
    const order = await orderOf(guests[0] as Client, { [toner]: 1 });
    const answers = await Promise.all(
      guests.map((guest) => placeOrder(guest, { ...order, address: addressOf(guest) })),
    );
    expect(answers.every(({ status }) => [200, 409, 503].includes(status))).toBe(true);
    const taken = tally(answers)[200];
    expect(taken).toBeLessThanOrEqual(perShop.percentPerHour);
    expect([await takenOf(toner), await heldOf(toner)]).toEqual([taken, taken]);
  });

  test('not in many hours either, until parcels are shipped', async () => {
    for (const hours of [0, 2, 4, 6]) {
      await setClock(shop, hours * hour);
      await strangersOrder(3, { [toner]: 10 });
    }
    expect(await stockOf(shop.db, toner)).toBe(50);
    await shop.db.write.update(orders).set({ status: 'Shipped' }).where(eq(orders.status, 'Order Placed'));
    expect(await heldOf(toner)).toBe(0);
    expect((await cash(await stranger(), { [toner]: 10 })).status).toBe(200);
  });

  test.each([
    [1, 0],
    [4, 1],
    [9, 2],
  ])('of %i pieces, %i can be ordered by cash at once', async (stock, allowed) => {
    await setStock(shop.db, serum, stock);
    const answers = await Promise.all(times(stock, async () => cash(await stranger(), { [serum]: 1 })));
    expect(tally(answers)).toEqual({
      ...(allowed && { 200: allowed }),
      ...(stock > allowed && { 409: stock - allowed }),
    });
    expect(refusalCodes(answers)).toEqual(stock > allowed ? ['pay_online'] : []);
  });
});

describe('a kit holds its parts', () => {
  const kit = 'morning-ritual-kit';
  const parts = ['purifying-cleanser', serum, 'daily-veil-spf-50'];
  const part = serum;

  test('of which strangers hold half at most, by kits and by pieces', async () => {
    for (const hours of [0, 2, 4, 6, 8]) {
      await setClock(shop, hours * hour);
      for (const id of [kit, part, kit, part]) await cash(await stranger(), { [id]: 10 });
    }
    expect([await heldOf(kit), await heldOf(part)]).toEqual([0, 50]);
    expect(await stockOf(shop.db, part)).toBe(50);
  });

  test('of a network, by their number', async () => {
    const most = Math.floor(perNetwork.units / parts.length);
    expect(refusalCodes(await strangersOrder(most + 1, { [kit]: 1 }, '198.51.100.9'))).toEqual([
      'pay_online',
    ]);
    expect(await takenOf(part)).toBeLessThanOrEqual(most);
  });

  test('also while it is ordered, reduced and cancelled, and when its parts change', async () => {
    const person = await known();
    const { _id: orderId } = await placed(person, { [kit]: 3, [part]: 1 });
    expect([await heldOf(kit), await heldOf(part)]).toEqual([0, 4]);
    expect((await cancel(person, orderId, { lines: [{ _id: kit, keep: 2 }] })).status).toBe(200);
    expect(await heldOf(part)).toBe(3);
    for (const [partIds, held] of [
      [[toner], [1, 2]],
      [parts, [3, 0]],
    ] as const) {
      await shop.db.write
        .update(products)
        .set({ partIds: [...partIds] })
        .where(eq(products.id, kit));
      expect([await heldOf(part), await heldOf(toner)]).toEqual(held);
    }
    expect((await cancel(person, orderId)).status).toBe(200);
    expect(await heldOf(part)).toBe(0);
  });
});

testNetworks(shop, [['one /64', () => '2001:db8:7:1::', 0.25]]);

describe('one person', () => {
  test('orders to one phone: six guests with six phones', async () => {
    const guests = await Promise.all(times(6, () => stranger()));
    const phone = '9812345678';
    const answers = await inTurn(guests, (guest) => cash(guest, { [serum]: 1 }, { phone }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 409, 409]);
    expect(refusalCodes(answers)).toEqual(['pay_online']);
    // Its owner can order to another phone, or pay online.
    const owner = await stranger();
    expect((await cash(owner, { [serum]: 1 }, { phone: '9812345679' })).status).toBe(200);
    expect((await online(owner, { [serum]: 1 })).status).toBe(200);
  });

  test('orders to one address, however it is written', async () => {
    const ways = ['Flat 3, MG Road', 'flat no 3 m.g. road', '3 M G Rd', 'M.G. ROAD, FLAT ३'];
    // People of one office, or somebody with many names.
    const most = perAddress.persons * perPerson.orders;
    const tries = times(most + 1, (n) => ({
      address: ways[n % 4] ?? '',
      id: [serum, toner, cream][n % 3] ?? '',
    }));
    const answers = await inTurn(tries, async ({ address, id }) =>
      cash(await stranger(), { [id]: 1 }, { address }),
    );
    expect(refusalCodes(answers)).toEqual(['pay_online']);
    expect(answers.at(-1)?.status).toBe(409);
    const other = await cash(await stranger(), { [serum]: 1 }, { address: 'Flat 4, MG Road' });
    expect(other.status).toBe(200);
  });

  test('with several guests of one email', async () => {
    const { email } = await stranger();
    const orderAsAnother = async () => cash(await newGuest(shop, { email }), { [serum]: 1 });
    const answers = await inTurn(times(4, String), orderAsAnother);
    // The address and the phone follow the email in these tests.
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409]);
  });

  test('ten pieces of a product, a fifth of a large stock, ₹25,000', async () => {
    await setStock(shop.db, serum, 40);
    await setStock(shop.db, toner, 1_000);
    expect((await cash(await stranger(), { [serum]: 11 })).body.code).toBe('pay_online');
    expect((await cash(await stranger(), { [serum]: 10 })).status).toBe(200);
    const large = await shop.person();
    expect((await cash(large, { [toner]: 57 })).status).toBe(200);
    const price = 1_500_000;
    await shop.db.write.update(products).set({ price, originalPrice: price }).where(eq(products.id, cream));
    const rich = await stranger();
    expect((await cash(rich, { [cream]: 1 })).status).toBe(200);
    expect((await cash(rich, { [cream]: 1 })).body.code).toBe('pay_online');
  });

  test('a part is free again when orders are cancelled, in part or whole, paid or delivered', async () => {
    const guest = await stranger();
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.push((await cash(guest, { [serum]: 3 })).body.order._id);
    const [first = '', second = '', third = ''] = ids;
    expect((await cash(guest, { [serum]: 1 })).status).toBe(409);
    expect(await heldOf(serum)).toBe(9);
    expect((await cancel(guest, first, { lines: [{ _id: serum, keep: 1 }] })).status).toBe(200);
    expect(await heldOf(serum)).toBe(7);
    await cancel(guest, first);
    await setStatus(shop.db, second, 'Delivered');
    await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, third));
    expect(await heldOf(serum)).toBe(0);
    const rows = await shop.db.read.select().from(holds);
    expect(rows.every(({ subject }) => subject.startsWith('network:'))).toBe(true);
    expect((await cash(guest, { [serum]: 1 })).status).toBe(200);
  });

  test('with a delivered order may hold twice as much, also when strangers hold all that they may', async () => {
    const [customer, returned] = [await known(), await known()];
    const back = { status: 'Returned', paid: true } as const;
    await shop.db.write.update(orders).set(back).where(eq(orders.id, returned.delivered));
    await strangersOrder(4, { [serum]: 10 });
    // A returned order makes nobody known, and neither does a paid one.
    await shop.db.write.update(users).set({ verifiedAt: null }).where(eq(users.id, returned.id));
    const payer = await paying();
    for (const newcomer of [await stranger(), returned, payer])
      expect((await cash(newcomer, { [serum]: 10 })).status).toBe(409);
    for (const _ of times(6, () => 0)) expect((await cash(customer, { [serum]: 5 })).status).toBe(200);
    expect((await cash(customer, { [serum]: 1 })).body.code).toBe('pay_online');
  });
});

/** A guest who has paid for an order. */
async function paying() {
  const guest = await stranger();
  const { orderId } = (await online(guest, { [cream]: 1 })).body;
  expect((await payFor(guest, 'stripe', orderId)).status).toBe(200);
  return { ...guest, paid: orderId };
}

describe('trust comes from what was delivered and kept, and is asked for whenever it is used', () => {
  test('guests who pay, order in cash, confirm, and cancel what they paid hold half of a product at most', async () => {
    for (const hours of [0, 2, 4]) {
      await setClock(shop, hours * hour);
      for (const _ of times(3, () => 0)) {
        const guest = await paying();
        for (const pieces of [20, 20, 20, 20, 20, 10, 10, 10]) {
          const { status, body } = await cash(guest, { [serum]: pieces });
          if (status === 200) await confirmByEmail(guest, body.order._id);
        }
        expect((await cancel(guest, guest.paid)).status).toBe(200);
      }
    }
    expect(await takenOf(serum)).toBeLessThanOrEqual(perShop.percent);
    expect(await takenOf(serum)).toBeGreaterThan(20);
    // Others pay for the rest, at the first press.
    await setClock(shop, 10 * 24 * hour);
    const payer = await stranger();
    const { status, body } = await online(payer, { [serum]: 20 });
    expect(status, body.message).toBe(200);
  });

  test('a delivered order that comes back gives no trust, from the request on', async () => {
    const customer = await known();
    await strangersOrder(4, { [serum]: 10 });
    await shop.db.write.update(users).set({ verifiedAt: null }).where(eq(users.id, customer.id));
    expect((await cash(customer, { [serum]: 1 })).status).toBe(200);
    const back = { id: randomUUID(), orderId: customer.delivered, number: 1, createdAt: Date.now() };
    await shop.db.write.insert(returns).values({ ...back, status: 'Requested', method: 'pickup' as never });
    await strangersOrder(4, { [serum]: 10 });
    expect((await cash(customer, { [serum]: 10 })).body.code).toBe('pay_online');
    await shop.db.write.update(returns).set({ status: 'Declined' });
    expect((await cash(customer, { [serum]: 1 })).status).toBe(200);
  });
});

describe('those who have proved something come first', () => {
  /** Strangers hold all that they may, and none can confirm with the session alone. */
  async function falseOrders() {
    await shop.db.write.delete(orders);
    const ids: string[] = [];
    for (const n of times(34, (n) => n)) {
      const guest = await stranger(`198.51.100.${60 + (n % 6)}`);
      const { status, body } = await cash(guest, { [serum]: 1, [toner]: 1, [cream]: 1 });
      if (status !== 200) continue;
      ids.push(body.order._id);
      await guest.post('/api/order/confirm', { orderId: body.order._id });
    }
    expect(ids.length).toBe(perShop.percentPerHour);
    const confirmed = await shop.db.read.select().from(orders).where(isNotNull(orders.confirmedAt));
    expect(confirmed).toEqual([]);
    return ids;
  }
  const statusesOf = async (ids: string[]) =>
    (await shop.db.read.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.createdAt)).map(
      ({ status }) => status,
    );

  test('a newcomer pays at the first press, and orders in cash with the link that was sent', async () => {
    const ids = await falseOrders();
    for (const method of onlineMethods) {
      const { status, body } = await online(await stranger(), { [serum]: 1, [toner]: 1 }, {}, method);
      expect(status, body.message).toBe(200);
    }
    const honest = await stranger();
    const asked = await cash(honest, { [serum]: 1 });
    expect(asked.body.code).toBe('pay_online');
    expect(asked.body.message).toContain(`the link that we have sent to ${honest.email}`);
    await confirmAddress(honest.email);
    const { status, body } = await cash(honest, { [serum]: 1 });
    expect(status, body.message).toBe(200);
    // The youngest of them gave way, and was told.
    const now = await statusesOf(ids);
    expect([now.filter((one) => one === 'Cancelled').length, now.at(-1)]).toEqual([1, 'Cancelled']);
    expect(await takenOf(serum)).toBe(perShop.percentPerHour);
    expect((await honest.post('/api/order/confirm', { orderId: body.order._id })).status).toBe(200);
  });

  test('who pays gets pieces that unproved cash orders hold; those that were confirmed stay', async () => {
    await setStock(shop.db, serum, 4);
    const [first, second] = [await stranger(), await stranger()];
    const confirmed = (await cash(first, { [serum]: 1 })).body.order._id;
    await setClock(shop, 2 * hour);
    const unproved = (await cash(second, { [serum]: 1 })).body.order._id;
    // Only an order whose buyer is asked to confirm it can be confirmed.
    await shop.db.write.update(orders).set({ confirmReason: 'first_order' }).where(eq(orders.id, confirmed));
    await confirmByEmail(first, confirmed);
    const [payer, two] = [await stranger(), await stranger()];
    const [one, both] = [await orderOf(payer, { [serum]: 1 }), await orderOf(two, { [serum]: 2 })];
    await setStock(shop.db, serum, 0);
    expect((await placeOrder(payer, one)).body.code).toBe('out_of_stock');
    expect((await two.post('/api/order/stripe', both)).body.code).toBe('out_of_stock');
    expect(await statusesOf([confirmed, unproved])).toEqual(['Order Placed', 'Order Placed']);
    const { status, body } = await payer.post('/api/order/stripe', one);
    expect(status, body.message).toBe(200);
    expect(await statusesOf([confirmed, unproved])).toEqual(['Order Placed', 'Cancelled']);
    expect(await kindsTo(second.email)).toContain('order_cancelled');
  });

  test('what others buy leaves unproved orders an hour; then those above the share give way', async () => {
    const ids = (await strangersOrder(4, { [serum]: 5 })).map(({ body }) => body.order._id);
    await setStock(shop.db, serum, 10);
    await runJobAt(shop, hour - minute);
    expect(await statusesOf(ids)).not.toContain('Cancelled');
    await runJobAt(shop, hour + minute);
    expect([await heldOf(serum), await stockOf(shop.db, serum)]).toEqual([15, 15]);
  });

  test('orders of strangers to somebody’s phone do not stop its owner, once the mailbox is proved', async () => {
    const phone = '9812345670';
    for (const _ of [1, 2, 3]) await cash(await stranger(), { [serum]: 1 }, { phone });
    const owner = await stranger();
    const asked = await cash(owner, { [serum]: 1 }, { phone });
    expect(asked.body.message).toContain('the link that we have sent');
    await confirmAddress(owner.email);
    for (const _ of [1, 2, 3]) expect((await cash(owner, { [serum]: 1 }, { phone })).status).toBe(200);
  });
});

describe('always a way to buy', () => {
  /** The strangers' share is used up, by neighbours of the address. */
  async function crowded(address: string) {
    await strangersOrder(3, { [serum]: 10 }, address);
    return stranger(address);
  }

  test('cash on delivery asks to pay online or to confirm the email, and never says that it is sold out', async () => {
    const honest = await crowded('198.51.100.20');
    const { status, body } = await cash(honest, { [serum]: 10 });
    expect([status, body.code, body.message]).toEqual([409, 'pay_online', payOnline(honest)]);
  });

  test.each(onlineMethods)(
    '%s works at the first press, and takes the pieces when it is paid',
    async (method) => {
      const honest = await crowded('198.51.100.21');
      const before = await takenOf(serum);
      const { status, body } = await online(honest, { [serum]: 10 }, {}, method);
      expect(status, body.message).toBe(200);
      expect(await takenOf(serum)).toBe(before);
      expect((await payFor(honest, method, body.orderId)).status).toBe(200);
      expect(await takenOf(serum)).toBe(before + 10);
      expect(await rowOf(body.orderId)).toMatchObject({ status: 'Order Placed', paid: true, reserved: true });
    },
  );

  test.each([
    ['stripe', 'sold_out', true],
    // Its money was only authorised, and is never taken.
    ['razorpay', 'payment_failed', false],
  ] as const)(
    '%s whose pieces are gone by then: %s, and the job gives back the money and the code',
    async (method, refusal, paid) => {
      const honest = await crowded('198.51.100.22');
      const couponCode = await insertCoupon(shop.db, { maxUses: 1 });
      const order = await orderWith(honest, { [serum]: 10 }, couponCode, method);
      const { orderId } = (await honest.post(`/api/order/${method}`, order)).body;
      expect(orderId).toBeTruthy();
      await setStock(shop.db, serum, 9);
      const { status, body } = await payFor(honest, method, orderId);
      expect([status, body.code]).toEqual([409, refusal]);
      await shop.stack.scheduled();
      await shop.simulators.settled();
      const row = await rowOf(orderId);
      expect(row).toMatchObject({ status: 'Cancelled', paid, reserved: false });
      expect([await stockOf(shop.db, serum), await usesOf(shop.db, couponCode)]).toEqual([9, 0]);
      const back = await shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId));
      expect(back.map(({ status, amount }) => [status, amount])).toEqual(paid ? [['done', row?.total]] : []);
      if (paid) expect(await kindsTo(honest.email)).toContain('order_cancelled');
    },
  );

  test('two such orders for the last pieces: one gets them, also when both are paid at once', async () => {
    await setStock(shop.db, serum, 40);
    await strangersOrder(2, { [serum]: 10 });
    await setStock(shop.db, serum, 10);
    const two = await Promise.all(times(2, () => stranger()));
    const started = await Promise.all(two.map((who) => online(who, { [serum]: 10 })));
    const ids = started.map(({ body }) => body.orderId);
    await Promise.all(ids.map((id) => payAtProvider(shop, 'stripe', id)));
    await Promise.all(two.map((who, n) => verifyPayment(shop, who, 'stripe', ids[n] ?? '', '')));
    await shop.simulators.settled();
    const statuses = await Promise.all(ids.map(async (id) => (await rowOf(id))?.status));
    expect(statuses.sort()).toEqual(['Cancelled', 'Order Placed']);
    expect(await stockOf(shop.db, serum)).toBe(0);
  });

  test('an unpaid order without its pieces gives none back', async () => {
    const honest = await crowded('198.51.100.23');
    const before = await stockOf(shop.db, serum);
    const { orderId } = (await online(honest, { [serum]: 10 })).body;
    expect((await cancel(honest, orderId)).body.outcome).toBe('cancelled');
    expect(await stockOf(shop.db, serum)).toBe(before);
  });

  test('many unpaid tries of neighbours stop nobody from paying online', async () => {
    await setStock(shop.db, serum, 100_000);
    // A /64 has a quarter of what an IPv4 address has.
    const [address, most] = ['2001:db8:64:24::7', Math.ceil(perNetwork.orders / 4)];
    for (const n of times(most + 5, (n) => n)) {
      const { status, body } = await online(movedTo(shop, await stranger(), address), { [serum]: 1 });
      expect([n, status]).toEqual([n, 200]);
      expect([n, (await rowOf(body.orderId))?.reserved]).toEqual([n, n < most]);
      if (n % 2) await setStatus(shop.db, body.orderId, 'Cancelled');
    }
    const neighbour = await stranger(address);
    expect((await online(neighbour, { [serum]: 1 })).status).toBe(200);
    expect((await cash(neighbour, { [serum]: 1 })).body.code).toBe('pay_online');
    // In an hour their tries are forgotten.
    await setClock(shop, hour + minute);
    expect((await cash(neighbour, { [serum]: 1 })).status).toBe(200);
  });
});

describe('the link that confirms an address', () => {
  test('lifts the limit of the network, doubles those of the person, and proves no mailbox', async () => {
    await setStock(shop.db, serum, 100_000);
    const guest = await stranger();
    for (const _ of times(perPerson.orders, () => 0))
      expect((await cash(guest, { [serum]: 1 })).status).toBe(200);
    // The emails about these orders are as many as strangers may cause to an address in an hour.
    await setClock(shop, hour + minute);
    const refused = await cash(guest, { [serum]: 1 });
    expect(refused.body).toMatchObject({ code: 'pay_online', message: payOnline(guest) });
    const { body } = await confirmAddress(guest.email);
    expect(body).toMatchObject({ success: true, purpose: 'order', email: guest.email });
    const [row] = await shop.db.read.select().from(users).where(eq(users.email, guest.email));
    expect([row?.verifiedAt, typeof row?.confirmedAt]).toEqual([null, 'number']);
    for (const _ of times(perPerson.orders, () => 0))
      expect((await cash(guest, { [serum]: 1 })).status).toBe(200);
    const last = await cash(guest, { [serum]: 1 });
    expect([last.body.code, last.body.message]).toEqual(['pay_online', expect.not.stringContaining('link')]);
  });

  test('does not lift the share of the shop: a stranger may own a thousand mailboxes', async () => {
    const answers = await inTurn(await shop.people(5), (person) => cash(person, { [serum]: 10 }));
    expect(tally(answers)[200]).toBe(2);
    expect(await stockOf(shop.db, serum)).toBe(80);
  });
});

describe('another try to pay', () => {
  test.each(onlineMethods)('with the same cart resumes the pending order: %s', async (method) => {
    const guest = await stranger();
    const first = await online(guest, { [serum]: 2 }, {}, method);
    const again = await online(guest, { [serum]: 2 }, {}, method);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await stockOf(shop.db, serum)).toBe(98);
    expect((await guest.post('/api/order/userorders')).body.orders).toHaveLength(1);
  });

  test('with another cart replaces it; one that is paid by now is shown; one that ends soon is replaced', async () => {
    const guest = await stranger();
    const first = (await online(guest, { [serum]: 2 })).body.orderId;
    const second = (await online(guest, { [serum]: 1 })).body.orderId;
    expect(second).not.toBe(first);
    expect(await stockOf(shop.db, serum)).toBe(99);
    await setClock(shop, 25 * minute);
    const third = (await online(guest, { [serum]: 1 })).body.orderId;
    expect(third).not.toBe(second);
    shop.simulators.stripe.webhooks.fault = 'never';
    await payAtProvider(shop, 'stripe', third);
    const paid = await online(guest, { [serum]: 1 });
    expect(paid.body).toMatchObject({ code: 'already_paid', orderId: third });
  });
});

test('orders of the last release, which has no such rows, end as they did', async () => {
  const guest = await stranger();
  const { orderId } = (await online(guest, { [serum]: 2 })).body;
  await shop.db.write.delete(holds);
  await cancel(guest, orderId);
  expect([await stockOf(shop.db, serum), await heldOf(serum)]).toEqual([100, 0]);
});
