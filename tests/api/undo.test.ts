/** Undoing an operator's move (docs/behaviour.md, "Undo"): what it restores, until when, and what it refuses. */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { password, registerUser } from '../support/accounts.ts';
import { type Client, tally, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { useMoves } from '../support/moves.ts';
import { address, orderOf, placeOrder, serum } from '../support/orders.ts';
import { paidOrder, recordOf, resetBeforeEach } from '../support/payments.ts';
import { useOperator, useShopper } from '../support/people.ts';
import { select, snapshot, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
const operator = useOperator(shop);
resetBeforeEach(shop);

const { order, move } = useMoves(shop, person, operator);

describe('undo', () => {
  const undo = (orderId: string, seen?: number, by: Client = operator) =>
    by.post('/api/order/undo', { orderId, ...(seen !== undefined && { seen }) });
  /** The rows that an undo restores. */
  const stateOf = async (id: string) => {
    const [row] = await shop.db.read.select().from(orders).where(eq(orders.id, id));
    const { refunds, letters, flags } = await recordOf(shop, id);
    return { row, refunds, letters, stock: await stockOf(shop.db, serum), flags: flags.length };
  };
  const open = (state: object) => ({ ...state, flags: expect.any(Number) });
  const ship = (orderId: string) =>
    operator.post('/api/order/update-tracking', { orderId, trackingId: 'AWB1', courierPartner: 'DTDC' });

  test.each<[string, OrderStatus, (id: string) => Promise<{ status: number }>]>([
    ['packing', 'Order Placed', (id) => move(id, 'Packing')],
    ['delivery', 'Shipped', (id) => move(id, 'Out for Delivery')],
    [
      'delivered, with its cash',
      'Out for Delivery',
      (id) => move(id, 'Delivered', { collected: true, password }),
    ],
    ['shipped, but not its invoice', 'Packing', ship],
    ['cancelled', 'Packing', (orderId) => operator.post('/api/order/cancel', { orderId, reason: 'Lost' })],
  ])('%s: everything is as before, the history keeps both rows', async (_, before, act) => {
    const id = await order(before, 2);
    const state = await stateOf(id);
    expect((await act(id)).status).toBe(200);
    const { status: moved, history } = await recordOf(shop, id);
    const answer = await undo(id);
    expect([answer.status, answer.body.status]).toEqual([200, before]);
    expect(await stateOf(id)).toEqual(state);
    const after = await recordOf(shop, id);
    expect(after.history.slice(0, history.length)).toEqual(history);
    expect(after.history.slice(history.length)).toContain(`operator: ${before}`);
    // The same again, and then its email and cash once.
    expect((await undo(id)).body.code).toBe('not_undoable');
    expect((await act(id)).status).toBe(200);
    const again = await recordOf(shop, id);
    expect([again.status, again.paid]).toEqual([moved, moved === 'Delivered']);
    expect(new Set(again.letters).size).toBe(again.letters.length);
  });

  test('of a delivery with its cash: the audit list says both', async () => {
    const id = await order('Out for Delivery');
    await move(id, 'Delivered', { collected: true, password });
    await undo(id);
    type Entry = { did: string; orderId: string | null; detail: string | null };
    const { rows } = (await operator.get<{ rows: Entry[] }>('/api/desk/audit')).body;
    const done = rows.filter(({ orderId }) => orderId === id).map(({ did, detail }) => `${did}: ${detail}`);
    expect(done.sort()).toEqual([
      'moved an order back to Out for Delivery: Marked as Delivered by mistake.',
      'moved an order to Delivered: null',
      'recorded a payment: Cash was collected.',
      'undid recording the cash of an order: The cash was not collected.',
    ]);
  });

  test('a paid order that was cancelled: its refund and flag are gone, with the email about them', async () => {
    const { orderId } = await paidOrder(shop, person, 'stripe');
    const state = await stateOf(orderId);
    await operator.post('/api/order/cancel', { orderId, reason: 'Lost' });
    expect((await stateOf(orderId)).refunds).toHaveLength(1);
    const emails = () =>
      select<{ at: number }>(shop.db, sql`SELECT next_try_at AS at FROM outbox WHERE cause LIKE 'flag:%'`);
    const [email] = await emails();
    expect((email?.at ?? 0) - Date.now()).toBeGreaterThan(minute);
    expect((await undo(orderId)).status).toBe(200);
    expect(await stateOf(orderId)).toEqual(open(state));
    expect(await select(shop.db, sql`SELECT id FROM flags WHERE resolved_at IS NULL`)).toEqual([]);
    expect(await emails()).toEqual([]);
  });

  test('until its email is sent: two minutes, in which no run sends it', async () => {
    const id = await order('Out for Delivery');
    const { body } = await move(id, 'Delivered');
    expect(body.undoUntil - Date.now()).toBeGreaterThan(minute);
    await shop.stack.scheduled();
    const sent = async () =>
      (
        await select(
          shop.db,
          sql`SELECT id FROM outbox WHERE cause = ${`order_delivered:${id}`} AND sent_at > 0`,
        )
      ).length;
    expect(await sent()).toBe(0);
    await setClock(shop, 2 * minute);
    expect((await undo(id)).body.code).toBe('not_undoable');
    await shop.stack.scheduled();
    expect([await sent(), (await recordOf(shop, id)).status]).toEqual([1, 'Delivered']);
  });

  test('not while a run sends the email; the one to operators about the due refund stays too', async () => {
    const { orderId } = await paidOrder(shop, person, 'stripe');
    await operator.post('/api/order/cancel', { orderId, reason: 'Lost' });
    await shop.db.write.run(
      sql`UPDATE outbox SET attempts = 1 WHERE cause = ${`order_cancelled:${orderId}`}`,
    );
    expect((await undo(orderId)).body.code).toBe('not_undoable');
    expect((await recordOf(shop, orderId)).status).toBe('Cancelled');
    expect(await select(shop.db, sql`SELECT id FROM outbox WHERE cause LIKE 'flag:%'`)).toHaveLength(1);
  });

  test('four at once undo one move, and never the one before', async () => {
    const id = await order();
    await move(id, 'Packing');
    await operator.post('/api/order/cancel', { orderId: id, reason: 'Lost' });
    expect(tally(await Promise.all(times(4, () => undo(id))))).toEqual({ 200: 1, 409: 3 });
    const { status, history } = await recordOf(shop, id);
    expect([status, history.at(-1)]).toEqual(['Packing', 'operator: Packing']);
    expect(await stockOf(shop.db, serum)).toBe(99);
  });

  test('an outdated undo, and one of a return, change nothing', async () => {
    const id = await order('Delivered');
    await move(id, 'Returned');
    const rows = await snapshot(shop.db, []);
    expect((await undo(id, 1)).body.code).toBe('changed');
    expect((await undo(id)).body.code).toBe('not_undoable');
    expect(await snapshot(shop.db, [])).toEqual(rows);
  });

  test('an order whose buyer has deleted the account stays as it is', async () => {
    const buyer = await registerUser(shop);
    const { body } = await placeOrder(buyer, await orderOf(buyer, { [serum]: 1 }));
    const id: string = body.order._id;
    await operator.post('/api/order/cancel', { orderId: id, reason: 'Lost' });
    expect((await buyer.post('/api/user/delete', { password })).status).toBe(200);
    expect((await undo(id)).status).toBe(409);
    expect((await recordOf(shop, id)).status).toBe('Cancelled');
  });

  test('a cancelled order whose pieces were sold meanwhile stays cancelled', async () => {
    const id = await order('Packing', 3);
    await operator.post('/api/order/cancel', { orderId: id, reason: 'Lost' });
    await shop.db.write.run(sql`UPDATE products SET stock = 2 WHERE id = ${serum}`);
    const rows = await snapshot(shop.db, []);
    expect((await undo(id)).body.code).toBe('taken');
    expect(await snapshot(shop.db, [])).toEqual(rows);
  });

  test('an order with an invoice waits for its parcel: it is not edited, ships with the same, or is cancelled with a credit note', async () => {
    const id = await order('Packing', 2);
    const invoices = () => select(shop.db, sql`SELECT number, data FROM documents WHERE order_id = ${id}`);
    await ship(id);
    const issued = await invoices();
    await undo(id);
    const lines = [{ _id: serum, keep: 1 }];
    for (const by of [person, operator])
      expect((await by.post('/api/order/cancel', { orderId: id, lines })).body.code).toBe('invoiced');
    const corrected = await operator.post('/api/order/correct', { orderId: id, address });
    expect(corrected.body.code).toBe('invoiced');
    expect((await ship(id)).status).toBe(200);
    expect([issued.length, await invoices()]).toEqual([1, issued]);
    await undo(id);
    expect((await operator.post('/api/order/cancel', { orderId: id, reason: 'Lost' })).status).toBe(200);
    expect((await invoices()).length).toBe(2);
  });
});
