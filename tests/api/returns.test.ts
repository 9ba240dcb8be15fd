/** Returns of delivered orders (docs/behaviour.md, "Returns"): from the request to the refund, and what cannot be returned. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orderEvents, outbox, products, returns, sessions } from '#db/schema/index.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import type { ApiReturn } from '#domain/returns/return.ts';
import { password } from '../support/accounts.ts';
import { type Client, tally } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import { cashTransfer, confirmRefund, useOperatorWithPassword } from '../support/desk.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { serum, toner } from '../support/orders.ts';
import { resetBeforeEach } from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { refundingOf } from '../support/refund-parts.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
const operator = useOperatorWithPassword(shop);
resetBeforeEach(shop);

const upi = { kind: 'upi', upiId: 'asha@okhdfcbank' };
const returning = (_id: string, quantity = 1, reason = 'does_not_suit') => ({ _id, quantity, reason });
const request = (client: Client, orderId: string, lines: object[], more: object = {}) =>
  client.post('/api/order/returns/request', { orderId, lines, method: 'pickup', ...more });
const ask = (orderId: string, lines: object[], more: object = {}) => request(person, orderId, lines, more);
const move = (returnId: string, seen: string, to: string, answer?: string) =>
  operator.post('/api/desk/returns/move', { returnId, seen, to, answer });
const check = (returnId: string, seen: string, lines: object[], answer?: string) =>
  operator.post('/api/desk/returns/check', { returnId, seen, lines, answer });
const accepting = (position: number, accepted: number, restock = true) => ({ position, accepted, restock });
const refunding = () => refundingOf(shop, person, operator);
const stockOf = async (id: string) =>
  (await shop.db.read.select({ stock: products.stock }).from(products).where(eq(products.id, id)))[0]?.stock;

async function orderOf(client: Client, orderId: string): Promise<ApiOrder> {
  const { body } = await client.post<{ orders: ApiOrder[] }>('/api/order/userorders', {});
  const order = body.orders.find(({ _id }) => _id === orderId);
  if (!order) throw new Error('no such order');
  return order;
}
const returnable = async (orderId: string) => (await orderOf(person, orderId)).returnable?.items;
const returnsOf = async (orderId: string, client: Client = person): Promise<ApiReturn[]> =>
  (await orderOf(client, orderId)).returns;
const lastReturn = async (orderId: string, client: Client = person): Promise<ApiReturn> => {
  const one = (await returnsOf(orderId, client)).at(-1);
  if (!one) throw new Error('no return');
  return one;
};

/** An order that was paid online and delivered: three serums, two toners. */
async function delivered() {
  const { shipped } = refunding();
  const { orderId } = await shipped('razorpay');
  for (const status of ['Out for Delivery', 'Delivered'])
    expect((await operator.post('/api/order/move', { orderId, status })).status).toBe(200);
  return orderId;
}

