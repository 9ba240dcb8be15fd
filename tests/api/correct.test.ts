/** Correcting name, address and phone of an order (docs/behaviour.md, "Corrections"). */

import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orderEvents, orders } from '#db/schema/index.ts';
import { maxCorrections } from '#domain/orders/correction.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { keysOf } from '#lib/keys.ts';
import { readStore } from '#tools/lib/content.ts';
import { type Client, tally, times } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import { attachTracking } from '../support/desk.ts';
import { invoiceOf } from '../support/documents.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import {
  address,
  addressOf,
  business,
  inMysuru,
  orderOf,
  placed,
  placeOrder,
  serum,
} from '../support/orders.ts';
import { pendingOrder } from '../support/payments.ts';
import { setStatus, snapshot, storedOrder } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true, vars: { ORDERS_PER_HOUR: '10000' } });
/** `id`: of an order of a serum by cash on delivery. */
const test = plain.extend('id', async ({ shopper }) => (await placed(shopper, { [serum]: 1 }))._id);

const { email: _, ...corrected } = { ...address, phone: '9876543210' };
const andaman = { ...corrected, state: 'Andaman and Nicobar Islands' };
const pune = { ...corrected, address: '7 FC Road', city: 'Pune', state: 'Maharashtra', zipcode: '411004' };

const correct = (by: Client, orderId: string, to: object, more: object = {}) =>
  by.post('/api/order/correct', { orderId, address: to, ...more });
const historyOf = async (orderId: string) =>
  (await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)))
    .filter(({ kind }) => kind === 'correction')
    .map(({ actor, reason, shown }) => [actor, reason, shown]);
/** Emails are sent meanwhile. */
const unchanging = () => snapshot(shop.db, ['outbox']);

test('an order goes to another address on other days; the history says what was corrected, without the values', async ({
  shopper,
}) => {
  await setClock(shop, Date.parse('2026-12-02T10:00:00+05:30') - Date.now());
  const { _id: id } = await placed(shopper);
  const before = await storedOrder(shop.db, id);
  const done = await correct(shopper, id, { ...pune, firstName: 'Usha', phone: '+91 91234 56789' });
  expect([done.status, done.body.message]).toEqual([
    200,
    'The order is corrected. It arrives Fri, 4 Dec – Sat, 5 Dec.',
  ]);
  expect(await storedOrder(shop.db, id)).toEqual({
    ...before,
    address: { ...before.address, ...pune, firstName: 'Usha', phone: '9123456789' },
    promisedFrom: '2026-12-04',
    promisedTo: '2026-12-05',
  });
  expect(await historyOf(id)).toEqual([['shopper', 'Name, address, phone', true]]);
  const email = await shop.simulators.mailbox.waitFor(
    ({ subject }) => subject === `Order ${before.reference} is corrected`,
  );
  expect(email.to).toEqual([shopper.email]);
  for (const part of ['Name, address, phone', 'Usha Rao', '7 FC Road', 'Fri, 4 Dec'])
    expect(email.text).toContain(part);
  expect(email.text).not.toContain('1 MG Road');

  const again = await correct(shopper, id, { ...pune, firstName: 'Usha', phone: '9123456789' });
  expect([again.status, again.body.message]).toEqual([200, 'Nothing was changed.']);
});

test('a name alone leaves the promised days', async ({ shopper, id }) => {
  const before = await storedOrder(shop.db, id);
  await setClock(shop, 3 * day);
  const { address, phone } = addressOf(shopper);
  const { body } = await correct(shopper, id, { ...corrected, address, phone, lastName: 'Iyer' });
  expect(body.message).toBe('The order is corrected.');
  expect(await storedOrder(shop.db, id)).toMatchObject({
    promisedFrom: before.promisedFrom,
    promisedTo: before.promisedTo,
  });
  expect(await historyOf(id)).toEqual([['shopper', 'Name', true]]);
});

