/** What an order stores for its tax invoice: code, unit and rate of each line, and the business that it is for. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderLines, orders, products } from '#db/schema/index.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import { newGuest } from '../support/guests.ts';
import { addressOf, orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
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
  const stored = { gstin: '27AAPFU0939F1ZV', businessName: 'Sita Stores' };
  const rowOf = async (id: string) => {
    const [row] = await shop.db.read
      .select({ gstin: orders.gstin, businessName: orders.businessName })
      .from(orders)
      .where(eq(orders.id, id));
    return row;
  };

  test('of another state may order: it is stored normalised, and shopper and desk see it', async () => {
    const person = await shop.person();
    const typed = { gstin: ' 27aapfu0939f 1zv', businessName: ' Sita Stores ', state: 'Goa' };
    const { body } = await placeOrder(person, {
      ...(await orderOf(person, { [serum]: 1 })),
      business: typed,
    });
    expect(body.order.business).toEqual(stored);
    expect(await rowOf(body.order._id)).toEqual(stored);
    const [listed] = (await person.post('/api/order/userorders', {})).body.orders;
    expect(listed).toMatchObject({ _id: body.order._id, business: stored });
    const detail = await operator.get<{ order: ApiOrder }>(`/api/desk/orders/${body.order._id}`);
    expect(detail.body.order.business).toEqual(stored);
  });

  test('may be left out, by a guest too', async () => {
    const guest = await newGuest(shop);
    const order = await orderOf(guest, { [serum]: 1 });
    const without = await placeOrder(guest, { ...order, address: addressOf(guest) });
    expect(without.body.order.business).toBeNull();
    expect(await rowOf(without.body.order._id)).toEqual({ gstin: null, businessName: null });
    const withOne = await placeOrder(guest, { ...order, business: stored });
    expect(await rowOf(withOne.body.order._id)).toEqual(stored);
  });

  test.each([
    [{ gstin: '27AAPFU0939F1ZX' }, 'business.gstin', /last character/],
    [{ gstin: '00AAPFU0939F1ZV' }, 'business.gstin', /code of a state/],
    [{ gstin: undefined }, 'business.gstin', /enter the GSTIN/],
    [{ businessName: '' }, 'business.businessName', /enter the name/],
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
});
