import { describe, expect, test } from 'vitest';
import { type PendingOrder, parsePendingOrders, withOrder } from './pending-orders.dom.ts';

const order = (orderId: string, lines = {}): PendingOrder => ({
  orderId,
  lines,
  confirming: false,
  left: false,
});

describe('the list of pending orders', () => {
  test('has each once, the newest last', () =>
    expect(withOrder([order('a'), order('b', { x: 1 })], order('a', { y: 2 }))).toEqual([
      order('b', { x: 1 }),
      order('a', { y: 2 }),
    ]));
  test('keeps the last five', () =>
    expect(
      withOrder(
        ['a', 'b', 'c', 'd', 'e'].map((id) => order(id)),
        order('f'),
      ).map(({ orderId }) => orderId),
    ).toEqual(['b', 'c', 'd', 'e', 'f']));
});

describe('a stored list', () => {
  test('is read back unchanged', () => {
    const list = [
      order('a', { serum: 2 }),
      { ...order('b'), confirming: true },
      { ...order('c'), left: true },
    ];
    expect(parsePendingOrders(JSON.parse(JSON.stringify(list)))).toEqual(list);
  });
  test.each([undefined, null, 'x', {}, 7])('is empty for %j', (stored) =>
    expect(parsePendingOrders(stored)).toEqual([]),
  );
  test('invalid entries are dropped', () =>
    expect(
      parsePendingOrders([null, { orderId: 7 }, { orderId: 'a', lines: { x: -1, y: '2' }, confirming: 1 }]),
    ).toEqual([order('a', { y: 2 })]));
});
