import { expect, test } from 'vitest';
import { undoableMove, undoId } from './undo.ts';

type Row = Parameters<typeof undoableMove>[0][number];

const minute = 60_000;
const row = (id: string, more: Partial<Row>): Row => ({
  id,
  at: minute,
  actor: 'operator',
  kind: 'status',
  fromStatus: null,
  toStatus: null,
  ...more,
});
const placed = row('placed', { at: 0, actor: 'shopper', toStatus: 'Order Placed' });
const packing = row('packing', { fromStatus: 'Order Placed', toStatus: 'Packing' });
const delivered = row('delivered', { fromStatus: 'Out for Delivery', toStatus: 'Delivered' });
const cash = row('cash', { kind: 'payment' });
const undo = (history: Row[], now = minute) => undoableMove(history, 2 * minute, now);

test("an operator's last move can be undone until its time is over", () => {
  const found = {
    id: 'packing',
    at: minute,
    from: 'Order Placed',
    to: 'Packing',
    cashId: undefined,
    until: 3 * minute,
  };
  expect(undo([placed, packing], 3 * minute - 1)).toEqual(found);
  expect(undo([placed, packing], 3 * minute)).toBeUndefined();
});

test('the cash of the same move is undone with it, cash that was recorded later is not', () => {
  expect(undo([placed, delivered, cash])?.cashId).toBe('cash');
  expect(undo([placed, delivered, { ...cash, at: minute + 1 }])).toBeUndefined();
});

test.each<[string, Row[]]>([
  ['no history', []],
  ["a shopper's order", [placed]],
  ['a note since', [placed, packing, row('note', { kind: 'note' })]],
  ['a return', [placed, row('back', { fromStatus: 'Delivered', toStatus: 'Returned' })]],
  ['an order that was not paid', [row('end', { fromStatus: 'Payment Pending', toStatus: 'Cancelled' })]],
  [
    "a shopper's cancelling",
    [row('end', { actor: 'shopper', fromStatus: 'Packing', toStatus: 'Cancelled' })],
  ],
  [
    'an undo',
    [placed, packing, row(undoId('packing', '1'), { fromStatus: 'Packing', toStatus: 'Order Placed' })],
  ],
])('not undone: %s', (_, history) => expect(undo(history)).toBeUndefined());
