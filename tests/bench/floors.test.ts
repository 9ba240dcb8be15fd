/** Turns a recorded order into another one. */
import { expect, test } from 'vitest';
import { hashOf } from '../support/rows.ts';
import { anotherOrder, onItsOwn } from './floors.ts';

const [order, event] = ['0b0e9f5c-1111-4aaa-8bbb-000000000001', '0b0e9f5c-2222-4aaa-8bbb-000000000002'];
const token = { was: 'the one that was recorded', is: 'another one' };
const batch = JSON.stringify([order, 'ORD-123456', hashOf(token.was), event, `order_placed:${order}`]);

test('all ids are new, equal ids stay equal, and the buyer is replaced', () => {
  const copy = JSON.parse(anotherOrder(batch, token, 'ORD-9000001'));
  const [orderId, reference, session, eventId, cause] = copy;
  expect(reference).toBe('ORD-9000001');
  expect(session).toBe(hashOf(token.is));
  expect(cause).toBe(`order_placed:${orderId}`);
  expect(new Set([order, event, orderId, eventId]).size).toBe(4);
});

test('two copies have no id in common', () => {
  const copy = () => JSON.parse(anotherOrder(batch, token, 'ORD-9000001'))[0];
  expect(copy()).not.toBe(copy());
});

test.each([[[{ type: 'batch' }]], [[{ type: 'batch' }, { type: 'close' }]]])(
  'a call uses no earlier connection, and closes its own: %j',
  (requests) => {
    expect(JSON.parse(onItsOwn(JSON.stringify({ baton: 'of somebody', requests })))).toEqual({
      requests: [{ type: 'batch' }, { type: 'close' }],
    });
  },
);
