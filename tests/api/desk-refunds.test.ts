/**
 * Refunds at the desk: the queues, and confirming with the password, which sends the money once however many operators
 * confirm (docs/behaviour.md 17.5).
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, refunds } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { tally, times } from '../support/client.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { recordOf, startOrder } from '../support/payments.ts';
import { setStatus, snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
let operator: Person;

beforeEach(async () => {
  await refillStock(shop.db);
  const { stripe } = shop.simulators;
  stripe.api.calm();
  stripe.settings.holdRefunds = false;
  stripe.webhooks.manner = 'normal';
  operator ??= await operatorWithPassword(shop);
});

type Row = {
  _id: string;
  orderId: string;
  reference: string;
  status: string;
  failure: string | null;
  confirmedBy: string | null;
};

const queue = async (name: string): Promise<Row[]> =>
  (await operator.get<{ refunds: Row[] }>(`/api/desk/refunds?queue=${name}`)).body.refunds;
const inQueue = async (name: string, orderId: string) =>
  (await queue(name)).find((row) => row.orderId === orderId);
const confirm = (refundId: string, over: object = {}, by = operator) =>
  by.post('/api/desk/refunds/confirm', { refundId, seen: 'due', password, ...over });

/** An order that was paid by card and cancelled by an operator. */
async function owed() {
  const { orderId } = (await startOrder(await shop.person(), 'stripe', { [serum]: 2 })).body;
  shop.simulators.stripe.pay(shop.simulators.stripe.sessionFor(orderId).id);
  await shop.simulators.settled();
  expect((await operator.post('/api/order/cancel', { orderId, reason: 'Called' })).status).toBe(200);
  const row = await inQueue('due', orderId);
  if (!row) throw new Error('no money has to go back');
  return { orderId, refundId: row._id, row };
}

test.each([
  ['GET', '/api/order/refunds'],
  ['POST', '/api/order/refunds/confirm'],
] as const)('%s %s no longer exists', async (method, path) => {
  const { status, body } = await operator.send(method, path, method === 'POST' ? { json: {} } : {});
  expect([status, body.code]).toEqual([404, 'not_found']);
});

test('a cancelled paid order waits in the queue; confirmed with the password, the money is sent back', async () => {
  const { orderId, refundId, row } = await owed();
  expect(row).toMatchObject({
    name: 'Asha Rao',
    method: 'stripe',
    amount: 1198,
    reason: 'cancelled',
    status: 'due',
    failure: null,
    confirmedBy: null,
    done: null,
  });
  const { status, body } = await confirm(refundId);
  expect([status, body]).toEqual([
    200,
    { success: true, message: 'The money is on its way back.', status: 'done' },
  ]);
  expect(await inQueue('due', orderId)).toBeUndefined();
  expect(await inQueue('done', orderId)).toMatchObject({ confirmedBy: 'Priya Nair', status: 'done' });
  expect(
    shop.simulators.stripe.refunds.filter(({ metadata }) => metadata?.refund === refundId),
  ).toMatchObject([{ amount: 119_800 }]);
  await shop.simulators.settled();
  expect(await recordOf(shop, orderId)).toMatchObject({
    history: [
      'shopper: Payment Pending',
      'provider: Order Placed',
      'operator: Cancelled',
      'operator: refund',
      'provider: refund',
    ],
    letters: expect.arrayContaining(['refunded']),
  });
});

