/**
 * Delivery promises of quotes and orders (docs/behaviour.md, "Delivery promise"): by pincode, with the Worker's clock.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { deliveryRules } from '#domain/delivery/delivery.ts';
import { openDirectory } from '#domain/delivery/pincodes.ts';
import { deliveryPromise, destinationOf } from '#domain/delivery/promise.ts';
import { readDelivery, readStore, root } from '#tools/lib/content.ts';
import { setClock } from '../support/clock.ts';
import { addressOf, itemsOf, orderOf, placed, serum } from '../support/orders.ts';
import { snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });
const items = itemsOf({ [serum]: 1 });

/** Moves the clock to a moment of India: `2026-12-02T10:00`. */
const itIs = (moment: string) => setClock(shop, Date.parse(`${moment}:00+05:30`) - Date.now());
const quoteOf = async (more: object) => shop.client().post('/api/order/quote', { items, ...more });
const promiseOf = async (more: object) => (await quoteOf(more)).body.quote.promise;

/** Orders to another address. @param route of the way to pay */
async function orderTo(person: Person, route: string, more: object) {
  const order = await orderOf(person, { [serum]: 1 });
  return person.post(`/api/order/${route}`, { ...order, address: { ...order.address, ...more } });
}

describe('a quote', () => {
  test('without a pincode has no promise', async () => expect(await promiseOf({})).toBeNull());

  test.each([
    ['on a working day before the cut-off', '2026-12-02T13:59', '2026-12-03', '2026-12-04', '2026-12-02'],
    ['at the cut-off', '2026-12-02T14:00', '2026-12-04', '2026-12-05', null],
    ['on Saturday evening', '2026-12-05T20:00', '2026-12-08', '2026-12-09', null],
    ['before a holiday', '2026-12-24T15:00', '2026-12-28', '2026-12-29', null],
    ['on a holiday', '2026-12-25T10:00', '2026-12-28', '2026-12-29', null],
    ['at the end of the year', '2026-12-31T10:00', '2027-01-01', '2027-01-02', '2026-12-31'],
  ])('promises Bengaluru its days %s', async (_, now, from, to, deadline) => {
    await itIs(now);
    expect(await promiseOf({ pincode: '560001' })).toEqual({
      served: true,
      cod: true,
      from,
      to,
      orderBy: deadline && `${deadline}T08:30:00.000Z`,
    });
  });

  test.each([
    ['of a pincode whose offices have several states', '160001'],
    ['of a pincode that the directory does not list', '199999'],
  ])('%s waits for the state, which decides', async (_, pincode) => {
    await itIs('2026-12-02T10:00');
    expect(await promiseOf({ pincode })).toBeNull();
    expect(await promiseOf({ pincode, state: 'Ladakh' })).toMatchObject({ from: '2026-12-09' });
    expect(await promiseOf({ pincode, state: 'Goa' })).toMatchObject({ from: '2026-12-05' });
  });

  test('of an army post office needs no state, and takes no cash', async () => {
    await itIs('2026-12-02T10:00');
    const promise = { cod: false, from: '2026-12-10' };
    expect(await promiseOf({ pincode: '900056' })).toMatchObject(promise);
    // Where the pincode is not listed, nothing is known before there is a state.
    expect(await promiseOf({ pincode: '999999' })).toBeNull();
    expect(await promiseOf({ pincode: '999999', state: 'Goa' })).toMatchObject(promise);
  });

  test('is refused where we do not deliver, with the reason', async () => {
    const { status, body } = await quoteOf({ pincode: '744301' });
    expect([status, body.code]).toEqual([422, 'not_served']);
    expect(body.message).toMatch(/^We do not deliver to 744301: no courier .* call us: \+91/);
    expect(body.fields).toEqual({ pincode: body.message });
  });

  test('says the same as the function in the browser with the file of the pages', async () => {
    const moment = '2026-12-24T11:30';
    await itIs(moment);
    const file = readFileSync(join(root, 'src/domain/delivery/pincodes.txt'), 'utf8');
    const rules = deliveryRules(readDelivery(), readStore());
    for (const pincode of ['110001', '400001', '560001', '600001', '700001', '781001', '744101', '194101']) {
      const area = openDirectory(file)?.find(pincode);
      const at = Date.parse(`${moment}:00+05:30`);
      const promise = deliveryPromise(rules, destinationOf(pincode, area), at);
      if (!promise?.served) throw new Error(`${pincode} is not served`);
      const { cod, from, to, orderBy = 0 } = promise;
      const told = { served: true, cod, from, to, orderBy: new Date(orderBy).toISOString() };
      expect(await promiseOf({ pincode })).toEqual(told);
    }
  });
});

