/** Correcting name, address and phone of an order (docs/behaviour.md, "Corrections"). */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderEvents, orders } from '#db/schema/index.ts';
import type { Invoice } from '#domain/documents/invoice.ts';
import { maxCorrections } from '#domain/orders/correction.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { readStore } from '#tools/lib/content.ts';
import { type Client, tally, times } from '../support/client.ts';
import { setClock } from '../support/clock.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import {
  address,
  addressOf,
  business,
  inMysuru,
  orderOf,
  placeOrder,
  refillStock,
  serum,
} from '../support/orders.ts';
import { paidOrder, pendingOrder } from '../support/payments.ts';
import { useOperator } from '../support/people.ts';
import { setStatus, snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true, vars: { ORDERS_PER_HOUR: '10000' } });
const operator = useOperator(shop);

beforeEach(() => refillStock(shop.db));

const { email: _, ...corrected } = { ...address, phone: '9876543210' };
const andaman = { ...corrected, state: 'Andaman and Nicobar Islands' };
const pune = { ...corrected, address: '7 FC Road', city: 'Pune', state: 'Maharashtra', zipcode: '411004' };

const correct = (by: Client, orderId: string, to: object, more: object = {}) =>
  by.post('/api/order/correct', { orderId, address: to, ...more });
const rowOf = async (orderId: string) =>
  (await shop.db.read.select().from(orders).where(eq(orders.id, orderId)))[0];
const historyOf = async (orderId: string) =>
  (await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)))
    .filter(({ kind }) => kind === 'correction')
    .map(({ actor, reason, shown }) => [actor, reason, shown]);
/** Emails are sent meanwhile. */
const unchanging = () => snapshot(shop.db, ['outbox']);

async function placed(person: Person, more: object = {}): Promise<string> {
  const { status, body } = await placeOrder(person, { ...(await orderOf(person, { [serum]: 1 })), ...more });
  expect(status, body.message).toBe(200);
  return body.order._id;
}

test('an order goes to another address on other days; the history says what was corrected, without the values', async () => {
  await setClock(shop, Date.parse('2026-12-02T10:00:00+05:30') - Date.now());
  const person = await shop.person();
  const id = await placed(person);
  const before = await rowOf(id);
  const done = await correct(person, id, { ...pune, firstName: 'Usha', phone: '+91 91234 56789' });
  expect([done.status, done.body.message]).toEqual([
    200,
    'The order is corrected. It arrives Fri, 4 Dec – Sat, 5 Dec.',
  ]);
  expect(await rowOf(id)).toEqual({
    ...before,
    address: { ...before?.address, ...pune, firstName: 'Usha', phone: '9123456789' },
    promisedFrom: '2026-12-04',
    promisedTo: '2026-12-05',
  });
  expect(await historyOf(id)).toEqual([['shopper', 'Name, address, phone', true]]);
  const email = await shop.simulators.mailbox.waitFor(
    ({ subject }) => subject === `Order ${before?.reference} is corrected`,
  );
  expect(email.to).toEqual([person.email]);
  for (const part of ['Name, address, phone', 'Usha Rao', '7 FC Road', 'Fri, 4 Dec'])
    expect(email.text).toContain(part);
  expect(email.text).not.toContain('1 MG Road');

  const rows = await unchanging();
  const again = await correct(person, id, { ...pune, firstName: 'Usha', phone: '9123456789' });
  expect([again.status, again.body.message]).toEqual([200, 'Nothing was changed.']);
  expect(await unchanging()).toEqual(rows);
});