describe('the password', () => {
  test.each([
    ['none', { password: undefined }],
    ['an empty one', { password: '' }],
    ['a list', { password: [password] }],
    ['a wrong one', { password: 'a long walk in Cubbon Park' }],
  ])('%s sends nothing', async (_, over) => {
    const { refundId, orderId } = await owed();
    const rows = await snapshot(shop.db, ['attempts', 'outbox']);
    const { status, body } = await confirm(refundId, over);
    expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid', ['password']]);
    expect(await snapshot(shop.db, ['attempts', 'outbox'])).toEqual(rows);
    expect(await inQueue('due', orderId)).toMatchObject({ status: 'due' });
  });

  test('wrong passwords make every attempt wait longer, also with the right one', async () => {
    const { refundId } = await owed();
    const guesser = await operatorWithPassword(shop, 'Somebody at an open laptop');
    const guess = (n: number) => confirm(refundId, { password: `guess number ${n}` }, guesser);
    expect(tally(await Promise.all(times(5, guess)))).toEqual({ 422: 5 });
    // After ten more, the wait is longer than this test.
    await shop.db.write.update(attempts).set({ count: 15, blockedUntil: 0 });
    expect((await guess(16)).status).toBe(422);
    expect((await guess(17)).status).toBe(429);
    const { status, headers } = await confirm(refundId, {}, guesser);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
    // Another operator does not have to wait.
    expect((await confirm(refundId)).status).toBe(200);
  });
});

describe('two operators at once', () => {
  test('the second learns who confirmed it and its status, and nothing is sent twice', async () => {
    const { refundId } = await owed();
    const other = await operatorWithPassword(shop, 'Vikram Iyer');
    expect((await confirm(refundId, {}, other)).status).toBe(200);
    await shop.simulators.settled();
    const rows = await snapshot(shop.db, ['attempts', 'outbox']);
    const { status, body } = await confirm(refundId);
    expect([status, body]).toEqual([
      409,
      {
        success: false,
        code: 'changed',
        message: 'Vikram Iyer was quicker. This refund is now: Sent back.',
        status: 'done',
        by: 'Vikram Iyer',
      },
    ]);
    expect(await snapshot(shop.db, ['attempts', 'outbox'])).toEqual(rows);
  });

  test('four at the same moment: one sends it', async () => {
    const { refundId, orderId } = await owed();
    const answers = await Promise.all(times(4, () => confirm(refundId)));
    const codes = tally(answers);
    // Attempts beyond the password queue get a 503; exactly one succeeds.
    expect(codes[200]).toBe(1);
    expect((codes[409] ?? 0) + (codes[503] ?? 0)).toBe(3);
    await shop.simulators.settled();
    const { history } = await recordOf(shop, orderId);
    expect(history.filter((line) => line === 'operator: refund')).toHaveLength(1);
    expect(
      shop.simulators.stripe.refunds.filter(({ metadata }) => metadata?.refund === refundId),
    ).toHaveLength(1);
  });
});

describe('a provider that refuses or does not answer', () => {
  test('a refused refund has the reason, waits again, and can be tried again', async () => {
    const { refundId, orderId } = await owed();
    const error = { type: 'invalid_request_error', message: 'Insufficient balance.' };
    shop.simulators.stripe.api.trouble({ how: { status: 400, body: { error } }, path: '/v1/refunds' });
    const { status, body } = await confirm(refundId);
    expect([status, body.code]).toEqual([409, 'refund_refused']);
    const failed = await inQueue('due', orderId);
    expect(failed).toMatchObject({ status: 'failed', failure: expect.stringMatching(/\S/) });
    expect(body.message).toContain(failed?.failure);
    const { history } = (
      await operator.get<{ history: { reason: string; shown: boolean }[] }>(`/api/desk/orders/${orderId}`)
    ).body;
    expect(history.at(-1)).toMatchObject({ reason: `The refund failed: ${failed?.failure}`, shown: false });
    // Its status has changed since it was first seen.
    expect((await confirm(refundId)).body.code).toBe('changed');
    expect((await confirm(refundId, { seen: 'failed' })).body.status).toBe('done');
    expect(await inQueue('done', orderId)).toMatchObject({ status: 'done', failure: null });
  });

  test('a lost answer leaves the refund with the provider; asking again sends nothing twice', async () => {
    const { refundId, orderId } = await owed();
    shop.simulators.stripe.webhooks.manner = 'never';
    shop.simulators.stripe.api.trouble({
      how: 'drop-after',
      path: '/v1/refunds',
      times: Number.POSITIVE_INFINITY,
    });
    const lost = await confirm(refundId);
    expect([lost.status, lost.body.code]).toEqual([503, 'provider_silent']);
    expect(await inQueue('sent', orderId)).toMatchObject({ status: 'sent', confirmedBy: 'Priya Nair' });
    shop.simulators.stripe.api.calm();
    expect((await confirm(refundId, { seen: 'sent' })).body.status).toBe('done');
    expect(
      shop.simulators.stripe.refunds.filter(({ metadata }) => metadata?.refund === refundId),
    ).toHaveLength(1);
  });

  test('a slow refund is with the provider until its webhook arrives', async () => {
    shop.simulators.stripe.settings.holdRefunds = true;
    const { refundId, orderId } = await owed();
    expect((await confirm(refundId)).body).toMatchObject({
      status: 'sent',
      message: 'The provider has taken the refund on.',
    });
    const made = shop.simulators.stripe.refunds.find(({ metadata }) => metadata?.refund === refundId);
    shop.simulators.stripe.completeRefund(made?.id ?? '');
    await shop.simulators.settled();
    expect(await inQueue('done', orderId)).toMatchObject({ status: 'done' });
  });
});

