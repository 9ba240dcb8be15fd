/**
 * Invoices that are issued at packing (docs/behaviour.md, "Invoices and credit notes"): once, printed with the other papers,
 * and credited when the order is cancelled.
 */
import { describe, expect, test } from 'vitest';
import { times } from '../support/client.ts';
import { invoiceOf, placed, ship, stored } from '../support/documents.ts';
import { serum } from '../support/orders.ts';
import { paidOrder, recordOf, resetBeforeEach } from '../support/payments.ts';
import { useOperator, useShopper } from '../support/people.ts';
import { reconcilePages } from '../support/reconciliation.ts';
import { stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true, store: { issueAt: 'packing' } });
const person = useShopper(shop);
const operator = useOperator(shop);
resetBeforeEach(shop);

const pack = (orderId: string) => operator.post('/api/order/move', { orderId, status: 'Packing' });
const cancel = (orderId: string, by = operator) => by.post('/api/order/cancel', { orderId, reason: 'Lost' });
const creditedWrongly = async () =>
  (await reconcilePages(operator, 'orders', 'period=day'))
    .flatMap(({ differences }) => differences)
    .filter(({ rule }) => rule === 'credit_missing');

describe('an invoice at packing', () => {
  test('is issued with the move, and not again when the parcel leaves; the papers hold it', async () => {
    const orderId = await placed(person);
    expect((await invoiceOf(person, orderId)).body.message).toBe(
      'The invoice is made when we pack your parcel.',
    );
    const moved = await operator.post<{ results: object[] }>('/api/desk/bulk/move', {
      orders: [{ orderId, seen: 1 }],
      status: 'Packing',
    });
    expect(moved.body.results).toMatchObject([{ ok: true, status: 'Packing' }]);
    const issued = await stored(shop, orderId);
    expect(issued).toMatchObject([{ kind: 'invoice', data: { total: 154_700 } }]);
    const { body } = await operator.post<{ parcels: object[]; documents: object[] }>(
      '/api/desk/orders/print/papers',
      { orderIds: [orderId], papers: ['slips', 'invoices'] },
    );
    expect([body.parcels.length, body.documents]).toMatchObject([1, [{ number: issued[0]?.number }]]);
    expect((await person.post('/api/order/userorders')).body.orders).toMatchObject([{ invoiced: true }]);
    expect((await ship(operator, orderId)).status).toBe(200);
    expect(await stored(shop, orderId)).toEqual(issued);
  });

  test('is issued at shipping for an order that was not packed', async () => {
    const orderId = await placed(person);
    await ship(operator, orderId);
    expect(await stored(shop, orderId)).toMatchObject([{ kind: 'invoice' }]);
  });

  test('is issued once, with numbers without gaps, when many pack the same orders', async () => {
    const ids = [await placed(person), await placed(person)];
    const answers = await Promise.all(times(8, (n) => pack(ids[n % 2] ?? '')));
    expect(answers.map(({ status }) => status)).toEqual(times(8, () => 200));
    const issued = (await Promise.all(ids.map((id) => stored(shop, id)))).flat();
    const [first = 0, second = 0] = issued.map(({ serial }) => serial).toSorted((a, b) => a - b);
    expect([issued.length, second - first]).toEqual([2, 1]);
  });
});

describe('a packed order with its invoice', () => {
  test('is cancelled by an operator with a credit note of all of it; the stock comes back, and it cannot be undone', async () => {
    const before = await stockOf(shop.db, serum);
    const orderId = await placed(person);
    await pack(orderId);
    const { status, body } = await cancel(orderId);
    expect([status, body.undoUntil]).toEqual([200, undefined]);
    expect(await stored(shop, orderId)).toMatchObject([
      { kind: 'invoice' },
      { kind: 'credit_note', data: { total: 154_700, reason: 'Lost' } },
    ]);
    expect(await stockOf(shop.db, serum)).toBe(before);
    expect((await operator.post('/api/order/undo', { orderId })).body.code).toBe('not_undoable');
    expect((await operator.get<{ undo: null }>(`/api/desk/orders/${orderId}`)).body.undo).toBe(null);
    expect((await cancel(orderId)).status).toBe(200);
    expect((await stored(shop, orderId)).length).toBe(2);
    expect(await creditedWrongly()).toEqual([]);
  });

  test('that was paid is cancelled by its shopper: one refund and one credit note, also of many requests at once', async () => {
    const { orderId: id } = await paidOrder(shop, person, 'razorpay');
    await pack(id);
    const answers = await Promise.all(times(6, () => cancel(id, person)));
    expect(answers.map(({ status }) => status)).toEqual(times(6, () => 200));
    const { refunds } = await recordOf(shop, id);
    const notes = (await stored(shop, id)).filter(({ kind }) => kind === 'credit_note');
    expect([refunds.length, notes.length]).toEqual([1, 1]);
    expect(notes[0]?.data).toMatchObject({ reason: 'The order was cancelled before it was sent.' });
    expect(await creditedWrongly()).toEqual([]);
  });

  test('is neither cancelled in part nor corrected, and another shopper cannot cancel it', async () => {
    const orderId = await placed(person);
    await pack(orderId);
    const lines = [{ _id: serum, keep: 1 }];
    for (const by of [person, operator])
      expect((await by.post('/api/order/cancel', { orderId, lines })).body.code).toBe('invoiced');
    expect((await cancel(orderId, await shop.person())).status).toBe(404);
    expect((await operator.post('/api/order/cancel', { orderId, reason: 'Lost', seen: 1 })).body.code).toBe(
      'changed',
    );
    expect((await stored(shop, orderId)).length).toBe(1);
  });
});
