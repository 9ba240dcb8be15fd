/**
 * Changes of orders by operators (docs/behaviour.md, "States and moves"): all allowed and refused changes, their
 * effects, and that only operators make them. Attaching tracking: tracking.test.ts. Undoing: undo.test.ts.
 */
import { describe, expect, test } from 'vitest';
import type { Detail } from '#desk/orders/orders.api.ts';
import { type OrderStatus, orderStatuses } from '#domain/orders/order.ts';
import { password, registerUser } from '../support/accounts.ts';
import { type Client, tally, times } from '../support/client.ts';
import { useMoves } from '../support/moves.ts';
import { address, orderOf, placeOrder, serum } from '../support/orders.ts';
import { paidOrder, recordOf, resetBeforeEach } from '../support/payments.ts';
import { useOperator, useShopper } from '../support/people.ts';
import { setStatus, snapshot, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
const operator = useOperator(shop);
resetBeforeEach(shop);

const { order, move } = useMoves(shop, person, operator);

/** Targets of /move, and where each may be reached from (docs/behaviour.md, "States and moves"). */
const sources: Partial<Record<OrderStatus, OrderStatus[]>> = {
  Packing: ['Order Placed'],
  'Out for Delivery': ['Shipped'],
  Delivered: ['Out for Delivery'],
  Returned: ['Shipped', 'Out for Delivery', 'Delivered'],
};
describe('by an operator', () => {
  test.each(Object.entries(sources))('to %s from %j, and from no other status', async (to, from) => {
    const id = await order();
    // Each status that the order has had leaves its row in the totals.
    const rows = await snapshot(shop.db, ['outbox', 'holds', 'product_holds', 'totals', 'users']);
    for (const before of orderStatuses.filter((one) => one !== to && !from.includes(one))) {
      await setStatus(shop.db, id, before);
      const { status, body } = await move(id, to);
      expect([before, status, body.code, body.status]).toEqual([before, 409, 'not_open', before]);
    }
    await setStatus(shop.db, id, 'Order Placed');
    expect(await snapshot(shop.db, ['outbox', 'holds', 'product_holds', 'totals', 'users'])).toEqual(rows);
    for (const before of from) {
      await setStatus(shop.db, id, before);
      const { status, body } = await move(id, to);
      const message = `The order is now: ${to}.`;
      expect([status, body]).toMatchObject([200, { success: true, message, status: to }]);
      expect((await recordOf(shop, id)).history.at(-1)).toBe(`operator: ${to}`);
    }
  });

  test('to what no operator sets: 422', async () => {
    const id = await order();
    const rows = await snapshot(shop.db, ['outbox', 'holds', 'product_holds']);
    for (const to of ['Payment Pending', 'Order Placed', 'Shipped', 'Cancelled', 'delivered', '', 'Lost'])
      expect([to, (await move(id, to)).status]).toEqual([to, 422]);
    expect(await snapshot(shop.db, ['outbox', 'holds', 'product_holds'])).toEqual(rows);
  });

  test('a change of an outdated order is refused: the shopper has cancelled it', async () => {
    const id = await order();
    await person.post('/api/order/cancel', { orderId: id });
    const { status, body } = await move(id, 'Packing');
    expect([status, body.code, body.status]).toEqual([409, 'not_open', 'Cancelled']);
  });

  test('the same change four times at once has one row and one email', async () => {
    const id = await order('Out for Delivery');
    const answers = await Promise.all(times(4, () => move(id, 'Delivered')));
    expect(tally(answers)).toEqual({ 200: 4 });
    const { history, letters } = await recordOf(shop, id);
    expect(history).toEqual(['shopper: Order Placed', 'operator: Delivered']);
    expect(letters.filter((kind) => kind === 'order_delivered')).toEqual(['order_delivered']);
  });

  test('packing and cancelling at once: one result, and the matching stock', async () => {
    const id = await order();
    await Promise.all([move(id, 'Packing'), person.post('/api/order/cancel', { orderId: id })]);
    // Cancelling is possible from Packing too, so it always comes through.
    expect((await recordOf(shop, id)).status).toBe('Cancelled');
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test('shipping and cancelling at once: one of them is refused', async () => {
    const id = await order('Packing');
    const tracking = { orderId: id, trackingId: 'AWB1', courierPartner: 'DTDC' };
    const [shipping, cancelling] = await Promise.all([
      operator.post('/api/order/update-tracking', tracking),
      person.post('/api/order/cancel', { orderId: id }),
    ]);
    const { status } = await recordOf(shop, id);
    expect([status, shipping.status, cancelling.status, await stockOf(shop.db, serum)]).toEqual(
      shipping.status === 200 ? ['Shipped', 200, 409, 99] : ['Cancelled', 409, 200, 100],
    );
  });
});

describe('cash on delivery', () => {
  test.each(['Out for Delivery', 'Delivered'] as const)(
    'counts as paid when it is collected at %s',
    async (to) => {
      const id = await order(to === 'Delivered' ? 'Out for Delivery' : 'Shipped');
      expect((await move(id, to, { collected: true, password })).status).toBe(200);
      const record = await recordOf(shop, id);
      expect([record.paid, record.history.at(-1)]).toEqual([true, 'operator: payment']);
    },
  );

  test('delivery alone does not mark it as paid; four collections afterwards mark it once', async () => {
    const id = await order('Out for Delivery');
    await move(id, 'Delivered');
    expect((await recordOf(shop, id)).paid).toBe(false);
    await Promise.all(times(4, () => move(id, 'Delivered', { collected: true, password })));
    const record = await recordOf(shop, id);
    expect([record.paid, record.history.filter((row) => row === 'operator: payment').length]).toEqual([
      true,
      1,
    ]);
  });

  test('cannot be collected before delivery starts, or by a refused change', async () => {
    const id = await order();
    await move(id, 'Packing', { collected: true, password });
    expect((await move(id, 'Delivered', { collected: true, password })).status).toBe(409);
    const { paid: isPaid, history } = await recordOf(shop, id);
    expect([isPaid, history]).toEqual([false, ['shopper: Order Placed', 'operator: Packing']]);
  });

  test('cannot be collected for an online order', async () => {
    const { orderId } = await paidOrder(shop, person, 'stripe');
    await setStatus(shop.db, orderId, 'Out for Delivery');
    await move(orderId, 'Delivered', { collected: true, password });
    expect((await recordOf(shop, orderId)).history).not.toContain('operator: payment');
  });
});

describe('a return', () => {
  test.each([
    [true, 100],
    [false, 97],
  ])('with restock %s leaves %i in stock, also when repeated', async (restock, left) => {
    const id = await order('Delivered', 3);
    const answers = await Promise.all(times(4, () => move(id, 'Returned', { restock })));
    expect(tally(answers)).toEqual({ 200: 4 });
    expect(await stockOf(shop.db, serum)).toBe(left);
    expect((await recordOf(shop, id)).letters).toContain('order_returned');
  });

  test('needs a reason and `restock`', async () => {
    const id = await order('Delivered');
    for (const missing of [{ reason: undefined }, { reason: '  ' }, { restock: undefined }]) {
      const { status, body } = await move(id, 'Returned', missing);
      expect([status, Object.keys(body.fields)]).toEqual([422, Object.keys(missing)]);
    }
    expect((await recordOf(shop, id)).status).toBe('Delivered');
  });

  describe('of a parcel that was not delivered', () => {
    const undelivered = { reason: 'It came back.', undelivered: 'refused', restock: true };
    const detail = async (id: string) => (await operator.get<Detail>(`/api/desk/orders/${id}`)).body;

    test('has its own email, and a reason that only operators see', async () => {
      const id = await order('Shipped', 3);
      const answers = await Promise.all(times(4, () => move(id, 'Returned', undelivered)));
      expect(tally(answers)).toEqual({ 200: 4 });
      expect(await stockOf(shop.db, serum)).toBe(100);
      const { letters, history } = await recordOf(shop, id);
      expect(letters.filter((kind) => /returned|undelivered/.test(kind ?? ''))).toEqual([
        'order_undelivered',
      ]);
      expect(history.slice(1)).toEqual(['operator: Returned', 'operator: note']);
      const reason = 'Not delivered: the recipient refused it';
      expect((await detail(id)).history.at(-1)).toMatchObject({ kind: 'note', reason, shown: false });
      const { body } = await person.get(`/api/order/tracking-info/${id}`);
      expect(JSON.stringify(body)).toContain('It came back.');
      expect(JSON.stringify(body)).not.toContain('refused');
    });

    test('is refused once the parcel was delivered, which is a return by the customer', async () => {
      const id = await order('Delivered');
      expect(await move(id, 'Returned', undelivered)).toMatchObject({
        status: 409,
        body: { code: 'not_open', status: 'Delivered' },
      });
      expect((await recordOf(shop, id)).history).toEqual(['shopper: Order Placed']);
    });

    test('counts for the phone number at the desk, until the account is deleted', async () => {
      const buyer = await registerUser(shop);
      const place = async (by: Client) => {
        const wanted = await orderOf(by, { [serum]: 1 });
        const to = { ...address, phone: '9123456789' };
        return (await placeOrder(by, { ...wanted, address: to })).body.order._id;
      };
      const [first, second] = [await place(buyer), await place(buyer)];
      for (const id of [first, second]) await setStatus(shop.db, id, 'Shipped');
      await move(first, 'Returned', undelivered);
      await move(second, 'Returned');
      const again = await place(person);
      expect((await detail(again)).undelivered).toBe(1);
      expect(await detail(first)).toMatchObject({ undelivered: 0, order: { undelivered: true } });
      const { body } = await operator.get<{ rows: { id: string }[] }>('/api/desk/orders');
      expect(body.rows.find(({ id }) => id === again)).toMatchObject({ undelivered: 1, cameBack: false });
      const erased = await buyer.post('/api/user/delete', { password });
      expect(erased.status).toBe(200);
      for (const id of [again, first, second]) expect((await detail(id)).undelivered).toBe(0);
    });
  });

  test('of a paid order adds a due refund; of an unpaid one none', async () => {
    const [unpaid, collected] = [await order('Shipped'), await order('Out for Delivery')];
    await move(collected, 'Delivered', { collected: true, password });
    for (const id of [unpaid, collected]) await move(id, 'Returned');
    expect((await recordOf(shop, unpaid)).refunds).toEqual([]);
    expect((await recordOf(shop, collected)).refunds).toMatchObject([
      { amount: 59_900, reason: 'returned', status: 'due', paymentId: null },
    ]);
  });
});
