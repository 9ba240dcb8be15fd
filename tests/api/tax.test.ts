/** What an order stores for its tax invoice: code, unit and rate of each line, and the business that it is for. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderLines, orders, products } from '#db/schema/index.ts';
import type { Detail } from '#desk/orders/orders.api.ts';
import type { Invoice } from '#domain/documents/invoice.ts';
import type { ApiGst } from '#domain/pricing/quote.ts';
import { taxOf } from '#domain/tax/split.ts';
import { toPaise } from '#lib/money.ts';
import { readStore } from '#tools/lib/content.ts';
import { insertCoupon } from '../support/coupons.ts';
import { invoiceOf, ship } from '../support/documents.ts';
import { newGuest } from '../support/guests.ts';
import {
  addressOf,
  business,
  inMumbai,
  inMysuru,
  itemsOf,
  orderOf,
  placeOrder,
  refillStock,
  serum,
  toner,
} from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { countRows } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const operator = useOperator(shop);
beforeEach(() => refillStock(shop.db));

const linesOf = (orderId: string) =>
  shop.db.read
    .select({ hsn: orderLines.hsn, rate: orderLines.rate, unitCode: orderLines.unitCode })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
const taxed = { hsn: '330499', rate: 1800, unitCode: 'NOS' };

describe('the lines', () => {
  test('carry what the database says, whatever the client sends, and keep it', async () => {
    const person = await shop.person();
    const order = await orderOf(person, { [serum]: 1, 'soft-milk-cleanser': 2, 'morning-ritual-kit': 1 });
    const items = order.items.map((item) => ({ ...item, hsn: '999999', rate: 0, unitCode: 'KGS' }));
    const { body } = await placeOrder(person, { ...order, items, hsn: '999999', rates: { '330499': 0 } });
    const lines = [taxed, { ...taxed, hsn: '340130' }, { ...taxed, unitCode: 'SET' }];
    expect(await linesOf(body.order._id)).toEqual(lines);
    await shop.db.write.update(products).set({ hsn: '340130' }).where(eq(products.id, serum));
    expect(await linesOf(body.order._id)).toEqual(lines);
    const next = await placeOrder(person, await orderOf(person, { [serum]: 1 }));
    expect(await linesOf(next.body.order._id)).toEqual([{ ...taxed, hsn: '340130' }]);
  });

  test('have no rate while the Worker has none for the code: the order is placed all the same', async () => {
    await shop.db.write.update(products).set({ hsn: '330510' }).where(eq(products.id, serum));
    const person = await shop.person();
    const { status, body } = await placeOrder(person, await orderOf(person, { [serum]: 1 }));
    expect(status).toBe(200);
    expect(await linesOf(body.order._id)).toEqual([{ ...taxed, hsn: '330510', rate: null }]);
  });
});

describe('a business', () => {
  const stored = business;
  const registered = { address: '7 Hill Road', city: 'Mumbai', state: 'Maharashtra', zipcode: '400050' };
  const row = { gstin: stored.gstin, businessName: stored.businessName, registeredAddress: registered };
  const rowOf = async (id: string) => {
    const [row] = await shop.db.read
      .select({
        gstin: orders.gstin,
        businessName: orders.businessName,
        registeredAddress: orders.registeredAddress,
      })
      .from(orders)
      .where(eq(orders.id, id));
    return row;
  };

  test('of another state may order: it is stored normalised, and shopper and desk see it', async () => {
    const person = await shop.person();
    const typed = {
      ...stored,
      gstin: ' 27aapfu0939f 1zv',
      businessName: ' Sita Stores ',
      registeredZipcode: '400 050',
      state: 'Goa',
    };
    const { body } = await placeOrder(person, {
      ...(await orderOf(person, { [serum]: 1 })),
      business: typed,
    });
    expect(body.order.business).toEqual(stored);
    expect(await rowOf(body.order._id)).toEqual(row);
    const [listed] = (await person.post('/api/order/userorders', {})).body.orders;
    expect(listed).toMatchObject({ _id: body.order._id, business: stored });
    const detail = await operator.get<Detail>(`/api/desk/orders/${body.order._id}`);
    expect(detail.body.order.business).toEqual(stored);
  });

  test('may be left out, by a guest too', async () => {
    const guest = await newGuest(shop);
    const order = await orderOf(guest, { [serum]: 1 });
    const without = await placeOrder(guest, { ...order, address: addressOf(guest) });
    expect(without.body.order.business).toBeNull();
    expect(await rowOf(without.body.order._id)).toEqual({
      gstin: null,
      businessName: null,
      registeredAddress: null,
    });
    const withOne = await placeOrder(guest, { ...order, business: stored });
    expect(await rowOf(withOne.body.order._id)).toEqual(row);
  });

  test.each([
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
  ])('with %j is refused at its field, and nothing is written', async (wrong, field, message) => {
    const person = await shop.person();
    const before = await countRows(shop.db, 'orders');
    const order = await orderOf(person, { [serum]: 1 });
    const { status, body } = await placeOrder(person, { ...order, business: { ...stored, ...wrong } });
    expect([status, body.fields]).toEqual([422, { [field]: expect.stringMatching(message) }]);
    expect(await countRows(shop.db, 'orders')).toBe(before);
  });

  test('is part of the request that a key stands for', async () => {
    const person = await shop.person();
    const order = await orderOf(person, { [serum]: 1 });
    const key = crypto.randomUUID();
    expect((await placeOrder(person, order, key)).status).toBe(200);
    const changed = await placeOrder(person, { ...order, business: stored }, key);
    expect([changed.status, changed.body.code]).toEqual([409, 'key_reused']);
  });

  test.each([
    [
      'of another state than the delivery',
      { gstin: '27AAPFU0939F1ZV' },
      inMumbai,
      'Maharashtra',
      '27',
      'IGST',
    ],
    ['of the delivery', { gstin: '29AABCF8078M1ZX' }, inMysuru, 'Karnataka', '29', 'CGST and SGST'],
    [
      'of an embassy',
      { gstin: '0717 UNO 00157 UNO' },
      { registeredAddress: '1 Lodhi Estate', registeredCity: 'New Delhi', registeredZipcode: '110003' },
      'Karnataka',
      '29',
      'CGST and SGST',
    ],
    [
      'in a special economic zone',
      { gstin: '29AABCF8078M1ZX', sez: true },
      inMysuru,
      'Karnataka',
      '29',
      'IGST',
    ],
  ])(
    '%s: quote, order and invoice name the same place of supply and taxes',
    async (_, buyer, registered, state, code, taxes) => {
      const person = await shop.person();
      const order = await orderOf(person, { [toner]: 1 });
      const { body } = await person.post('/api/order/quote', {
        items: order.items,
        pincode: '560001',
        ...buyer,
      });
      expect(body.quote.tax).toEqual({ placeOfSupply: state, code, taxes });
      const placed = await placeOrder(person, {
        ...order,
        business: { businessName: 'Sita Stores', ...registered, ...buyer },
      });
      const orderId = placed.body.order._id;
      await operator.post('/api/order/update-tracking', {
        orderId,
        trackingId: 'AWB1',
        courierPartner: 'DTDC',
      });
      const answer = await person.post<{ document: Invoice }>('/api/order/document', { orderId });
      const invoice = answer.body.document;
      expect(invoice).toMatchObject({
        placeOfSupply: { state, code },
        recipient: {
          code: buyer.gstin.slice(0, 2),
          address: [registered.registeredAddress, expect.anything(), expect.anything()],
        },
        deliveredTo: { name: 'Asha Rao', state: 'Karnataka', code: '29' },
      });
      expect(invoice.tax).toMatchObject(taxes === 'IGST' ? { cgst: 0, sgst: 0 } : { igst: 0 });
      expect(invoice.recipient.sez).toBe('sez' in buyer ? true : undefined);
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

  test('that is the shop itself is refused, on a quote too', async () => {
    const { gstin } = readStore().legal;
    const person = await shop.person();
    const order = await orderOf(person, { [serum]: 1 });
    const placed = await placeOrder(person, { ...order, business: { ...stored, ...inMysuru, gstin } });
    expect([placed.status, placed.body.fields]).toEqual([
      422,
      { 'business.gstin': expect.stringMatching(/GSTIN of our shop/) },
    ]);
    const quoted = await person.post('/api/order/quote', { items: order.items, gstin });
    expect([quoted.status, Object.keys(quoted.body.fields)]).toEqual([422, ['gstin']]);
  });
});

describe('the tax within the total', () => {
  const noGst = { amount: Number.NaN, inCash: Number.NaN, exact: false };
  const karnataka = { state: 'Karnataka', zipcode: '560001', city: 'Bengaluru' };
  const maharashtra = { state: 'Maharashtra', zipcode: '400001', city: 'Mumbai' };

  test.each([
    ['within the state', karnataka, {}, false],
    ['to another state', maharashtra, {}, false],
    ['of a business of another state', karnataka, { business }, false],
    ['with a code and the rest of a rupee', maharashtra, {}, true],
  ])('%s: quote and order show what the invoice says, to the paisa', async (_, place, more, withCode) => {
    const code = withCode ? { couponCode: await insertCoupon(shop.db, { percent: 7 }) } : {};
    await shop.db.write.update(products).set({ hsn: '330499' }).where(eq(products.id, serum));
    const person = await shop.person();
    const items = itemsOf({ [serum]: 1, [toner]: 3 });
    const { gstin } = 'business' in more ? more.business : { gstin: undefined };
    const { body: quoted } = await person.post('/api/order/quote', {
      items,
      pincode: place.zipcode,
      paymentMethod: 'cod',
      gstin,
      ...code,
    });
    const { gst = noGst, amount } = quoted.quote as { gst?: ApiGst; amount: number };
    expect(gst).toEqual({ amount: gst.inCash, inCash: gst.inCash, exact: true });
    const order = { items, amount, address: { ...addressOf(person), ...place }, ...more, ...code };
    const { status, body } = await placeOrder(person, order);
    expect([status, body.message]).toEqual([200, 'Order Placed Successfully!']);
    expect(body.order.gst).toBe(gst.amount);
    expect((await ship(operator, body.order._id)).status).toBe(200);
    const { document } = (await invoiceOf(person, body.order._id)).body;
    const { tax } = document as Invoice;
    expect(toPaise(gst.amount)).toBe(taxOf(tax));
    const [listed] = (await person.post('/api/order/userorders', {})).body.orders;
    expect(listed?.gst).toBe(gst.amount);
  });

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
