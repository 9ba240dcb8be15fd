import { expect, test } from 'vitest';
import { matchRefund, type ReportedRefund } from './match-refund.ts';

type Own = Parameters<typeof matchRefund>[0][number];

const own = (id: string, over: Partial<Own> = {}): Own => ({
  id,
  paymentId: 'pay_1',
  amount: 100,
  status: 'due',
  providerId: null,
  ...over,
});
const report = (over: Partial<ReportedRefund> = {}): ReportedRefund => ({
  refundId: 're_1',
  paymentId: 'pay_1',
  amount: 100,
  ours: null,
  ...over,
});
const sent = { status: 'sent', providerId: 're_2' } as const;

test.each<[string, Own[], ReportedRefund, string | undefined]>([
  ['by the shop’s id, among equal amounts', [own('a'), own('b')], report({ ours: 'b' }), 'b'],
  ['by the shop’s id, after a failed try', [own('a', sent)], report({ ours: 'a' }), 'a'],
  [
    'by the provider’s id',
    [own('a'), own('b', { ...sent, status: 'done' })],
    report({ refundId: 're_2' }),
    'b',
  ],
  ['a dashboard’s: the only open one of its amount', [own('a', { amount: 50 }), own('b')], report(), 'b'],
  ['a dashboard’s: one that failed', [own('a', { ...sent, status: 'failed' })], report(), 'a'],
  ['a dashboard’s: neither of two equal ones', [own('a'), own('b')], report(), undefined],
  ['a dashboard’s: not one that the provider knows by another id', [own('a', sent)], report(), undefined],
  ['a dashboard’s: not one that is done', [own('a', { status: 'done' })], report(), undefined],
  ['a part of an open one', [own('a', { amount: 200 })], report(), undefined],
  ['one of another payment', [own('a', { paymentId: 'pay_2' })], report({ ours: 'a' }), undefined],
  ['an id that the shop does not know', [own('a')], report({ ours: 'x' }), undefined],
])('%s', (_, refunds, reported, id) => expect(matchRefund(refunds, reported)?.id).toBe(id));