test('collected cash is refunded by hand: confirming records that it was sent', async () => {
  const person = await shop.person();
  const { order } = (await placeOrder(person, await orderOf(person, { [serum]: 1 }))).body;
  await setStatus(shop.db, order._id, 'Out for Delivery');
  const move = { orderId: order._id, status: 'Delivered', collected: true, seen: 1 };
  expect((await operator.post('/api/order/move', move)).body).toMatchObject({ status: 'Delivered', seen: 3 });
  const back = { orderId: order._id, status: 'Returned', reason: 'Leaking', restock: false, seen: 3 };
  expect((await operator.post('/api/order/move', back)).status).toBe(200);
  const row = await inQueue('due', order._id);
  expect(row).toMatchObject({ method: 'cod', reason: 'returned', amount: 599 });
  expect((await confirm(row?._id ?? '')).body.status).toBe('done');
});

test('the history of a pending order names the operator who cancelled it', async () => {
  const { orderId } = (await startOrder(await shop.person(), 'stripe')).body;
  await operator.post('/api/order/cancel', { orderId, reason: 'Called', seen: 1 });
  const { history } = (
    await operator.get<{ history: { by: string; reason: string }[] }>(`/api/desk/orders/${orderId}`)
  ).body;
  expect(history.at(-1)).toMatchObject({ by: 'Priya Nair', reason: 'Called' });
});

test('the queues have pages: waiting refunds oldest first, done ones newest first', async () => {
  const { orderId } = await owed();
  const [first] = await shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId));
  if (!first) throw new Error('no money has to go back');
  await shop.db.write.delete(refunds);
  const rows = times(130, (n) => ({
    ...first,
    id: randomUUID(),
    paymentId: null,
    createdAt: 1_790_000_000_000 + Math.floor(n / 4),
    status: n < 65 ? ('done' as const) : n % 2 ? ('due' as const) : ('failed' as const),
  }));
  await shop.db.write.insert(refunds).values(rows);
  const ordered = (done: boolean) =>
    rows
      .filter(({ status }) => (status === 'done') === done)
      .sort((a, b) => (a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)) * (done ? -1 : 1))
      .map(({ id }) => id);
  for (const name of ['due', 'done']) {
    const page = (path: string) => operator.get<{ refunds: Row[]; next: string | null }>(path);
    const one = (await page(`/api/desk/refunds?queue=${name}`)).body;
    const two = (await page(`/api/desk/refunds?queue=${name}&after=${one.next}`)).body;
    const ids = [...one.refunds, ...two.refunds].map(({ _id }) => _id);
    expect([ids, two.next]).toEqual([ordered(name === 'done'), null]);
  }
});

test.each([{ refundId: 'x' }, { refundId: undefined }, { seen: 'lost' }, { seen: undefined }])(
  '%o is refused',
  async (over) => {
    const { status, body } = await confirm(randomUUID(), over);
    expect([status, body.code]).toEqual([422, 'invalid']);
  },
);

test('an unknown refund is a 404, an unknown queue is invalid', async () => {
  expect((await confirm(randomUUID())).status).toBe(404);
  expect((await operator.get('/api/desk/refunds?queue=lost')).status).toBe(422);
});
