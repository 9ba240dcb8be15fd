/**
 * Kits take their parts' stock (docs/behaviour.md, "Stock and retired products"): what can be built, orders and races, what
 * comes back, and counting at the desk.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { itemsOf, orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { makeKnown, setRetired, setStock, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const operator = useOperator(shop);
const kit = 'morning-ritual-kit';
const parts = ['purifying-cleanser', serum, 'daily-veil-spf-50'];
const [cleanser = '', , veil = ''] = parts;
const stocks = async () => Promise.all([kit, ...parts].map((id) => stockOf(shop.db, id)));

beforeEach(() => refillStock(shop.db));

test('its stock is that of the part of which there is least', async () => {
  await setStock(shop.db, veil, 7);
  expect(await stocks()).toEqual([7, 100, 100, 7]);
  await setStock(shop.db, veil, 60);
  expect(await stocks()).toEqual([60, 100, 100, 60]);
  await setRetired(shop.db, cleanser, true);
  expect(await stockOf(shop.db, kit)).toBe(0);
});

describe('an order', () => {
  test('takes a piece of each part, and cancelling gives them back', async () => {
    const person = await shop.person();
    const { body } = await placeOrder(person, await orderOf(person, { [kit]: 2, [serum]: 1 }));
    expect(body.success, body.message).toBe(true);
    expect(await stocks()).toEqual([97, 98, 97, 98]);
    const cancelled = await person.post('/api/order/cancel', { orderId: body.order._id });
    expect(cancelled.status, cancelled.body.message).toBe(200);
    expect(await stocks()).toEqual([100, 100, 100, 100]);
  });

  test('of a kit and of the last of its parts is refused, and names the line that is short', async () => {
    await setStock(shop.db, serum, 2);
    const person = await shop.person();
    const order = { ...(await orderOf(person, { [kit]: 2 })), items: itemsOf({ [kit]: 2, [serum]: 1 }) };
    const { status, body } = await placeOrder(person, order);
    expect([status, body.code]).toEqual([409, 'out_of_stock']);
    expect(body.items).toMatchObject([{ _id: serum, available: 0 }]);
    expect(await stocks()).toEqual([2, 100, 2, 100]);
  });

  test('of the last part is won once by those who want the kit and those who want the part', async () => {
    await setStock(shop.db, serum, 3);
    const people = await shop.people(8);
    await makeKnown(shop.db, people);
    const orders = await Promise.all(
      people.map((person, n) => orderOf(person, { [n % 2 ? kit : serum]: 1 })),
    );
    const answers = await Promise.all(people.map((person, n) => placeOrder(person, orders[n])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await stockOf(shop.db, serum)).toBe(0);
    expect(await stockOf(shop.db, kit)).toBe(0);
  });
});

test('the ledger of a part has what was sold in kits; the stock of a kit cannot be changed', async () => {
  const person = await shop.person();
  await placeOrder(person, await orderOf(person, { [kit]: 3 }));
  const { body } = await operator.get<{ changes: object[] }>(`/api/desk/stock/${veil}`);
  expect(body.changes[0]).toMatchObject({ change: -3, why: 'Sold in a kit, or back from one' });
  const change = { key: crypto.randomUUID(), reason: 'received', pieces: 5, seen: 97 };
  const refused = await operator.post(`/api/desk/stock/${kit}`, change);
  expect([refused.status, refused.body.code]).toEqual([409, 'kit']);
  expect(await stockOf(shop.db, kit)).toBe(97);
});
