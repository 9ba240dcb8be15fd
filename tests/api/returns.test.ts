/** Returns of delivered orders (docs/behaviour.md, "Returns"): from the request to the refund, and what cannot be returned. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orderEvents, outbox, returns, sessions } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { day, setClock } from '../support/clock.ts';
import { cashTransfer, confirmRefund } from '../support/desk.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { move } from '../support/moves.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { paidOrder } from '../support/payments.ts';
import { refundingOf } from '../support/refund-parts.ts';
import {
  accepting,
  approvedReturn,
  checkReturn,
  lastReturn,
  moveReturn,
  readOrder,
  requestReturn,
  returning,
  upi,
} from '../support/returns.ts';
import { deliver } from '../support/reviews.ts';
import { stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true });
const test = plain
  /** Of an order that was paid online and delivered: three serums, two toners. */
  .extend('orderId', async ({ shopper }) => {
    const { orderId } = await paidOrder(shop, shopper, 'razorpay', { [serum]: 3, [toner]: 2 });
    await deliver(operator, orderId);
    return orderId;
  })
  .extend('refunding', ({ shopper }) => refundingOf(shop, shopper, operator));

test('two of three pieces: requested, approved, picked up, checked, refunded; money, stock, papers and history agree', async ({
  shopper,
  orderId,
  refunding,
}) => {
  const returnable = async () => (await readOrder(shopper, orderId)).returnable?.items;
  expect(await returnable()).toEqual([
    { _id: serum, name: expect.any(String), quantity: 3, onlyFaulty: false, exchanges: [], replaceable: 97 },
    { _id: toner, name: expect.any(String), quantity: 2, onlyFaulty: false, exchanges: [], replaceable: 98 },
  ]);
  const asked = await requestReturn(shopper, orderId, [returning(serum, 2)], { note: 'Too rich' });
  expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('please send nothing')]);
  const one = await lastReturn(shopper, orderId);
  expect(one).toMatchObject({ status: 'Requested', note: 'Too rich', items: [{ _id: serum, quantity: 2 }] });
  expect((await returnable())?.map(({ quantity }) => quantity)).toEqual([1, 2]);

  const { body: queue } = await operator.get<{ rows: { id: string }[] }>('/api/desk/returns');
  expect(queue.rows.find(({ id }) => id === one._id)).toMatchObject({
    reference: one.reference,
    lines: [{ position: 0, quantity: 2, reason: 'does_not_suit' }],
    paid: true,
  });
  expect((await operator.get<{ returns: number }>('/api/desk/menu')).body.returns).toBeGreaterThan(0);
  expect(
    (await moveReturn(operator, one._id, 'Requested', 'Approved', 'Delhivery comes on Tuesday.')).status,
  ).toBe(200);
  expect((await moveReturn(operator, one._id, 'Approved', 'In Transit')).status).toBe(200);
  const before = (await stockOf(shop.db, serum)) ?? 0;
  const checked = await checkReturn(operator, one._id, [accepting(0, 2)], 'In Transit');
  expect([checked.status, checked.body.message]).toEqual([200, expect.stringContaining('₹1,198.00')]);
  expect(await stockOf(shop.db, serum)).toBe(before + 2);
  await refunding.expectSums(orderId);
  const { refunds } = await refunding.stored(orderId);
  expect(await lastReturn(shopper, orderId)).toMatchObject({ status: 'Checked', amount: 1198 });
  await confirmRefund(shop, operator, refunds[0]?.id ?? '');
  expect(await lastReturn(shopper, orderId)).toMatchObject({
    status: 'Refunded',
    refundedAt: expect.any(String),
  });
  expect((await readOrder(shopper, orderId)).status).toBe('Delivered');

  const emails = await shop.db.read.select({ content: outbox.content, cause: outbox.cause }).from(outbox);
  const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
  const steps = events.filter(({ kind }) => kind === 'return');
  expect(steps.map(({ actor }) => actor)).toEqual(['shopper', 'operator', 'operator', 'operator']);
  for (const { id, reason } of steps.filter((_, n) => n !== 2))
    expect(
      emails.filter(({ cause }) => cause === `order_changed:${id}`),
      reason ?? '',
    ).toHaveLength(1);
});