describe('who may, and until when', () => {
  const until: Record<OrderStatus, [shopper: number, operator: number]> = {
    'Payment Pending': [409, 409],
    'Order Placed': [200, 200],
    Packing: [409, 200],
    Shipped: [409, 409],
    'Out for Delivery': [409, 409],
    Delivered: [409, 409],
    Cancelled: [409, 409],
    Returned: [409, 409],
  };
  test('the shopper until it is packed, an operator until it is handed over', async ({ shopper, id }) => {
    for (const status of keysOf(until)) {
      await setStatus(shop.db, id, status);
      const answers = [
        await correct(shopper, id, { ...corrected, lastName: `A ${status}` }),
        await correct(operator, id, { ...corrected, lastName: `B ${status}` }),
      ];
      expect([status, answers.map((one) => one.status)]).toEqual([status, until[status]]);
      for (const { body } of answers) if (!body.success) expect(body.code).toBe('not_correctable');
    }
    expect((await historyOf(id)).map(([actor]) => actor)).toEqual(['shopper', 'operator', 'operator']);
  });

  test('its guest', async () => {
    const guest = await newGuest(shop);
    const { orderId } = await guestOrder(guest);
    expect((await correct(guest, orderId, pune)).status).toBe(200);
  });

  test('a shopper a few times, an operator without a limit', async ({ shopper, id }) => {
    const change = (by: Client, n: number) => correct(by, id, { ...corrected, address: `${n} MG Road` });
    for (const n of times(maxCorrections, (n) => n + 2)) expect((await change(shopper, n)).status).toBe(200);
    expect((await change(shopper, 99)).body.code).toBe('too_often');
    expect((await change(operator, 99)).status).toBe(200);
  });

  test('at once: each is written whole, the last one stays', async ({ shopper, id }) => {
    const answers = await Promise.all(
      times(5, (n) => correct(shopper, id, { ...pune, firstName: `A${n}`, phone: `987654321${n}` })),
    );
    expect(tally(answers)).toEqual({ 200: 5 });
    const { firstName = '', phone = '' } = (await storedOrder(shop.db, id))?.address ?? {};
    expect(phone.at(-1)).toBe(firstName.at(-1));
    expect(await historyOf(id)).toHaveLength(5);
  });
});

describe('another place', () => {
  test.for([
    ['where we do not deliver', '744301', 'not_served'],
    ['where the courier takes no cash', '744101', 'no_cod_here'],
  ] as const)('%s is refused', async ([, zipcode, code], { shopper, id }) => {
    const rows = await unchanging();
    const { status, body } = await correct(shopper, id, { ...andaman, zipcode });
    expect([status, body.code]).toEqual([422, code]);
    expect(await unchanging()).toEqual(rows);
  });

  test('of an order that is paid online keeps its fee, also where the courier takes no cash', async ({
    shopper,
    paid: { orderId },
  }) => {
    // More than may be paid on delivery.
    await shop.db.write
      .update(orders)
      .set({ subtotal: 2_500_000, total: 2_500_000 })
      .where(eq(orders.id, orderId));
    const before = await storedOrder(shop.db, orderId);
    expect((await correct(shopper, orderId, { ...andaman, zipcode: '744101' })).status).toBe(200);
    expect(await storedOrder(shop.db, orderId)).toMatchObject({
      total: before.total,
      delivery: before.delivery,
    });
    const waiting = await pendingOrder(shopper, 'stripe');
    expect((await correct(shopper, waiting, pune)).body.code).toBe('not_correctable');
  });

  test('with another fee needs the new total, as placing an order does', async ({ shopper, id }) => {
    // As if delivery to the old place had cost ₹49, and nothing were sent there any more.
    await shop.db.write
      .update(orders)
      .set({
        delivery: 4900,
        total: 64_800,
        address: { ...address, country: 'India', phone: '9876543210', zipcode: '744301' },
      })
      .where(eq(orders.id, id));
    const rows = await unchanging();
    for (const more of [{}, { amount: 648 }, { amount: 600 }]) {
      const { status, body } = await correct(shopper, id, pune, more);
      const quote = { amount: 599, delivery: 0, promise: { cod: true } };
      expect([status, body]).toMatchObject([409, { code: 'amount_changed', quote }]);
    }
    expect(await unchanging()).toEqual(rows);
    expect((await correct(shopper, id, pune, { amount: 599 })).status).toBe(200);
    expect(await storedOrder(shop.db, id)).toMatchObject({ total: 59_900, delivery: 0, subtotal: 59_900 });
  });

  test('to a state that the directory contradicts is refused at the field, for operators too', async ({
    shopper,
    id,
  }) => {
    const rows = await unchanging();
    for (const by of [shopper, operator]) {
      const { status, body } = await correct(by, id, { ...pune, state: 'Karnataka' });
      expect([status, body.fields]).toEqual([
        422,
        {
          'address.state': expect.stringMatching(/^The pincode 411004 is in Maharashtra, not in Karnataka\./),
        },
      ]);
    }
    expect(await unchanging()).toEqual(rows);
  });
});