test('two of three pieces: requested, approved, picked up, checked, refunded; money, stock, papers and history agree', async () => {
  const orderId = await delivered();
  expect(await returnable(orderId)).toEqual([
    { _id: serum, name: expect.any(String), quantity: 3, onlyFaulty: false, exchanges: [], replaceable: 97 },
    { _id: toner, name: expect.any(String), quantity: 2, onlyFaulty: false, exchanges: [], replaceable: 98 },
  ]);
  const asked = await ask(orderId, [returning(serum, 2)], { note: 'Too rich' });
  expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('please send nothing')]);
  const one = await lastReturn(orderId);
  expect(one).toMatchObject({ status: 'Requested', note: 'Too rich', items: [{ _id: serum, quantity: 2 }] });
  expect((await returnable(orderId))?.map(({ quantity }) => quantity)).toEqual([1, 2]);

  const { body: queue } = await operator.get<{ rows: { id: string }[] }>('/api/desk/returns');
  expect(queue.rows.find(({ id }) => id === one._id)).toMatchObject({
    reference: one.reference,
    lines: [{ position: 0, quantity: 2, reason: 'does_not_suit' }],
    paid: true,
  });
  expect((await operator.get<{ returns: number }>('/api/desk/menu')).body.returns).toBeGreaterThan(0);
  expect((await move(one._id, 'Requested', 'Approved', 'Delhivery comes on Tuesday.')).status).toBe(200);
  expect((await move(one._id, 'Approved', 'In Transit')).status).toBe(200);
  const before = (await stockOf(serum)) ?? 0;
  const checked = await check(one._id, 'In Transit', [accepting(0, 2)]);
  expect([checked.status, checked.body.message]).toEqual([200, expect.stringContaining('₹1,198.00')]);
  expect(await stockOf(serum)).toBe(before + 2);
  const { expectSums, stored } = refunding();
  await expectSums(orderId);
  const { refunds } = await stored(orderId);
  expect(await lastReturn(orderId)).toMatchObject({ status: 'Checked', amount: 1198 });
  await confirmRefund(shop, operator, refunds[0]?.id ?? '');
  expect(await lastReturn(orderId)).toMatchObject({ status: 'Refunded', refundedAt: expect.any(String) });
  expect((await orderOf(person, orderId)).status).toBe('Delivered');

  const emails = await shop.db.read.select({ letter: outbox.letter, cause: outbox.cause }).from(outbox);
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
  await operator.post('/api/order/update-tracking', { orderId, trackingId: 'AWB1', courierPartner: 'DTDC' });
  for (const status of ['Out for Delivery', 'Delivered'])
    await operator.post('/api/order/move', { orderId, status });
  const lines = [returning(serum, 1)];
  expect((await request(guest, orderId, lines)).body.fields.payout).toContain('where we should send');
  const wrong = await request(guest, orderId, lines, { payout: { kind: 'upi', upiId: 'asha' } });
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['payout.upiId']]);
  expect((await request(guest, orderId, lines, { payout: upi })).status).toBe(200);
  const one = await lastReturn(orderId, guest);
  const stored = async () => (await shop.db.read.select().from(returns).where(eq(returns.id, one._id)))[0];
  expect((await stored())?.payout).toMatch(/^[\w-]{40,}$/);
  await move(one._id, 'Requested', 'Approved');
  const early = await check(one._id, 'Approved', [accepting(0, 1, false)]);
  expect([early.status, early.body.code]).toEqual([409, 'not_paid']);
  const paid = { orderId, status: 'Delivered', collected: true, password };
  expect((await operator.post('/api/order/move', paid)).status).toBe(200);
  expect((await check(one._id, 'Approved', [accepting(0, 1, false)])).status).toBe(200);
  const refundId = (await stored())?.refundId ?? '';
  const { body } = await operator.post<{ payouts: string[] }>('/api/desk/refunds/payout', { refundId });
  expect(body.payouts).toEqual(['UPI: asha@okhdfcbank']);
  const { body: list } = await operator.get<{ rows: object[] }>('/api/desk/audit');
  expect(list.rows[0]).toMatchObject({ did: 'read where a refund goes', about: refundId });
  expect(
    (await operator.post('/api/desk/refunds/confirm', { refundId, seen: 'due', password, ...cashTransfer }))
      .status,
  ).toBe(200);
  expect((await stored())?.payout).toBeNull();
  expect(await lastReturn(orderId, guest)).toMatchObject({ status: 'Refunded' });
});

