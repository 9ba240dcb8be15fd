/** Refunds that are confirmed together with one password (docs/desk.md, "Refunds of a day"). */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { refunds } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { cancel } from '../support/cancellations.ts';
import { insertOrder } from '../support/exports.ts';
import { paidOrder } from '../support/payments.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

type Answer = { results: { refundId: string; ok: boolean; status?: string; message: string }[] };
const confirm = (ids: readonly string[], more: object = {}) =>
  operator.post<Answer>('/api/desk/refunds/confirm-many', {
    refunds: ids.map((refundId) => ({ refundId, seen: 'due' })),
    password,
    ...more,
  });

/** The id of the due refund of a paid order that is cancelled. */
async function due(shopper: Person, method: 'stripe' | 'razorpay'): Promise<string> {
  const { orderId } = await paidOrder(shop, shopper, method);
  await cancel(shopper, orderId);
  const [row] = await shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId));
  return row?.id ?? '';
}
const stateOf = async (id: string) =>
  (await shop.db.read.select().from(refunds).where(eq(refunds.id, id)))[0]?.status;

test('each is sent by itself: one that the provider refuses, a cash order and an unknown one are named', async ({
  shopper,
}) => {
  const [first, refused, last] = [
    await due(shopper, 'stripe'),
    await due(shopper, 'stripe'),
    await due(shopper, 'razorpay'),
  ];
  const orderId = await insertOrder(shop.db, { status: 'Returned' });
  const cash = crypto.randomUUID();
  const row = {
    id: cash,
    orderId,
    amount: 100,
    reason: 'returned',
    status: 'due',
    createdAt: Date.now(),
  } as const;
  await shop.db.write.insert(refunds).values(row);
  const unknown = crypto.randomUUID();
  const error = { type: 'invalid_request_error', message: 'Insufficient balance.' };
  await confirm([first]);
  shop.simulators.stripe.api.inject({ fault: { status: 400, body: { error } }, path: '/v1/refunds' });
  const ids = [refused, cash, unknown, last];
  const { status, body } = await confirm(ids);
  expect([status, body.results.map(({ refundId, ok }) => [refundId, ok])]).toEqual([
    200,
    ids.map((id) => [id, id === last]),
  ]);
  expect(body.results[0]?.message).toContain('Insufficient balance.');
  await shop.simulators.settled();
  expect(await Promise.all([first, refused, cash, last].map(stateOf))).toEqual([
    'done',
    'failed',
    'due',
    'done',
  ]);
});

test('after a provider that does not answer no other is begun', async ({ shopper }) => {
  const [first, second] = [await due(shopper, 'stripe'), await due(shopper, 'stripe')];
  shop.simulators.stripe.api.inject({ fault: { status: 503 }, path: '/v1/refunds', times: 2 });
  const { body } = await confirm([first, second]);
  expect(body.results.map(({ ok }) => ok)).toEqual([false, false]);
  expect([await stateOf(first), await stateOf(second)]).toEqual(['sent', 'due']);
});

test('a wrong password sends nothing', async ({ shopper }) => {
  const id = await due(shopper, 'razorpay');
  expect((await confirm([id], { password: 'wrong password' })).status).toBe(422);
  expect(await stateOf(id)).toBe('due');
});
