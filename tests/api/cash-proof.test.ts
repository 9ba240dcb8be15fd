/**
 * Recording cash asks for the operator's password (docs/operations.md, "What one operator can do alone"): of one order, of
 * several, and of a courier's file. One confirmation is enough for all requests of a batch.
 */
import { describe, expect } from 'vitest';
import { password } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { orderAt } from '../support/moves.ts';
import { snapshot, storedOrder } from '../support/rows.ts';
import { operatorWithFactor } from '../support/second-factor.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

const outForDelivery = (shopper: Person) => orderAt(shop, shopper, 'Out for Delivery');
const stateOf = async (orderId: string) => {
  const { status, paid } = await storedOrder(shop.db, orderId);
  return [status, paid];
};

/** The three screens: each records the cash of an order that is out for delivery. */
const screens: [string, (orderId: string) => [path: string, json: object]][] = [
  ['an order', (orderId) => ['/api/order/move', { orderId, status: 'Delivered' }]],
  [
    'several orders',
    (orderId) => ['/api/desk/bulk/move', { orders: [{ orderId, seen: 1 }], status: 'Delivered' }],
  ],
  [
    'a courier’s file',
    (orderId) => [
      '/api/desk/bulk/reported',
      { orders: [{ orderId, seen: 1, state: 'delivered', note: 'Delivered' }], restock: false },
    ],
  ],
];

describe.each(screens)('%s', (_, requestOf) => {
  test('without the password, or with a wrong one, nothing is written; with it the cash is recorded', async ({
    shopper,
  }) => {
    const orderId = await outForDelivery(shopper);
    const [path, json] = requestOf(orderId);
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

  test('without cash it asks for nothing', async ({ shopper }) => {
    const orderId = await outForDelivery(shopper);
    const [path, json] = requestOf(orderId);
    expect((await operator.post(path, { ...json, collected: false })).status).toBe(200);
    expect(await stateOf(orderId)).toEqual(['Delivered', false]);
  });
});

test('the requests of a batch repeat the password, also of an operator whose codes are valid once', async () => {
  const second = await operatorWithFactor(shop);
  for (const _ of times(12, () => 0)) {
    const orderId = await outForDelivery(await shop.person());
    const json = { orders: [{ orderId, seen: 1 }], status: 'Delivered' };
    const answer = await second.post('/api/desk/bulk/move', { ...json, collected: true, password });
    expect(answer.status).toBe(200);
    expect(await stateOf(orderId)).toEqual(['Delivered', true]);
  }
});