describe('what cannot be returned', () => {
  test('more than was bought, twice, another product, one that is not delivered, after the last day', async () => {
    const orderId = await delivered();
    const refused = async (lines: object[]) => {
      const { status, body } = await ask(orderId, lines);
      return [status, body.code];
    };
    expect(await refused([returning(serum, 4)])).toEqual([409, 'too_many']);
    expect(await refused([returning('barrier-cream')])).toEqual([422, 'invalid']);
    expect((await ask(orderId, [returning(serum, 3)])).status).toBe(200);
    expect(await refused([returning(serum, 1)])).toEqual([409, 'too_many']);
    const { orderId: shipped } = await refunding().shipped('razorpay', { [serum]: 1 });
    expect((await ask(shipped, [returning(serum)])).body.code).toBe('not_delivered');
    const other = await newGuest(shop);
    expect((await request(other, orderId, [returning(toner)])).status).toBe(404);
    await setClock(shop, 31 * day);
    // The session would have ended by then.
    await shop.db.write.update(sessions).set({ expiresAt: Date.now() + 90 * day });
    const late = await ask(orderId, [returning(toner)]);
    expect([late.status, late.body.code]).toEqual([409, 'too_late']);
    expect((await orderOf(person, orderId)).returnable).toBeNull();
  });

  test('ten requests at once for the same three pieces: one return', async () => {
    const orderId = await delivered();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(orderId, [returning(serum, 3)])));
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
    expect(await returnsOf(orderId)).toHaveLength(1);
  });
});

test('two operators at one return: the first step counts, and the second reads what it is now', async () => {
  const orderId = await delivered();
  await ask(orderId, [returning(serum, 1), returning(toner, 2)]);
  const one = await lastReturn(orderId);
  const answers = await Promise.all([
    move(one._id, 'Requested', 'Approved'),
    move(one._id, 'Requested', 'Declined', 'It was used up.'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { status } = await lastReturn(orderId);
  expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'changed', status });
  expect((await move(one._id, 'Requested', 'Declined')).body.fields).toEqual({
    answer: 'Please tell the shopper why.',
  });
});

test('a part is accepted, the rest is not: only that is refunded, and a second check changes nothing', async () => {
  const orderId = await delivered();
  await ask(orderId, [returning(serum, 3)]);
  const one = await lastReturn(orderId);
  await move(one._id, 'Requested', 'Approved');
  expect((await check(one._id, 'Approved', [accepting(0, 4)])).status).toBe(422);
  expect((await check(one._id, 'Approved', [accepting(0, 0)])).body.code).toBe('nothing_accepted');
  const both = await Promise.all([
    check(one._id, 'Approved', [accepting(0, 1)]),
    check(one._id, 'Approved', [accepting(0, 1)]),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { stored } = refunding();
  expect((await stored(orderId)).given.map(({ quantity }) => quantity)).toEqual([1]);
});

test('the shopper cancels until it is sent; the pieces can then be returned again', async () => {
  const orderId = await delivered();
  await ask(orderId, [returning(serum, 3)]);
  const one = await lastReturn(orderId);
  const cancel = (seen: string) => person.post('/api/order/returns/cancel', { returnId: one._id, seen });
  expect(
    (
      await newGuest(shop).then((guest) =>
        guest.post('/api/order/returns/cancel', { returnId: one._id, seen: 'Requested' }),
      )
    ).status,
  ).toBe(404);
  expect((await cancel('Requested')).status).toBe(200);
  expect((await cancel('Requested')).body.code).toBe('changed');
  expect((await ask(orderId, [returning(serum, 3)])).status).toBe(200);
  const again = await lastReturn(orderId);
  expect(again.reference).toMatch(/-R2$/);
  await move(again._id, 'Requested', 'Approved');
  await move(again._id, 'Approved', 'In Transit');
  const late = await person.post('/api/order/returns/cancel', { returnId: again._id, seen: 'In Transit' });
  expect(late.body.code).toBe('changed');
});

test('the whole order comes back: its delivery fee too', async () => {
  const { withCourier, expectAllGivenBack } = refunding();
  const orderId = await withCourier();
  await operator.post('/api/order/move', { orderId, status: 'Delivered', collected: true, password });
  await ask(orderId, [returning(serum, 3), returning(toner, 2)], { payout: upi });
  const one = await lastReturn(orderId);
  await move(one._id, 'Requested', 'Approved');
  expect((await check(one._id, 'Approved', [accepting(0, 3), accepting(1, 2)])).status).toBe(200);
  await expectAllGivenBack(orderId);
});
