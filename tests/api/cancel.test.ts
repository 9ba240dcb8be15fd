/**
 * Cancelling (decisions, "Orders and payment"): by the shopper whose order it is, from Payment Pending,
 * Order Placed and Packing; the stock comes back once, however often or however fast it is asked.
 */
import { beforeEach, expect, test } from 'vitest';
import { type OrderStatus, orderStatuses } from '#features/orders/order.ts';
import { tally, times } from '../support/client.ts';
import { fillShelf, orderOf, place, serum, toner } from '../support/orders.ts';
import { setStatus, snapshot, stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
const stocks = async () => [await stockOf(shop.db, serum), await stockOf(shop.db, toner)];
const cancel = (person: Person, orderId: string) => person.post('/api/order/cancel', { orderId });

beforeEach(() => fillShelf(shop.db));

async function placed(person: Person): Promise<string> {
  const { body } = await place(person, await orderOf(person, { [serum]: 3, [toner]: 2 }));
  return body.order._id;
}

const open: readonly OrderStatus[] = ['Payment Pending', 'Order Placed', 'Packing'];

test.each(orderStatuses)('an order that is %s is cancelled as decided or not at all', async (before) => {
  const person = await shop.person();
  const id = await placed(person);
  await setStatus(shop.db, id, before);
  const rows = await snapshot(shop.db);
  const { status, body } = await cancel(person, id);
  if (open.includes(before)) {
    expect([status, body.success]).toEqual([200, true]);
    expect((await person.post('/api/order/userorders')).body.orders).toMatchObject([{ status: 'Cancelled' }]);
    expect(await stocks()).toEqual([100, 100]);
  } else {
    expect(status).toBe(before === 'Cancelled' ? 200 : 409);
    if (status === 409) expect(body.code).toBe('too_late');
    expect(await snapshot(shop.db)).toEqual(rows);
  }
});

test('twenty times at once gives the stock back once', async () => {
  const [person, other] = [await shop.person(), await shop.person()];
  const [id, kept] = [await placed(person), await placed(other)];
  expect(await stocks()).toEqual([94, 96]);
  shop.proxy.meet(20);
  expect(tally(await Promise.all(times(20, () => cancel(person, id))))).toEqual({ 200: 20 });
  expect(await stocks()).toEqual([97, 98]);
  expect((await cancel(person, id)).status).toBe(200);
  expect(await stocks()).toEqual([97, 98]);
  expect((await other.get(`/api/order/tracking-info/${kept}`)).body.trackingInfo.status).toBe('Order Placed');
});

test('cancelling makes room for another cash on delivery order', async () => {
  const person = await shop.person();
  const order = await orderOf(person, { [serum]: 1 });
  const [first] = [await place(person, order), await place(person, order), await place(person, order)];
  expect((await place(person, order)).body.code).toBe('cod_limit');
  await cancel(person, first.body.order._id);
  expect((await place(person, order)).status).toBe(200);
});

test('the key of a cancelled order still names that order', async () => {
  const person = await shop.person();
  const order = await orderOf(person, { [serum]: 1 });
  const { body } = await place(person, order, 'key-of-a-cancelled-order');
  await cancel(person, body.order._id);
  const again = await place(person, order, 'key-of-a-cancelled-order');
  expect([again.status, again.body.order]).toEqual([200, { ...body.order, status: 'Cancelled' }]);
});

test('cancelling and shipping at once: it is one or the other, never both', async () => {
  const [person, operator] = [await shop.person(), await shop.person('operator')];
  for (const id of [await placed(person), await placed(person), await placed(person)]) {
    const stock = await stockOf(shop.db, serum);
    shop.proxy.meet(2);
    const [cancelled, shipped] = await Promise.all([
      cancel(person, id),
      operator.post('/api/order/update-tracking', {
        orderId: id,
        trackingId: 'AWB1',
        courierPartner: 'DTDC',
      }),
    ]);
    expect([cancelled.status, shipped.status].sort()).toEqual([200, 409]);
    const info = (await person.get(`/api/order/tracking-info/${id}`)).body.trackingInfo;
    const won = cancelled.status === 200;
    expect(info).toMatchObject({ status: won ? 'Cancelled' : 'Shipped', trackingId: won ? null : 'AWB1' });
    expect(await stockOf(shop.db, serum)).toBe((stock ?? 0) + (won ? 3 : 0));
  }
});