test('a name alone leaves the promised days', async () => {
  const person = await shop.person();
  const id = await placed(person);
  const before = await rowOf(id);
  await setClock(shop, 3 * 24 * 60 * 60 * 1000);
  const { address, phone } = addressOf(person);
  const { body } = await correct(person, id, { ...corrected, address, phone, lastName: 'Iyer' });
  expect(body.message).toBe('The order is corrected.');
  expect(await rowOf(id)).toMatchObject({
    promisedFrom: before?.promisedFrom,
    promisedTo: before?.promisedTo,
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
  test('the shopper until it is packed, an operator until it is handed over', async () => {
    const person = await shop.person();
    const id = await placed(person);
    for (const [status, expected] of Object.entries(until)) {
      await setStatus(shop.db, id, status as OrderStatus);
      const answers = [
        await correct(person, id, { ...corrected, lastName: `A ${status}` }),
        await correct(operator, id, { ...corrected, lastName: `B ${status}` }),
      ];
      expect([status, answers.map((one) => one.status)]).toEqual([status, expected]);
      for (const { body } of answers) if (!body.success) expect(body.code).toBe('not_correctable');
    }
    expect((await historyOf(id)).map(([actor]) => actor)).toEqual(['shopper', 'operator', 'operator']);
  });

  test('its guest; nobody else, nor an operator who has not seen the latest', async () => {
    const guest = await newGuest(shop);
    const { orderId } = await guestOrder(guest);
    const other = await shop.person();
    const rows = await unchanging();
    expect((await correct(other, orderId, pune)).status).toBe(404);
    expect((await correct(shop.client(), orderId, pune)).status).toBe(401);
    expect((await correct(operator, orderId, pune, { seen: 0 })).body.code).toBe('changed');
    expect(await unchanging()).toEqual(rows);
    expect((await correct(guest, orderId, pune)).status).toBe(200);
    expect((await correct(operator, orderId, { ...pune, city: 'Poona' }, { seen: 2 })).status).toBe(200);
  });

  test('a shopper a few times, an operator without a limit', async () => {
    const person = await shop.person();
    const id = await placed(person);
    const change = (by: Client, n: number) => correct(by, id, { ...corrected, address: `${n} MG Road` });
    for (const n of times(maxCorrections, (n) => n + 2)) expect((await change(person, n)).status).toBe(200);
    expect((await change(person, 99)).body.code).toBe('too_often');
    expect((await change(operator, 99)).status).toBe(200);
  });

  test('at once: each is written whole, the last one stays', async () => {
    const person = await shop.person();
    const id = await placed(person);
    const answers = await Promise.all(
      times(5, (n) => correct(person, id, { ...pune, firstName: `A${n}`, phone: `987654321${n}` })),
    );
    expect(tally(answers)).toEqual({ 200: 5 });
    const { firstName = '', phone = '' } = (await rowOf(id))?.address ?? {};
    expect(phone.at(-1)).toBe(firstName.at(-1));
    expect(await historyOf(id)).toHaveLength(5);
  });
});

describe('another place', () => {
  test.each([
    ['where we do not deliver', '744301', 'not_served'],
    ['where the courier takes no cash', '744101', 'no_cod_here'],
  ])('%s is refused', async (_, zipcode, code) => {
    const person = await shop.person();
    const id = await placed(person);
    const rows = await unchanging();
    const { status, body } = await correct(person, id, { ...andaman, zipcode });
    expect([status, body.code]).toEqual([422, code]);
    expect(await unchanging()).toEqual(rows);
  });

  test('of an order that is paid online keeps its fee, also where the courier takes no cash', async () => {
    const person = await shop.person();
    const { orderId } = await paidOrder(shop, person, 'razorpay');
    // More than may be paid on delivery.
    await shop.db.write
      .update(orders)
      .set({ subtotal: 2_500_000, total: 2_500_000 })
      .where(eq(orders.id, orderId));
    const before = await rowOf(orderId);
    expect((await correct(person, orderId, { ...andaman, zipcode: '744101' })).status).toBe(200);
    expect(await rowOf(orderId)).toMatchObject({ total: before?.total, delivery: before?.delivery });
    const waiting = await pendingOrder(person, 'stripe');
    expect((await correct(person, waiting, pune)).body.code).toBe('not_correctable');
  });

  test('with another fee needs the new total, as placing an order does', async () => {
    const person = await shop.person();
    const id = await placed(person);
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
      const { status, body } = await correct(person, id, pune, more);
      expect([status, body.code, body.quote.amount, body.quote.delivery]).toEqual([
        409,
        'amount_changed',
        599,
        0,
      ]);
      expect(body.quote.promise).toMatchObject({ cod: true });
    }
    expect(await unchanging()).toEqual(rows);
    expect((await correct(person, id, pune, { amount: 599 })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ total: 59_900, delivery: 0, subtotal: 59_900 });
  });

  test('to a state that the directory contradicts is refused at the field, for operators too', async () => {
    const person = await shop.person();
    const id = await placed(person);
    const rows = await unchanging();
    for (const by of [person, operator]) {
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
  const shown = async (person: Person) =>
    (await person.post('/api/order/userorders', {})).body.orders[0]?.business;

  test('can be added, corrected and taken off until the parcel leaves; the answer says which tax its invoice will show', async () => {
    const person = await shop.person();
    const id = await placed(person);
    const before = await rowOf(id);
    const message = async (business: object | null, by: Client = person) => {
      const { status, body } = await change(by, id, business);
      expect(status, body.message).toBe(200);
      return body.message;
    };
    const ours = { ...traders, ...inMysuru, gstin: '29 aabcf-8078m-1zx' };
    expect(await message(traders)).toBe('The order is corrected. Its GST invoice will show IGST.');
    expect(await shown(person)).toEqual(traders);
    expect(await message(traders)).toBe('Nothing was changed.');
    expect(await message({ ...traders, ...inPune })).toBe(
      'The order is corrected. Its GST invoice will show IGST.',
    );
    await setStatus(shop.db, id, 'Packing');
    expect(await message(ours)).toMatch(/show CGST and SGST\.$/);
    expect(await message({ ...ours, sez: true }, operator)).toMatch(/show IGST\.$/);
    expect(await shown(person)).toEqual({ ...ours, gstin: '29AABCF8078M1ZX', sez: true });
    expect(await message(null)).toBe('The order is corrected.');
    expect(await rowOf(id)).toEqual({ ...before, status: 'Packing' });
    expect(await historyOf(id)).toEqual([
      ['shopper', 'GST details', true],
      ['shopper', 'GST details', true],
      ['shopper', 'GST details', true],
      ['operator', 'GST details', true],
      ['shopper', 'GST details', true],
    ]);
  });

  test('of the shop itself, or a wrong one, is refused at its field; nothing else is written', async () => {
    const person = await shop.person();
    const stranger = await shop.person();
    const id = await placed(person);
    const rows = await unchanging();
    for (const [business, field] of [
      [{ ...traders, ...inMysuru, gstin: readStore().legal.gstin }, 'business.gstin'],
      [{ ...traders, gstin: '27AAPFU0939F1ZX' }, 'business.gstin'],
      [{ ...traders, businessName: '' }, 'business.businessName'],
      [{ ...traders, ...inMysuru }, 'business.registeredZipcode'],
    ] as const) {
      const { status, body } = await change(person, id, business);
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
    expect((await person.post('/api/order/correct', { orderId: id })).status).toBe(422);
    expect((await change(stranger, id, traders)).status).toBe(404);
    expect(await unchanging()).toEqual(rows);
  });

  test('stays as it is on the invoice', async () => {
    const person = await shop.person();
    const id = await placed(person);
    expect((await change(person, id, traders)).status).toBe(200);
    const ship = { orderId: id, trackingId: 'AWB1', courierPartner: 'DTDC' };
    expect((await operator.post('/api/order/update-tracking', ship)).status).toBe(200);
    for (const by of [person, operator])
      expect((await change(by, id, null)).body.code).toBe('not_correctable');
    const { body } = await person.post<{ document: Invoice }>('/api/order/document', { orderId: id });
    expect(body.document).toMatchObject({
      recipient: {
        name: 'Asha Traders',
        gstin: traders.gstin,
        code: '27',
        address: ['7 Hill Road', 'Mumbai 400050', 'Maharashtra, India'],
      },
      deliveredTo: { name: 'Asha Rao', code: '29' },
    });
  });

  test('decides the tax whatever the address is', async () => {
    const person = await shop.person();
    const id = await placed(person, { business: traders });
    expect((await correct(person, id, pune)).body.message).not.toContain('GST');
    const another = await placed(person);
    expect((await correct(person, another, pune)).body.message).not.toContain('GST');
  });
});
