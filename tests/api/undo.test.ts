/** Undoing an operator's move (docs/behaviour.md, "Undo"): what it restores, until when, and what it refuses. */

import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { password, registerUser } from '../support/accounts.ts';
import { minute, setClock } from '../support/clock.ts';
import { attachTracking } from '../support/desk.ts';
import { move, orderAt, undo } from '../support/moves.ts';
import { address, placed, serum } from '../support/orders.ts';
import { recordOf } from '../support/payments.ts';
import { countRows, select, setStock, snapshot, stockOf, storedOrder } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

/** The rows that an undo restores. */
async function stateOf(id: string) {
  const { refunds, emails, flags } = await recordOf(shop, id);
  const row = await storedOrder(shop.db, id);
  return { row, refunds, emails, stock: await stockOf(shop.db, serum), flags: flags.length };
}
const codeOfUndo = async (id: string) => (await undo(operator, id)).body.code;
const cancel = (orderId: string) => operator.post('/api/order/cancel', { orderId, reason: 'Lost' });

test.for([
  ['packing', 'Order Placed', (id: string) => move(operator, id, 'Packing')],
  ['delivery', 'Shipped', (id: string) => move(operator, id, 'Out for Delivery')],
  [
    'delivered, with its cash',
    'Out for Delivery',
    (id: string) => move(operator, id, 'Delivered', { collected: true, password }),
  ],
  ['shipped, but not its invoice', 'Packing', (id: string) => attachTracking(operator, id)],
  ['cancelled', 'Packing', cancel],
] as const)(
  '%s: everything is as before, the history keeps both rows',
  async ([, before, act], { shopper }) => {
    const id = await orderAt(shop, shopper, before, 2);
    const state = await stateOf(id);
    expect((await act(id)).status).toBe(200);
    const { status: moved, history } = await recordOf(shop, id);
    const answer = await undo(operator, id);
    expect([answer.status, answer.body.status]).toEqual([200, before]);
    expect(await stateOf(id)).toEqual(state);
    const after = await recordOf(shop, id);
    expect(after.history.slice(0, history.length)).toEqual(history);
    expect(after.history.slice(history.length)).toContain(`operator: ${before}`);
    // The move again, and then its email and cash once.
    expect((await act(id)).status).toBe(200);
    const again = await recordOf(shop, id);
    expect([again.status, again.paid]).toEqual([moved, moved === 'Delivered']);
    expect(new Set(again.emails).size).toBe(again.emails.length);
  },
);

test('of a delivery with its cash: the audit list says both', async ({ shopper }) => {
  const id = await orderAt(shop, shopper, 'Out for Delivery');
  await move(operator, id, 'Delivered', { collected: true, password });
  await undo(operator, id);
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

test('a paid order that was cancelled: its refund and flag are gone, with the email about them', async ({
  paid: { orderId },
}) => {
  const state = await stateOf(orderId);
  await cancel(orderId);
  expect((await stateOf(orderId)).refunds).toHaveLength(1);
  const emails = () =>
    select<{ at: number }>(shop.db, sql`SELECT next_try_at AS at FROM outbox WHERE cause LIKE 'flag:%'`);
  const [email] = await emails();
  expect((email?.at ?? 0) - Date.now()).toBeGreaterThan(minute);
  expect((await undo(operator, orderId)).status).toBe(200);
  expect(await stateOf(orderId)).toEqual({ ...state, flags: expect.any(Number) });
  expect(await select(shop.db, sql`SELECT id FROM flags WHERE resolved_at IS NULL`)).toEqual([]);
  expect(await emails()).toEqual([]);
});

test('until its email is sent: two minutes, in which no run sends it', async ({ shopper }) => {
  const id = await orderAt(shop, shopper, 'Out for Delivery');
  const { body } = await move(operator, id, 'Delivered');
  expect(body.undoUntil - Date.now()).toBeGreaterThan(minute);
  await shop.stack.scheduled();
  const sent = () => countRows(shop.db, 'outbox', sql`cause = ${`order_delivered:${id}`} AND sent_at > 0`);
  expect(await sent()).toBe(0);
  await setClock(shop, 2 * minute);
  expect(await codeOfUndo(id)).toBe('not_undoable');
  await shop.stack.scheduled();
  expect([await sent(), (await recordOf(shop, id)).status]).toEqual([1, 'Delivered']);
});

test('not while a run sends the email; the one to operators about the due refund stays too', async ({
  paid: { orderId },
}) => {
  await cancel(orderId);
  await shop.db.write.run(sql`UPDATE outbox SET attempts = 1 WHERE cause = ${`order_cancelled:${orderId}`}`);
  expect(await codeOfUndo(orderId)).toBe('not_undoable');
  expect((await recordOf(shop, orderId)).status).toBe('Cancelled');
  expect(await select(shop.db, sql`SELECT id FROM outbox WHERE cause LIKE 'flag:%'`)).toHaveLength(1);
});

test('never a return', async ({ shopper }) => {
  const id = await orderAt(shop, shopper, 'Delivered');
  await move(operator, id, 'Returned');
  const rows = await snapshot(shop.db, ['outbox']);
  expect(await codeOfUndo(id)).toBe('not_undoable');
  expect(await snapshot(shop.db, ['outbox'])).toEqual(rows);
});

test('an order whose buyer has deleted the account stays as it is', async () => {
  const buyer = await registerUser(shop);
  const { _id: id } = await placed(buyer);
  await cancel(id);
  expect((await buyer.post('/api/user/delete', { password })).status).toBe(200);
  expect((await undo(operator, id)).status).toBe(409);
  expect((await recordOf(shop, id)).status).toBe('Cancelled');
});

test('a cancelled order whose pieces were sold meanwhile stays cancelled', async ({ shopper }) => {
  const id = await orderAt(shop, shopper, 'Packing', 3);
  await cancel(id);
  await setStock(shop.db, serum, 2);
  const rows = await snapshot(shop.db);
  expect(await codeOfUndo(id)).toBe('taken');
  expect(await snapshot(shop.db)).toEqual(rows);
});

test('an order with an invoice waits for its parcel: it is not edited, ships with the same, or is cancelled with a credit note', async ({
  shopper,
}) => {
  const id = await orderAt(shop, shopper, 'Packing', 2);
  const invoices = () => select(shop.db, sql`SELECT number, data FROM documents WHERE order_id = ${id}`);
  await attachTracking(operator, id);
  const issued = await invoices();
  await undo(operator, id);
  const lines = [{ _id: serum, keep: 1 }];
  for (const by of [shopper, operator])
    expect((await by.post('/api/order/cancel', { orderId: id, lines })).body.code).toBe('invoiced');
  const corrected = await operator.post('/api/order/correct', { orderId: id, address });
  expect(corrected.body.code).toBe('invoiced');
  expect((await attachTracking(operator, id)).status).toBe(200);
  expect([issued.length, await invoices()]).toEqual([1, issued]);
  await undo(operator, id);
  expect((await cancel(id)).status).toBe(200);
  expect((await invoices()).length).toBe(2);
});
