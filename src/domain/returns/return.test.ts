import { describe, expect, test } from 'vitest';
import {
  type ApiReturn,
  isOpenReturn,
  type ReturnableLine,
  type ReturnMover,
  type ReturnStatus,
  returnableUntil,
  returnProblem,
  returnStatuses,
  returnSteps,
  returnTargets,
} from './return.ts';

const rules = { days: 30, excluded: ['Lip Balm'] };
const lines: ReturnableLine[] = [
  { position: 0, left: 3, category: 'Serum' },
  { position: 1, left: 1, category: 'Lip Balm' },
];
/** Noon in India, 1 November 2026. */
const deliveredAt = Date.UTC(2026, 10, 1, 6, 30);
const at = (now: number) => ({ deliveredAt, now });
const soon = at(deliveredAt + 1);
const unit = (position: number, quantity: number, reason: 'changed_mind' | 'damaged' = 'changed_mind') => ({
  position,
  quantity,
  reason,
});

test('the last day is whole, in India: delivered on 1 November, returned until 1 December 24:00', () => {
  const until = returnableUntil(deliveredAt, rules);
  expect(new Date(until).toISOString()).toBe('2026-12-01T18:30:00.000Z');
  expect(returnProblem(lines, [], [unit(0, 1)], rules, at(until - 1))).toBeUndefined();
  expect(returnProblem(lines, [], [unit(0, 1)], rules, at(until))).toEqual({ code: 'too_late', until });
  // Delivered a minute before midnight: the same day counts.
  const late = Date.UTC(2026, 10, 1, 18, 29);
  expect(returnableUntil(late, rules)).toBe(until);
});

describe('units', () => {
  test('at most those that are left, without those of open returns', () => {
    expect(returnProblem(lines, [], [unit(0, 3)], rules, soon)).toBeUndefined();
    expect(returnProblem(lines, [], [unit(0, 4)], rules, soon)).toEqual({
      code: 'too_many',
      position: 0,
      left: 3,
    });
    expect(returnProblem(lines, [{ position: 0, quantity: 2 }], [unit(0, 2)], rules, soon)).toEqual({
      code: 'too_many',
      position: 0,
      left: 1,
    });
    expect(returnProblem(lines, [], [unit(7, 1)], rules, soon)).toEqual({
      code: 'too_many',
      position: 7,
      left: 0,
    });
  });

  test('an excluded category comes back only for a fault of the shop', () => {
    expect(returnProblem(lines, [], [unit(1, 1)], rules, soon)).toEqual({
      code: 'excluded',
      position: 1,
      category: 'Lip Balm',
    });
    expect(returnProblem(lines, [], [unit(1, 1, 'damaged')], rules, soon)).toBeUndefined();
  });
});

test('moves: what ended stays, a shopper cancels until it is sent, and only an operator checks', () => {
  expect(returnStatuses.filter((status) => !isOpenReturn(status))).toEqual([
    'Checked',
    'Declined',
    'Cancelled',
  ]);
  const from = (to: ReturnStatus, by: ReturnMover) =>
    returnStatuses.filter((status) => returnTargets(status, by).includes(to));
  expect(from('Cancelled', 'shopper')).toEqual(['Requested', 'Approved']);
  expect(from('Checked', 'operator')).toEqual(['Approved', 'In Transit']);
  for (const status of returnStatuses)
    expect(returnTargets(status, 'shopper').filter((to) => to !== 'Cancelled')).toEqual([]);
});

describe('steps', () => {
  const base: ApiReturn = {
    _id: 'a',
    reference: 'ORD-123456-R1',
    status: 'Requested',
    items: [],
    method: 'pickup',
    note: null,
    photos: [],
    answer: null,
    exchange: null,
    amount: null,
    postage: null,
    date: '2026-11-02',
    decidedAt: null,
    sentAt: null,
    endedAt: null,
    refundedAt: null,
  };
  const told = (more: Partial<ApiReturn>) =>
    returnSteps({ ...base, ...more }).map(({ label, at }) => (at ? label : `${label}?`));

  test('done and to come', () => {
    expect(told({})).toEqual(['Requested', 'Approved?', 'Picked up?', 'Received and checked?', 'Refunded?']);
    expect(told({ method: 'post', status: 'In Transit', decidedAt: 'b', sentAt: 'c' })).toEqual([
      'Requested',
      'Approved',
      'Sent by you',
      'Received and checked?',
      'Refunded?',
    ]);
  });

  test('one that came without word of it has no such step; one that ended early has no step to come', () => {
    const item: ApiReturn['items'][number] = {
      _id: 'a',
      name: 'A',
      quantity: 1,
      reason: 'changed_mind',
      exchange: '50 ml',
    };
    expect(told({ items: [item] }).at(-1)).toBe('Exchanged or refunded?');
    const exchanged: Partial<ApiReturn> = {
      items: [item],
      status: 'Checked',
      decidedAt: 'b',
      endedAt: 'd',
      exchange: 'ORD-7',
    };
    expect(told(exchanged).slice(2)).toEqual(['Received and checked', 'Exchanged: order ORD-7']);
    expect(told({ ...exchanged, amount: 5 }).slice(3)).toEqual(['Exchanged: order ORD-7', 'Refunded?']);
    expect(told({ status: 'Checked', decidedAt: 'b', endedAt: 'd' })).toEqual([
      'Requested',
      'Approved',
      'Received and checked',
      'Refunded?',
    ]);
    expect(told({ status: 'Declined', decidedAt: 'b', endedAt: 'b' })).toEqual(['Requested', 'Declined']);
    expect(told({ status: 'Cancelled', decidedAt: 'b', endedAt: 'c' })).toEqual(['Requested', 'Cancelled']);
  });
});
