/** What an order stores for its tax invoice: code, unit and rate of each line, and the business that it is for. */

import { eq } from 'drizzle-orm';
import { taxOf } from 'gst/split';
import { describe, expect } from 'vitest';
import { orderLines, orders, products } from '#db/schema/index.ts';
import type { Detail } from '#desk/orders/orders.api.ts';
import { toPaise } from '#lib/money.ts';
import { readStore } from '#tools/lib/content.ts';
import { insertCoupon } from '../support/coupons.ts';
import { attachTracking } from '../support/desk.ts';
import { invoiceOf } from '../support/documents.ts';
import { newGuest, outcome } from '../support/guests.ts';
import {
  addressOf,
  business,
  inMumbai,
  inMysuru,
  itemsOf,
  orderOf,
  placed,
  placeOrder,
  serum,
  toner,
} from '../support/orders.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

const storedLines = (orderId: string) =>
  shop.db.read
    .select({ hsn: orderLines.hsn, rate: orderLines.rate, unitCode: orderLines.unitCode })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
const taxed = { hsn: '330499', rate: 1800, unitCode: 'NOS' };
/** Changes the serum's HSN code. */
const setHsn = (hsn: string) => shop.db.write.update(products).set({ hsn }).where(eq(products.id, serum));

describe('the lines', () => {
  test('carry what the database says, whatever the client sends, and keep it', async ({ shopper }) => {
    const order = await orderOf(shopper, { [serum]: 1, 'soft-milk-cleanser': 2, 'morning-ritual-kit': 1 });
    const items = order.items.map((item) => ({ ...item, hsn: '999999', rate: 0, unitCode: 'KGS' }));
    const { body } = await placeOrder(shopper, { ...order, items, hsn: '999999', rates: { '330499': 0 } });
    const lines = [taxed, { ...taxed, hsn: '340130' }, { ...taxed, unitCode: 'SET' }];
    expect(await storedLines(body.order._id)).toEqual(lines);
    await setHsn('340130');
    expect(await storedLines(body.order._id)).toEqual(lines);
    const next = await placed(shopper, { [serum]: 1 });
    expect(await storedLines(next._id)).toEqual([{ ...taxed, hsn: '340130' }]);
  });

  test('have no rate while the Worker has none for the code: the order is placed', async ({ shopper }) => {
    await setHsn('330510');
    const { _id } = await placed(shopper, { [serum]: 1 });
    expect(await storedLines(_id)).toEqual([{ ...taxed, hsn: '330510', rate: null }]);
  });
});