test('a guest who paid in cash says where the money goes: encrypted, read at the refund, gone after it', async () => {
  const guest = await newGuest(shop);
  const { orderId } = await guestOrder(guest, { [serum]: 1 });
  await deliver(operator, orderId);
  const lines = [returning(serum, 1)];
  expect((await requestReturn(guest, orderId, lines)).body.fields.payout).toContain('where we should send');
  const wrong = await requestReturn(guest, orderId, lines, { payout: { kind: 'upi', upiId: 'asha' } });
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['payout.upiId']]);
  expect((await requestReturn(guest, orderId, lines, { payout: upi })).status).toBe(200);
  const one = await lastReturn(guest, orderId);
  const stored = async () => (await shop.db.read.select().from(returns).where(eq(returns.id, one._id)))[0];
  expect((await stored())?.payout).toMatch(/^[\w-]{40,}$/);
  await moveReturn(operator, one._id, 'Requested', 'Approved');
  const accepted = [accepting(0, 1, { restock: false })];
  const early = await checkReturn(operator, one._id, accepted);
  expect([early.status, early.body.code]).toEqual([409, 'not_paid']);
  expect((await move(operator, orderId, 'Delivered', { collected: true, password })).status).toBe(200);
  expect((await checkReturn(operator, one._id, accepted)).status).toBe(200);
  const refundId = (await stored())?.refundId ?? '';
  const { body } = await operator.post<{ payouts: string[] }>('/api/desk/refunds/payout', { refundId });
  expect(body.payouts).toEqual(['UPI: asha@okhdfcbank']);
  const { body: list } = await operator.get<{ rows: object[] }>('/api/desk/audit');
  expect(list.rows[0]).toMatchObject({ did: 'read where a refund goes', about: refundId });
  expect((await confirmRefund(shop, operator, refundId, 'due', cashTransfer)).status).toBe(200);
  expect((await stored())?.payout).toBeNull();
  expect(await lastReturn(guest, orderId)).toMatchObject({ status: 'Refunded' });
});

test('not more than was bought, twice, another product, one that is not delivered, or after the last day', async ({
  shopper,
  orderId,
  refunding,
}) => {
  const refused = async (line: object, id = orderId) => {
    const { status, body } = await requestReturn(shopper, id, [line]);
    return [status, body.code];
  };
  expect(await refused(returning(serum, 4))).toEqual([409, 'too_many']);
  expect(await refused(returning(cream))).toEqual([422, 'invalid']);
  expect(await refused(returning(serum, 3))).toEqual([200, undefined]);
  expect(await refused(returning(serum))).toEqual([409, 'too_many']);
  const { orderId: shipped } = await refunding.shipped('razorpay', { [serum]: 1 });
  expect(await refused(returning(serum), shipped)).toEqual([409, 'not_delivered']);
  await setClock(shop, 31 * day);
  // The session would have ended by then.
  await shop.db.write.update(sessions).set({ expiresAt: Date.now() + 90 * day });
  expect(await refused(returning(toner))).toEqual([409, 'too_late']);
  expect((await readOrder(shopper, orderId)).returnable).toBeNull();
});

test('two operators at one return: the first step counts, and the second reads what it is now', async ({
  shopper,
  orderId,
}) => {
  await requestReturn(shopper, orderId, [returning(serum, 1), returning(toner, 2)]);
  const one = await lastReturn(shopper, orderId);
  const answers = await Promise.all([
    moveReturn(operator, one._id, 'Requested', 'Approved'),
    moveReturn(operator, one._id, 'Requested', 'Declined', 'It was used up.'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { status } = await lastReturn(shopper, orderId);
  expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'changed', status });
  const silent = { returnId: one._id, seen: 'Requested', to: 'Declined' };
  const { body } = await operator.post('/api/desk/returns/move', silent);
  expect(body.fields).toEqual({ answer: 'Please tell the shopper why.' });
});

test('a part is accepted, the rest is not: only that is refunded', async ({
  shopper,
  orderId,
  refunding,
}) => {
  const id = await approvedReturn(operator, shopper, orderId, [returning(serum, 3)]);
  expect((await checkReturn(operator, id, [accepting(0, 4)])).status).toBe(422);
  expect((await checkReturn(operator, id, [accepting(0, 0)])).body.code).toBe('nothing_accepted');
  expect((await checkReturn(operator, id, [accepting(0, 1)])).status).toBe(200);
  expect((await refunding.stored(orderId)).given.map(({ quantity }) => quantity)).toEqual([1]);
});

test('the shopper cancels until it is sent; the pieces can then be returned again', async ({
  shopper,
  orderId,
}) => {
  const pieces = [returning(serum, 3)];
  const cancelReturn = (returnId: string, seen: string) =>
    shopper.post('/api/order/returns/cancel', { returnId, seen });
  await requestReturn(shopper, orderId, pieces);
  expect((await cancelReturn((await lastReturn(shopper, orderId))._id, 'Requested')).status).toBe(200);
  const again = await approvedReturn(operator, shopper, orderId, pieces);
  expect((await lastReturn(shopper, orderId)).reference).toMatch(/-R2$/);
  await moveReturn(operator, again, 'Approved', 'In Transit');
  expect((await cancelReturn(again, 'In Transit')).body.code).toBe('changed');
});

test('the whole order comes back: its delivery fee too', async ({ shopper, refunding }) => {
  const orderId = await refunding.withCourier();
  await move(operator, orderId, 'Delivered', { collected: true, password });
  const all = [returning(serum, 3), returning(toner, 2)];
  const id = await approvedReturn(operator, shopper, orderId, all, { payout: upi });
  expect((await checkReturn(operator, id, [accepting(0, 3), accepting(1, 2)])).status).toBe(200);
  await refunding.expectAllGivenBack(orderId);
});
