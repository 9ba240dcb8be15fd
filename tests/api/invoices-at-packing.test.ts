/**
 * Invoices that are issued at packing (docs/behaviour.md, "Invoices and credit notes"): once, printed with the other papers,
 * and credited when the order is cancelled.
 */
import { describe, expect } from 'vitest';
import type { Papers } from '#desk/print/print.api.ts';
import { times } from '../support/client.ts';
import { attachTracking, detailOf } from '../support/desk.ts';
import { invoiceOf, stored } from '../support/documents.ts';
import { changeSeveral, move, undo } from '../support/moves.ts';
import { placed, serum } from '../support/orders.ts';
import { recordOf } from '../support/payments.ts';
import { reconcilePages } from '../support/reconciliation.ts';
import { stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true, store: { issueAt: 'packing' } });

const pack = (orderId: string) => move(operator, orderId, 'Packing');
const cancel = (orderId: string, by = operator) => by.post('/api/order/cancel', { orderId, reason: 'Lost' });
const creditedWrongly = async () =>
  (await reconcilePages(operator, 'orders', 'period=day'))
    .flatMap(({ differences }) => differences)
    .filter(({ rule }) => rule === 'credit_missing');

describe('an invoice at packing', () => {
  test('is issued with the move, and not again when the parcel leaves; the papers hold it', async ({
    shopper,
    order: { _id: orderId, amount },
  }) => {
    expect((await invoiceOf(shopper, orderId)).body.message).toBe(
      'The invoice is made when we pack your parcel.',
    );
    const moved = await changeSeveral(operator, 'move', {
      orders: [{ orderId, seen: 1 }],
      status: 'Packing',
    });
    expect(moved.body.results).toMatchObject([{ ok: true, status: 'Packing' }]);
    const issued = await stored(shop, orderId);
    expect(issued).toMatchObject([{ kind: 'invoice', data: { total: 100 * amount } }]);
    const { body } = await operator.post<Papers>('/api/desk/orders/print/papers', {
      orderIds: [orderId],
      papers: ['slips', 'invoices'],
    });
    expect([body.parcels.length, body.documents]).toMatchObject([1, [{ number: issued[0]?.number }]]);
    expect((await shopper.post('/api/order/userorders')).body.orders).toMatchObject([{ invoiced: true }]);
    expect((await attachTracking(operator, orderId)).status).toBe(200);
    expect(await stored(shop, orderId)).toEqual(issued);
  });

  test('is issued at shipping for an order that was not packed', async ({ order: { _id: orderId } }) => {
    await attachTracking(operator, orderId);
    expect(await stored(shop, orderId)).toMatchObject([{ kind: 'invoice' }]);
  });

  test('is issued once, with numbers without gaps, when many pack the same orders', async ({
    shopper,
    order,
  }) => {
    const ids = [order._id, (await placed(shopper, { [serum]: 1 }))._id];
    const answers = await Promise.all(times(8, (n) => pack(ids[n % 2] ?? '')));
    expect(answers.map(({ status }) => status)).toEqual(times(8, () => 200));
    const issued = (await Promise.all(ids.map((id) => stored(shop, id)))).flat();
    const [first = 0, second = 0] = issued.map(({ serial }) => serial).toSorted((a, b) => a - b);
    expect([issued.length, second - first]).toEqual([2, 1]);
  });
});

describe('a packed order with its invoice', () => {
  test('is cancelled by an operator with a credit note of all of it; the stock comes back, and it cannot be undone', async ({
    order: { _id: orderId, amount },
  }) => {
    await pack(orderId);
    const { status, body } = await cancel(orderId);
    expect([status, body.undoUntil]).toEqual([200, undefined]);
    expect(await stored(shop, orderId)).toMatchObject([
      { kind: 'invoice' },
      { kind: 'credit_note', data: { total: 100 * amount, reason: 'Lost' } },
    ]);
    expect(await stockOf(shop.db, serum)).toBe(100);
    expect((await undo(operator, orderId)).body.code).toBe('not_undoable');
    expect((await detailOf(operator, orderId)).undo).toBe(null);
    expect((await cancel(orderId)).status).toBe(200);
    expect((await stored(shop, orderId)).length).toBe(2);
    expect(await creditedWrongly()).toEqual([]);
  });

  test('that was paid is cancelled by its shopper: one refund and one credit note, also of many requests at once', async ({
    shopper,
    paid: { orderId: id },
  }) => {
    await pack(id);
    const answers = await Promise.all(times(6, () => cancel(id, shopper)));
    expect(answers.map(({ status }) => status)).toEqual(times(6, () => 200));
    const { refunds } = await recordOf(shop, id);
    const notes = (await stored(shop, id)).filter(({ kind }) => kind === 'credit_note');
    expect([refunds.length, notes.length]).toEqual([1, 1]);
    expect(notes[0]?.data).toMatchObject({ reason: 'The order was cancelled before it was sent.' });
    expect(await creditedWrongly()).toEqual([]);
  });

  test('is neither cancelled in part nor corrected', async ({ shopper, order: { _id: orderId } }) => {
    await pack(orderId);
    const lines = [{ _id: serum, keep: 0 }];
    for (const by of [shopper, operator])
      expect((await by.post('/api/order/cancel', { orderId, lines })).body.code).toBe('invoiced');
    expect((await stored(shop, orderId)).length).toBe(1);
  });
});