describe('a business', () => {
  const { gstin, businessName } = business;
  const registered = { address: '7 Hill Road', city: 'Mumbai', state: 'Maharashtra', zipcode: '400050' };
  const row = { gstin, businessName, registeredAddress: registered };
  const rowOf = async (id: string) => (await shop.db.read.select().from(orders).where(eq(orders.id, id)))[0];

  test('of another state may order: it is stored normalised, and shopper and desk see it', async ({
    shopper,
  }) => {
    const spaced = {
      gstin: ' 27aapfu0939f 1zv',
      businessName: ' Sita Stores ',
      registeredZipcode: '400 050',
    };
    const order = await orderOf(shopper, { [serum]: 1 });
    const typed = { ...business, ...spaced, state: 'Goa' };
    const { body } = await placeOrder(shopper, { ...order, business: typed });
    expect(body.order.business).toEqual(business);
    expect(await rowOf(body.order._id)).toMatchObject(row);
    const [listed] = (await shopper.post('/api/order/userorders', {})).body.orders;
    expect(listed).toMatchObject({ _id: body.order._id, business });
    const detail = await operator.get<Detail>(`/api/desk/orders/${body.order._id}`);
    expect(detail.body.order.business).toEqual(business);
  });

  test('may be left out, by a guest too', async () => {
    const guest = await newGuest(shop);
    const without = await placed(guest, { [serum]: 1 });
    expect(without.business).toBeNull();
    const none = { gstin: null, businessName: null, registeredAddress: null };
    expect(await rowOf(without._id)).toMatchObject(none);
    const order = await orderOf(guest, { [serum]: 1 });
    const withOne = await placeOrder(guest, { ...order, business });
    expect(await rowOf(withOne.body.order._id)).toMatchObject(row);
  });

  test.for<[object, string, RegExp]>([
    [{ gstin: '27AAPFU0939F1ZX' }, 'business.gstin', /last character/],
    [{ gstin: '00AAPFU0939F1ZV' }, 'business.gstin', /code of a state/],
    [{ gstin: undefined }, 'business.gstin', /enter the GSTIN/],
    [{ businessName: '' }, 'business.businessName', /enter the name/],
    [{ registeredAddress: ' ' }, 'business.registeredAddress', /enter the registered address/],
    [{ registeredCity: undefined }, 'business.registeredCity', /enter the city/],
    [{ registeredZipcode: '40005' }, 'business.registeredZipcode', /6-digit/],
    // In Karnataka.
    [{ registeredZipcode: '560001' }, 'business.registeredZipcode', /is in Karnataka, .* in Maharashtra/],
    [{ gstin: '29AABCF8078M1ZX' }, 'business.registeredZipcode', /is in Maharashtra, .* in Karnataka/],
    [{ gstin: '29AABCF8078M1C8' }, 'business.gstin', /collecting tax at source/],
    [
      { gstin: '2117UNO00002UNF', registeredZipcode: '751001', sez: true },
      'business.gstin',
      /special economic/,
    ],
  ])(
    'with %j is refused at its field, and nothing is written',
    async ([wrong, field, message], { shopper }) => {
      const before = await countRows(shop.db, 'orders');
      const order = await orderOf(shopper, { [serum]: 1 });
      const { status, body } = await placeOrder(shopper, { ...order, business: { ...business, ...wrong } });
      expect([status, body.fields]).toEqual([422, { [field]: expect.stringMatching(message) }]);
      expect(await countRows(shop.db, 'orders')).toBe(before);
    },
  );

  test('is part of the request that a key stands for', async ({ shopper }) => {
    const order = await orderOf(shopper, { [serum]: 1 });
    const key = crypto.randomUUID();
    expect((await placeOrder(shopper, order, key)).status).toBe(200);
    expect(outcome(await placeOrder(shopper, { ...order, business }, key))).toEqual([409, 'key_reused']);
  });

  const mumbai = { ...inMumbai, gstin: '27AAPFU0939F1ZV' };
  const mysuru = { ...inMysuru, gstin: '29AABCF8078M1ZX' };
  const delhi = {
    registeredAddress: '1 Lodhi Estate',
    registeredCity: 'New Delhi',
    registeredZipcode: '110003',
  };
  const [intra, inter] = ['CGST and SGST', 'IGST'];
  type Buyer = typeof mumbai & { sez?: true };
  const supplies: [what: string, buyer: Buyer, state: string, code: string, taxes: string][] = [
    ['of another state than the delivery', mumbai, 'Maharashtra', '27', inter],
    ['of the delivery', mysuru, 'Karnataka', '29', intra],
    ['of an embassy', { ...delhi, gstin: '0717 UNO 00157 UNO' }, 'Karnataka', '29', intra],
    ['in a special economic zone', { ...mysuru, sez: true }, 'Karnataka', '29', inter],
  ];
  test.for(supplies)(
    '%s: quote, order and invoice name the same place of supply and taxes',
    async ([, buyer, state, code, taxes], { shopper }) => {
      const { gstin, sez, registeredAddress } = buyer;
      const order = await orderOf(shopper, { [toner]: 1 });
      const asked = { items: order.items, pincode: '560001', gstin, sez };
      const { quote } = (await shopper.post('/api/order/quote', asked)).body;
      expect(quote.tax).toEqual({ placeOfSupply: state, code, taxes });
      const { body } = await placeOrder(shopper, { ...order, business: { businessName, ...buyer } });
      await attachTracking(operator, body.order._id);
      const invoice = (await invoiceOf(shopper, body.order._id)).body.document;
      expect(invoice).toMatchObject({
        placeOfSupply: { state, code },
        recipient: {
          code: gstin.slice(0, 2),
          address: [registeredAddress, expect.anything(), expect.anything()],
        },
        deliveredTo: { name: 'Asha Rao', state: 'Karnataka', code: '29' },
        tax: taxes === inter ? { cgst: 0, sgst: 0 } : { igst: 0 },
      });
      expect(invoice.recipient.sez).toBe(sez);
    },
  );

  test('of nobody: the quote names the taxes of the pincode, or none while its state is not known', async () => {
    const items = itemsOf({ [serum]: 1 });
    const tax = async (more: object) =>
      (await shop.client().post('/api/order/quote', { items, ...more })).body.quote.tax;
    expect(await tax({})).toBeNull();
    expect(await tax({ pincode: '560001' })).toEqual({
      placeOfSupply: 'Karnataka',
      code: '29',
      taxes: 'CGST and SGST',
    });
    expect(await tax({ pincode: '110025' })).toBeNull();
    expect(await tax({ pincode: '110025', state: 'Delhi' })).toMatchObject({ code: '07', taxes: 'IGST' });
    expect(await tax({ gstin: '27AAPFU0939F1ZV' })).toMatchObject({ code: '27' });
  });

  test('that is the shop itself is refused, on a quote too', async ({ shopper }) => {
    const { gstin } = readStore().legal;
    const order = await orderOf(shopper, { [serum]: 1 });
    const { status, body } = await placeOrder(shopper, {
      ...order,
      business: { ...business, ...inMysuru, gstin },
    });
    const message = expect.stringMatching(/GSTIN of our shop/);
    expect([status, body.fields]).toEqual([422, { 'business.gstin': message }]);
    const quoted = await shopper.post('/api/order/quote', { items: order.items, gstin });
    expect([quoted.status, Object.keys(quoted.body.fields)]).toEqual([422, ['gstin']]);
  });
});

