/** All moves, allowed and refused: 8 states x 8 states x 4 movers. */
import { expect, test } from 'vitest';
import { moveOf, movers, sourcesOf, targetsOf } from './moves.ts';
import { type OrderStatus, orderStatuses } from './order.ts';

const everybody = ['shopper', 'operator', 'provider', 'shop'];
/** The rules of docs/behaviour.md, "States and moves", move by move. */
const allowed: Record<string, string[]> = {
  'Payment Pending > Order Placed': ['provider'],
  'Payment Pending > Cancelled': everybody,
  'Order Placed > Packing': ['operator'],
  'Order Placed > Shipped': ['operator'],
  'Order Placed > Cancelled': ['shopper', 'operator', 'shop'],
  'Packing > Shipped': ['operator'],
  'Packing > Cancelled': ['shopper', 'operator'],
  'Shipped > Out for Delivery': ['operator'],
  'Shipped > Returned': ['operator'],
  'Out for Delivery > Delivered': ['operator'],
  'Out for Delivery > Returned': ['operator'],
  'Delivered > Returned': ['operator'],
};

const all = orderStatuses.flatMap((from) =>
  orderStatuses.flatMap((to) => movers.map((by) => ({ from, to, by }))),
);

test('the table of this test names only states and movers that exist', () => {
  expect(all).toHaveLength(256);
  const names = new Set(all.map(({ from, to }) => `${from} > ${to}`));
  expect(Object.keys(allowed).filter((name) => !names.has(name))).toEqual([]);
  expect(movers).toEqual(everybody);
});

test('nobody moves an order of an unknown status', () => {
  const unknown = 'Being blessed' as OrderStatus;
  expect([moveOf(unknown, 'Cancelled', 'operator'), targetsOf(unknown, 'operator')]).toEqual([undefined, []]);
});

test.each(all)('$from > $to by $by', ({ from, to, by }) => {
  const may = allowed[`${from} > ${to}`]?.includes(by) ?? false;
  expect(moveOf(from, to, by) !== undefined).toBe(may);
  expect(sourcesOf(to, by).includes(from)).toBe(may);
  expect(targetsOf(from, by).includes(to)).toBe(may);
});

test('only shipping needs a tracking number, and only a return a reason', () => {
  const needs = all.flatMap(({ from, to, by }) => {
    const need = moveOf(from, to, by)?.needs;
    return need ? [`${from} > ${to}: ${need}`] : [];
  });
  expect(needs.sort()).toEqual([
    'Delivered > Returned: reason',
    'Order Placed > Shipped: tracking',
    'Out for Delivery > Returned: reason',
    'Packing > Shipped: tracking',
    'Shipped > Returned: reason',
  ]);
});
