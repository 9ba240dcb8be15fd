/**
 * Recording cash asks for the operator's password (docs/operations.md, "What one operator can do alone"): of one order, of
 * several, and of a courier's file. One confirmation is enough for all requests of a batch.
 */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { useMoves } from '../support/moves.ts';
import { refillStock } from '../support/orders.ts';
import { useOperator, useShopper } from '../support/people.ts';
import { snapshot } from '../support/rows.ts';
import { operatorWithFactor } from '../support/second-factor.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const person = useShopper(shop);
const operator = useOperator(shop);
const { order } = useMoves(shop, person, operator);
beforeEach(() => refillStock(shop.db));

const seenOf = async (orderId: string) =>
  (await operator.get<{ seen: number }>(`/api/desk/orders/${orderId}`)).body.seen;
const stateOf = async (orderId: string) => {
  const [row] = await shop.db.read.select().from(orders).where(eq(orders.id, orderId));
  return [row?.status, row?.paid];
};

/** The three screens: each records the cash of an order that is out for delivery. */
const screens: [string, (orderId: string, seen: number) => [path: string, json: object]][] = [
  ['an order', (orderId) => ['/api/order/move', { orderId, status: 'Delivered' }]],
  [
    'several orders',
    (orderId, seen) => ['/api/desk/bulk/move', { orders: [{ orderId, seen }], status: 'Delivered' }],
  ],
  [
    'a courier’s file',
    (orderId, seen) => [
      '/api/desk/bulk/reported',
      { orders: [{ orderId, seen, state: 'delivered', note: 'Delivered' }], restock: false },
    ],
  ],
];

describe.each(screens)('%s', (_, requestOf) => {
  test('without the password, or with a wrong one, nothing is written; with it the cash is recorded', async () => {
    const orderId = await order('Out for Delivery');
    const [path, json] = requestOf(orderId, await seenOf(orderId));
    const ask = (more: object) => operator.post<DeskRefusal>(path, { ...json, collected: true, ...more });
    const before = await snapshot(shop.db, ['attempts']);
    for (const more of [{}, { password: 'not the one' }, { password: '' }]) {
      const { status, body } = await ask(more);
      expect([status, body.fields.password]).toEqual([422, expect.stringMatching(/password/i)]);
    }
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    expect(await stateOf(orderId)).toEqual(['Out for Delivery', false]);
    expect((await ask({ password })).status).toBe(200);
    expect(await stateOf(orderId)).toEqual(['Delivered', true]);
  });

  test('without cash it asks for nothing', async () => {
    const orderId = await order('Out for Delivery');
    const [path, json] = requestOf(orderId, await seenOf(orderId));
    expect((await operator.post(path, { ...json, collected: false })).status).toBe(200);
    expect(await stateOf(orderId)).toEqual(['Delivered', false]);
  });
});

test('the requests of a batch repeat the password, also of an operator whose codes are valid once', async () => {
  const second = await operatorWithFactor(shop);
  for (const _ of times(12, () => 0)) {
    const orderId = await order('Out for Delivery');
    const json = { orders: [{ orderId, seen: await seenOf(orderId) }], status: 'Delivered' };
    const answer = await second.post('/api/desk/bulk/move', { ...json, collected: true, password });
    expect(answer.status).toBe(200);
    expect(await stateOf(orderId)).toEqual(['Delivered', true]);
  }
});

test('the audit list says who recorded it', async () => {
  const orderId = await order('Out for Delivery');
  await operator.post('/api/order/move', { orderId, status: 'Delivered', collected: true, password });
  type Audit = { rows: { did: string; orderId: string | null; detail: string | null }[] };
  const { rows } = (await operator.get<Audit>('/api/desk/audit')).body;
  expect(rows.filter((one) => one.orderId === orderId).map(({ did }) => did)).toContain('recorded a payment');
});

test('a shopper is refused, with the password too', async () => {
  const orderId = await order('Out for Delivery');
  const before = await snapshot(shop.db);
  for (const more of [{}, { password }]) {
    const move = { orderId, status: 'Delivered', collected: true, ...more };
    expect((await person.post('/api/order/move', move)).status).toBe(403);
  }
  expect(await snapshot(shop.db)).toEqual(before);
});
