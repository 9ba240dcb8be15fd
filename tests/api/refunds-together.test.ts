/** Refunds that are confirmed together with one password (docs/desk.md, "Refunds of a day"). */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { refunds } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { insertOrder } from '../support/exports.ts';
import { paidOrder, recordOf, resetBeforeEach } from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
let operator: Person;
beforeAll(async () => {
  operator = await operatorWithPassword(shop);
});
resetBeforeEach(shop);

type Answer = { results: { refundId: string; ok: boolean; status?: string; message: string }[] };
const confirm = (ids: readonly string[], more: object = {}) =>
  operator.post<Answer>('/api/desk/refunds/confirm-many', {
    refunds: ids.map((refundId) => ({ refundId, seen: 'due' })),
    password,
    ...more,
  });

/** The due refund of a paid order that is cancelled. */
async function due(method: 'stripe' | 'razorpay') {
  const { orderId } = await paidOrder(shop, person, method);
  await person.post('/api/order/cancel', { orderId });
  const [row] = await shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId));
  return { orderId, id: row?.id ?? '' };
}
const stateOf = async (id: string) =>
  (await shop.db.read.select().from(refunds).where(eq(refunds.id, id)))[0]?.status;

test('each is sent by itself: one that the provider refuses, a cash order and an unknown one are named', async () => {
  const [first, refused, last] = [await due('stripe'), await due('stripe'), await due('razorpay')];
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
  await confirm([first.id]);
  shop.simulators.stripe.api.inject({ fault: { status: 400, body: { error } }, path: '/v1/refunds' });
  const ids = [refused.id, cash, unknown, last.id];
  const { status, body } = await confirm(ids);
  expect([status, body.results.map(({ refundId, ok }) => [refundId, ok])]).toEqual([
    200,
    ids.map((id) => [id, id === last.id]),
  ]);
  expect(body.results[0]?.message).toContain('Insufficient balance.');
  await shop.simulators.settled();
  expect(await Promise.all([first.id, refused.id, cash, last.id].map(stateOf))).toEqual([
    'done',
    'failed',
    'due',
    'done',
  ]);
});

test('after a provider that does not answer no other is begun', async () => {
  const [first, second] = [await due('stripe'), await due('stripe')];
  shop.simulators.stripe.api.inject({ fault: { status: 503 }, path: '/v1/refunds', times: 2 });
  const { body } = await confirm([first.id, second.id]);
  expect(body.results.map(({ ok }) => ok)).toEqual([false, false]);
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['sent', 'due']);
});

test('a wrong password sends nothing; two operators at once send each refund once', async () => {
  const { id, orderId } = await due('razorpay');
  expect((await confirm([id], { password: 'wrong password' })).status).toBe(422);
  expect(await stateOf(id)).toBe('due');
  const answers = await Promise.all([confirm([id]), confirm([id])]);
  await shop.simulators.settled();
  expect(answers.flatMap(({ body }) => body.results.map(({ ok }) => ok)).toSorted()).toEqual([false, true]);
  expect((await recordOf(shop, orderId)).refunds.length).toBe(1);
});
