/**
 * A payment without a known result never leads to where the shopper might pay twice (docs/behaviour.md,
 * "After paying").
 */
import { describe, expect, test } from 'vitest';
import type { Failure } from '#lib/outcome.ts';
import { afterLeaving, afterVerify, alreadyPaid, type PaymentOutcome, redirectFor } from './outcome.ts';

const failure = (status: number, code: string, body = {}): Failure => ({
  ok: false,
  status,
  code,
  message: `${code}.`,
  fields: {},
  body,
});
const unknown: [status: number, code: string][] = [
  [409, 'payment_pending'],
  [429, 'too_many'],
  [500, 'internal'],
  [502, 'unknown'],
  [503, 'provider_silent'],
  [503, 'unavailable'],
];

describe('the server’s response about a payment', () => {
  test('success: the order is placed', () =>
    expect(afterVerify({ ok: true, data: { orderId: '1' } })).toEqual({ kind: 'placed', orderId: '1' }));
  test.each<[number, string]>([...unknown, [0, 'offline']])('%d %s: not known yet', (status, code) =>
    expect(afterVerify(failure(status, code))).toEqual({ kind: 'confirming' }),
  );
  test.each([
    [409, 'payment_failed', 'unpaid'],
    [409, 'payment_unconfirmed', 'refused'],
    [404, 'not_found', 'unknown'],
    [422, 'invalid', 'unknown'],
  ])('%d %s: %s, with the reason', (status, code, kind) =>
    expect(afterVerify(failure(status, code))).toEqual({ kind, message: `${code}.` }),
  );
});

describe('the server’s response about a payment that was left', () => {
  test('paid in the meantime', () =>
    expect(afterLeaving({ ok: true, data: { orderId: '1' } })).toEqual({
      kind: 'placed',
      orderId: '1',
      message: 'Your payment has arrived: your order is placed.',
    }));
  test('not paid: nothing was charged', () =>
    expect(afterLeaving(failure(409, 'payment_failed'))).toEqual({
      kind: 'unpaid',
      message: 'Nothing was charged. Your cart is as you left it.',
    }));
  test('with the reason, if it is known', () =>
    expect(afterLeaving(failure(409, 'payment_failed'), 'Declined.')).toMatchObject({
      message: 'Declined. Nothing was charged. Your cart is as you left it.',
    }));
  test.each<[number, string]>([...unknown, [401, 'signed_out']])('%d %s: not known yet', (status, code) =>
    expect(afterLeaving(failure(status, code))).toEqual({ kind: 'confirming' }),
  );
  test('the shop cannot be reached: the form stays, since the next order asks about this one', () =>
    expect(afterLeaving(failure(0, 'offline'))).toEqual({
      kind: 'offline',
      message: 'offline. If you have paid already, we show your order as soon as we reach the shop.',
    }));
  test('no such order', () => expect(afterLeaving(failure(404, 'not_found')).kind).toBe('unknown'));
});

describe('an earlier order that turned out to be paid', () => {
  test('is shown instead', () =>
    expect(alreadyPaid(failure(409, 'already_paid', { orderId: '7' }))).toEqual({
      kind: 'placed',
      orderId: '7',
      message: 'already_paid.',
    }));
  test('only if the response names it', () => {
    expect(alreadyPaid(failure(409, 'already_paid'))).toBeUndefined();
    expect(alreadyPaid(failure(409, 'cod_limit', { orderId: '7' }))).toBeUndefined();
  });
});

test.each<[PaymentOutcome, string, string | undefined]>([
  [{ kind: 'placed', orderId: '1' }, '/orders?placed=1', undefined],
  [{ kind: 'placed', orderId: '1', message: 'Arrived.' }, '/orders?placed=1', 'success: Arrived.'],
  [{ kind: 'confirming' }, '/orders', 'success: We are confirming your payment'],
  [{ kind: 'unpaid', message: 'No.' }, '/cart', undefined],
  [{ kind: 'refused', message: 'No.' }, '/orders', 'error: No.'],
  [{ kind: 'unknown', message: 'No.' }, '/orders', undefined],
])('%j leads to %s', (ending, path, said) => {
  const { path: to, flash } = redirectFor(ending, true);
  expect([to, flash && `${flash.kind}: ${flash.message}`]).toEqual([path, said]);
});

test('unpaid without a cart, after paying again: My Orders shows why', () =>
  expect(redirectFor({ kind: 'unpaid', message: 'No.' }, false)).toEqual({
    path: '/orders',
    flash: { message: 'No.', kind: 'error' },
  }));