describe('the business', () => {
  const traders = { ...business, businessName: 'Asha Traders' };
  const inPune = { registeredAddress: '3 FC Road', registeredCity: 'Pune', registeredZipcode: '411004' };
  const change = (by: Client, orderId: string, business: object | null) =>
    by.post('/api/order/correct', { orderId, business });
  const shown = async (shopper: Person) =>
    (await shopper.post('/api/order/userorders')).body.orders[0]?.business;

  test('can be added, corrected and taken off until the parcel leaves; the answer says which tax its invoice will show', async ({
    shopper,
    id,
  }) => {
    const before = await storedOrder(shop.db, id);
    const message = async (business: object | null, by: Client = shopper) => {
      const { status, body } = await change(by, id, business);
      expect(status, body.message).toBe(200);
      return body.message;
    };
    const ours = { ...traders, ...inMysuru, gstin: '29 aabcf-8078m-1zx' };
    expect(await message(traders)).toBe('The order is corrected. Its GST invoice will show IGST.');
    expect(await shown(shopper)).toEqual(traders);
    expect(await message(traders)).toBe('Nothing was changed.');
    expect(await message({ ...traders, ...inPune })).toBe(
      'The order is corrected. Its GST invoice will show IGST.',
    );
    await setStatus(shop.db, id, 'Packing');
    expect(await message(ours)).toMatch(/show CGST and SGST\.$/);
    expect(await message({ ...ours, sez: true }, operator)).toMatch(/show IGST\.$/);
    expect(await shown(shopper)).toEqual({ ...ours, gstin: '29AABCF8078M1ZX', sez: true });
    expect(await message(null)).toBe('The order is corrected.');
    expect(await storedOrder(shop.db, id)).toEqual({ ...before, status: 'Packing' });
    expect(await historyOf(id)).toEqual([
      ['shopper', 'GST details', true],
      ['shopper', 'GST details', true],
      ['shopper', 'GST details', true],
      ['operator', 'GST details', true],
      ['shopper', 'GST details', true],
    ]);
  });

  test('of the shop itself, or a wrong one, is refused at its field; nothing else is written', async ({
    shopper,
    id,
  }) => {
    const rows = await unchanging();
    for (const [business, field] of [
      [{ ...traders, ...inMysuru, gstin: readStore().legal.gstin }, 'business.gstin'],
      [{ ...traders, gstin: '27AAPFU0939F1ZX' }, 'business.gstin'],
      [{ ...traders, businessName: '' }, 'business.businessName'],
      [{ ...traders, ...inMysuru }, 'business.registeredZipcode'],
    ] as const) {
      const { status, body } = await change(shopper, id, business);
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
    expect((await shopper.post('/api/order/correct', { orderId: id })).status).toBe(422);
    expect(await unchanging()).toEqual(rows);
  });

  test('stays as it is on the invoice', async ({ shopper, id }) => {
    expect((await change(shopper, id, traders)).status).toBe(200);
    expect((await attachTracking(operator, id)).status).toBe(200);
    for (const by of [shopper, operator])
      expect((await change(by, id, null)).body.code).toBe('not_correctable');
    expect((await invoiceOf(shopper, id)).body.document).toMatchObject({
      recipient: {
        name: 'Asha Traders',
        gstin: traders.gstin,
        code: '27',
        address: ['7 Hill Road', 'Mumbai 400050', 'Maharashtra, India'],
      },
      deliveredTo: { name: 'Asha Rao', code: '29' },
    });
  });

  test('decides the tax whatever the address is', async ({ shopper, id }) => {
    const order = { ...(await orderOf(shopper, { [serum]: 2 })), business: traders };
    const { _id: ofBusiness } = (await placeOrder(shopper, order)).body.order;
    for (const one of [ofBusiness, id])
      expect((await correct(shopper, one, pune)).body.message).not.toContain('GST');
  });
});