describe('the tax within the total', () => {
  const noGst = { amount: Number.NaN, inCash: Number.NaN, exact: false };
  const karnataka = { state: 'Karnataka', zipcode: '560001', city: 'Bengaluru' };
  const maharashtra = { state: 'Maharashtra', zipcode: '400001', city: 'Mumbai' };

  type Sale = [
    what: string,
    place: typeof karnataka,
    more: { business?: typeof business },
    withCode: boolean,
  ];
  test.for<Sale>([
    ['within the state', karnataka, {}, false],
    ['to another state', maharashtra, {}, false],
    ['of a business of another state', karnataka, { business }, false],
    ['with a code and the rest of a rupee', maharashtra, {}, true],
  ])(
    '%s: quote and order show what the invoice says, to the paisa',
    async ([, place, more, withCode], { shopper }) => {
      const code = withCode ? { couponCode: await insertCoupon(shop.db, { percent: 7 }) } : {};
      await setHsn('330499');
      const bought = { items: itemsOf({ [serum]: 1, [toner]: 3 }), ...code };
      const asked = { pincode: place.zipcode, paymentMethod: 'cod', gstin: more.business?.gstin };
      const { quote } = (await shopper.post('/api/order/quote', { ...bought, ...asked })).body;
      const { amount } = quote;
      const gst = quote.gst ?? noGst;
      expect(gst).toEqual({ amount: gst.inCash, inCash: gst.inCash, exact: true });
      const order = { ...bought, amount, address: { ...addressOf(shopper), ...place }, ...more };
      const { status, body } = await placeOrder(shopper, order);
      expect([status, body.message]).toEqual([200, 'Order Placed Successfully!']);
      expect(body.order.gst).toBe(gst.amount);
      expect((await attachTracking(operator, body.order._id)).status).toBe(200);
      const { tax } = (await invoiceOf(shopper, body.order._id)).body.document;
      expect(toPaise(gst.amount)).toBe(taxOf(tax));
      const [listed] = (await shopper.post('/api/order/userorders', {})).body.orders;
      expect(listed?.gst).toBe(gst.amount);
    },
  );

  test('before the place of supply is known it may differ by paise, and says so', async () => {
    const items = itemsOf({ [serum]: 1, [toner]: 3 });
    const quoteOf = async (more: object) =>
      (await shop.client().post('/api/order/quote', { items, ...more })).body.quote.gst ?? noGst;
    const [open, near, far] = [
      await quoteOf({}),
      await quoteOf({ pincode: '560001' }),
      await quoteOf({ pincode: '400001' }),
    ];
    expect([near.exact, far.exact]).toEqual([true, true]);
    expect(open.exact).toBe(near.amount === far.amount);
    expect(Math.abs(open.amount - near.amount)).toBeLessThan(0.05);
  });
});