describe('an order', () => {
  test('keeps what was promised, and My Orders shows it', async ({ shopper }) => {
    await itIs('2026-12-02T10:00');
    const order = await placed(shopper, { [serum]: 1 }, { zipcode: '600001', state: 'Tamil Nadu' });
    const promised = { promisedFrom: '2026-12-04', promisedTo: '2026-12-05' };
    const rows = await shop.db.read.select().from(orders).where(eq(orders.id, order._id));
    const mine = (await shopper.post('/api/order/userorders')).body.orders;
    expect([order, ...rows, ...mine]).toMatchObject([promised, promised, promised]);
  });

  test('to a state that the directory contradicts is refused at the field, and nothing is written', async ({
    shopper,
  }) => {
    const before = await snapshot(shop.db, ['outbox']);
    const message =
      'The pincode 110001 is in Delhi, not in Karnataka. Please choose Delhi, or correct the pincode.';
    for (const route of ['place', 'stripe', 'razorpay']) {
      const { status, body } = await orderTo(shopper, route, { zipcode: '110001' });
      expect([status, body.fields]).toEqual([422, { 'address.state': message }]);
    }
    const { body: quoted } = await quoteOf({ pincode: '110001', state: 'Karnataka' });
    expect(quoted.fields).toEqual({ state: message });
    const saved = await shopper.post('/api/user/addresses', { ...addressOf(shopper), zipcode: '110001' });
    expect([saved.status, saved.body.fields]).toEqual([422, { state: message }]);
    expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
  });

  test('where the pincode lies in two states goes to one of them; where none is known, to any', async ({
    shopper,
  }) => {
    const inTwo = { zipcode: '110025', state: 'Uttar Pradesh' };
    expect((await placed(shopper, { [serum]: 1 }, inTwo)).shippingAddress.state).toBe('Uttar Pradesh');
    for (const [pincode, state, status] of [
      ['110025', 'Delhi', 200],
      ['110025', 'Haryana', 422],
      ['160001', 'Punjab', 200],
      ['199999', 'Goa', 200],
      ['999998', 'Goa', 200],
    ] as const)
      expect([pincode, state, (await quoteOf({ pincode, state })).status]).toEqual([pincode, state, status]);
  });

  const onIslands = { state: 'Andaman and Nicobar Islands' };
  test.for([
    ['where we do not deliver', '744301', 'place', 'not_served'],
    ['where we do not deliver, paid online', '744301', 'stripe', 'not_served'],
    ['with cash where the courier takes none', '744101', 'place', 'no_cod_here'],
  ] as const)('%s is refused, and nothing is written', async ([, zipcode, route, code], { shopper }) => {
    // The email of an earlier test's order may be sent meanwhile.
    const before = await snapshot(shop.db, ['outbox']);
    const { status, body } = await orderTo(shopper, route, { ...onIslands, zipcode });
    expect([status, body.code]).toEqual([422, code]);
    expect(body.fields).toEqual(code === 'not_served' ? { 'address.zipcode': body.message } : undefined);
    expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
  });

  test('can be paid online where the courier takes no cash', async ({ shopper }) => {
    const { status, body } = await orderTo(shopper, 'stripe', { ...onIslands, zipcode: '744101' });
    expect([status, body.success]).toEqual([200, true]);
  });
});

test('the settings carry the time of the server, by which a page corrects the clock of a phone', async () => {
  await itIs('2026-12-02T10:00');
  const { headers } = await fetch(`${shop.stack.url}/api/store`);
  expect(headers.get('date')).toMatch(/^Wed, 02 Dec 2026 04:30:/);
});
