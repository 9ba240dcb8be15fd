/**
 * Changes of orders by operators (docs/behaviour.md, "States and moves"): all allowed and refused changes, their
 * effects, and that only operators make them. Attaching tracking: tracking.test.ts. Undoing: undo.test.ts.
 */
import { describe, expect } from 'vitest';
import type { ListedOrder } from '#desk/orders/orders.api.ts';
import { type OrderStatus, orderStatuses } from '#domain/orders/order.ts';
import { password, registerUser } from '../support/accounts.ts';
import { cancel } from '../support/cancellations.ts';
import { attachTracking, detailOf } from '../support/desk.ts';
import { move, orderAt } from '../support/moves.ts';
import { placed, serum } from '../support/orders.ts';
import { recordOf } from '../support/payments.ts';
import { setStatus, snapshot, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

/** Targets of /move, and where each may be reached from (docs/behaviour.md, "States and moves"). */
const sources: Partial<Record<OrderStatus, OrderStatus[]>> = {
  Packing: ['Order Placed'],
  'Out for Delivery': ['Shipped'],
  Delivered: ['Out for Delivery'],
  Returned: ['Shipped', 'Out for Delivery', 'Delivered'],
};
describe('by an operator', () => {
  // Each status that the order has had leaves its row in the totals.
  const rowsOfOthers = () => snapshot(shop.db, ['outbox', 'holds', 'product_holds', 'totals', 'users']);

  test.for(Object.entries(sources))(
    'to %s from %j, and from no other status',
    async ([to, from], { order: { _id: id } }) => {
      const rows = await rowsOfOthers();
      for (const before of orderStatuses.filter((one) => one !== to && !from.includes(one))) {
        await setStatus(shop.db, id, before);
        const { status, body } = await move(operator, id, to);
        expect([before, status, body.code, body.status]).toEqual([before, 409, 'not_open', before]);
      }
      await setStatus(shop.db, id, 'Order Placed');
      expect(await rowsOfOthers()).toEqual(rows);
      for (const before of from) {
        await setStatus(shop.db, id, before);
        const { status, body } = await move(operator, id, to);
        const message = `The order is now: ${to}.`;
        expect([status, body]).toMatchObject([200, { success: true, message, status: to }]);
        expect((await recordOf(shop, id)).history.at(-1)).toBe(`operator: ${to}`);
      }
    },
  );

  test('to what no operator sets: 422', async ({ order: { _id: id } }) => {
    const rows = await rowsOfOthers();
    for (const to of ['Payment Pending', 'Order Placed', 'Shipped', 'Cancelled', 'delivered', '', 'Lost'])
      expect([to, (await move(operator, id, to)).status]).toEqual([to, 422]);
    expect(await rowsOfOthers()).toEqual(rows);
  });

  test('packing and cancelling at once: one result, and the matching stock', async ({
    shopper,
    order: { _id: id },
  }) => {
    await Promise.all([move(operator, id, 'Packing'), cancel(shopper, id)]);
    // Cancelling is possible from Packing too, so it always comes through.
    expect((await recordOf(shop, id)).status).toBe('Cancelled');
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test('shipping and cancelling at once: one of them is refused', async ({ shopper }) => {
    const id = await orderAt(shop, shopper, 'Packing');
    const [shipping, cancelling] = await Promise.all([attachTracking(operator, id), cancel(shopper, id)]);
    const { status } = await recordOf(shop, id);
    expect([status, shipping.status, cancelling.status, await stockOf(shop.db, serum)]).toEqual(
      shipping.status === 200 ? ['Shipped', 200, 409, 99] : ['Cancelled', 409, 200, 100],
    );
  });
});

describe('cash on delivery', () => {
  const collected = { collected: true, password };

  test.for([
    ['Shipped', 'Out for Delivery'],
    ['Out for Delivery', 'Delivered'],
  ] as const)('from %s counts as paid when it is collected at %s', async ([from, to], { shopper }) => {
    const id = await orderAt(shop, shopper, from);
    expect((await move(operator, id, to, collected)).status).toBe(200);
    const record = await recordOf(shop, id);
    expect([record.paid, record.history.at(-1)]).toEqual([true, 'operator: payment']);
  });

  test('delivery alone does not mark it as paid', async ({ delivered: { _id } }) => {
    expect((await recordOf(shop, _id)).paid).toBe(false);
  });

  test('cannot be collected before delivery starts, or by a refused change', async ({
    order: { _id: id },
  }) => {
    await move(operator, id, 'Packing', collected);
    expect((await move(operator, id, 'Delivered', collected)).status).toBe(409);
    const { paid: isPaid, history } = await recordOf(shop, id);
    expect([isPaid, history]).toEqual([false, ['shopper: Order Placed', 'operator: Packing']]);
  });

  test('cannot be collected for an online order', async ({ paid: { orderId } }) => {
    await setStatus(shop.db, orderId, 'Out for Delivery');
    await move(operator, orderId, 'Delivered', collected);
    expect((await recordOf(shop, orderId)).history).not.toContain('operator: payment');
  });
});

describe('a return', () => {
  test.for([
    [true, 100],
    [false, 97],
  ] as const)('with restock %s leaves %i in stock', async ([restock, left], { shopper }) => {
    const id = await orderAt(shop, shopper, 'Delivered', 3);
    expect((await move(operator, id, 'Returned', { restock })).status).toBe(200);
    expect(await stockOf(shop.db, serum)).toBe(left);
    expect((await recordOf(shop, id)).emails).toContain('order_returned');
  });

  test('needs a reason and `restock`', async ({ delivered: { _id: id } }) => {
    for (const missing of [{ reason: undefined }, { reason: '  ' }, { restock: undefined }]) {
      const { status, body } = await move(operator, id, 'Returned', missing);
      expect([status, Object.keys(body.fields)]).toEqual([422, Object.keys(missing)]);
    }
    expect((await recordOf(shop, id)).status).toBe('Delivered');
  });

  describe('of a parcel that was not delivered', () => {
    const undelivered = { reason: 'It came back.', undelivered: 'refused', restock: true };

    test('has its own email, and a reason that only operators see', async ({ shopper }) => {
      const id = await orderAt(shop, shopper, 'Shipped', 3);
      expect((await move(operator, id, 'Returned', undelivered)).status).toBe(200);
      expect(await stockOf(shop.db, serum)).toBe(100);
      const { emails, history } = await recordOf(shop, id);
      expect(emails.filter((kind) => /returned|undelivered/.test(kind ?? ''))).toEqual(['order_undelivered']);
      expect(history.slice(1)).toEqual(['operator: Returned', 'operator: note']);
      const reason = 'Not delivered: the recipient refused it';
      expect((await detailOf(operator, id)).history.at(-1)).toMatchObject({
        kind: 'note',
        reason,
        shown: false,
      });
      const { body } = await shopper.get(`/api/order/tracking-info/${id}`);
      expect(JSON.stringify(body)).toContain('It came back.');
      expect(JSON.stringify(body)).not.toContain('refused');
    });

    test('is refused once the parcel was delivered, which is a return by the customer', async ({
      order: { _id: id },
    }) => {
      await setStatus(shop.db, id, 'Delivered');
      expect(await move(operator, id, 'Returned', undelivered)).toMatchObject({
        status: 409,
        body: { code: 'not_open', status: 'Delivered' },
      });
      expect((await recordOf(shop, id)).history).toEqual(['shopper: Order Placed']);
    });

    test('counts for the phone number at the desk, until the account is deleted', async ({ shopper }) => {
      const buyer = await registerUser(shop);
      const to = { phone: '9123456789' };
      const { _id: first } = await placed(buyer, { [serum]: 1 }, to);
      const { _id: second } = await placed(buyer, { [serum]: 2 }, to);
      for (const id of [first, second]) await setStatus(shop.db, id, 'Shipped');
      await move(operator, first, 'Returned', undelivered);
      await move(operator, second, 'Returned');
      const { _id: again } = await placed(shopper, { [serum]: 1 }, to);
      expect((await detailOf(operator, again)).undelivered).toBe(1);
      expect(await detailOf(operator, first)).toMatchObject({ undelivered: 0, order: { undelivered: true } });
      const { body } = await operator.get<{ rows: ListedOrder[] }>('/api/desk/orders');
      expect(body.rows.find(({ id }) => id === again)).toMatchObject({ undelivered: 1, cameBack: false });
      const erased = await buyer.post('/api/user/delete', { password });
      expect(erased.status).toBe(200);
      for (const id of [again, first, second]) expect((await detailOf(operator, id)).undelivered).toBe(0);
    });
  });

  test('of a paid order adds a due refund; of an unpaid one none', async ({ shopper }) => {
    const unpaid = await orderAt(shop, shopper, 'Shipped');
    const collected = await orderAt(shop, shopper, 'Out for Delivery');
    await move(operator, collected, 'Delivered', { collected: true, password });
    for (const id of [unpaid, collected]) await move(operator, id, 'Returned');
    expect((await recordOf(shop, unpaid)).refunds).toEqual([]);
    expect((await recordOf(shop, collected)).refunds).toMatchObject([
      { amount: 59_900, reason: 'returned', status: 'due', paymentId: null },
    ]);
  });
});
