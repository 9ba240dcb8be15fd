/** Refunds of the Razorpay simulator. */
import { describe, expect, test } from 'vitest';
import { refusal, useRazorpay } from '../use-simulators.ts';

const { all, ask, newOrder, captured } = useRazorpay();

describe('refunds', () => {
  const key = { 'X-Refund-Idempotency': 'refund-due-7' };

  test('refund at most the remaining amount', async () => {
    const id = await captured();
    const path = `/v1/payments/${id}/refund`;
    const { body } = await ask('POST', path, { amount: 54_750, notes: { due: '7' }, receipt: 'RF-1' });
    expect(body).toEqual({
      id: expect.stringMatching(/^rfnd_\w{14}$/),
      entity: 'refund',
      amount: 54_750,
      currency: 'INR',
      payment_id: id,
      notes: { due: '7' },
      receipt: 'RF-1',
      acquirer_data: { arn: null },
      created_at: expect.any(Number),
      status: 'processed',
      speed_processed: 'normal',
      speed_requested: 'normal',
    });
    expect(all.simulators.razorpay.payment(id)).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
    });
    expect(await ask('POST', path, { amount: 154_751 })).toMatchObject(
      refusal('The refund amount provided is greater than amount captured'),
    );
    expect(await ask('POST', path, { amount: 100_001 })).toMatchObject(
      refusal('The total refund amount is greater than the refund payment amount'),
    );
    expect((await ask('POST', path, {})).body).toMatchObject({ amount: 100_000 });
    expect(all.simulators.razorpay.payment(id)).toMatchObject({ status: 'refunded', refund_status: 'full' });
    expect(await ask('POST', path, {})).toMatchObject(refusal('The payment has been fully refunded already'));
    expect((await ask('GET', `/v1/payments/${id}/refunds`)).body).toMatchObject({ count: 2 });
  });

  test('are made once for a key, and only for the same request', async () => {
    const path = `/v1/payments/${await captured()}/refund`;
    const first = await ask('POST', path, { amount: 1000 }, key);
    expect(await ask('POST', path, { amount: 1000 }, key)).toEqual(first);
    expect(all.simulators.razorpay.refunds).toHaveLength(1);
    expect(await ask('POST', path, { amount: 1001 }, key)).toMatchObject({
      ...refusal(expect.stringContaining('Different request')),
      status: 409,
    });
    expect(
      all.simulators.razorpay.api.seen('POST', '/v1/payments/*/refund').map((one) => one.idempotencyKey),
    ).toEqual(['refund-due-7', 'refund-due-7', 'refund-due-7']);
  });

  test.each([
    ['short', 'The idempotency key must be at least 10 characters long.'],
    [
      'with a space and more',
      'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
    ],
  ])('refuse a key that is %s', async (value, description) => {
    const path = `/v1/payments/${await captured()}/refund`;
    expect(await ask('POST', path, {}, { 'X-Refund-Idempotency': value })).toMatchObject(
      refusal(description),
    );
  });

  test('need a captured payment', async () => {
    const { id } = all.simulators.razorpay.authorize(await newOrder());
    expect(await ask('POST', `/v1/payments/${id}/refund`, {})).toMatchObject(
      refusal('The payment status should be captured for action to be taken'),
    );
  });

  test('wait for the bank on demand, and may fail', async () => {
    const { razorpay } = all.simulators;
    razorpay.settings.holdRefunds = true;
    const id = await captured();
    const path = `/v1/payments/${id}/refund`;
    const first = (await ask('POST', path, { amount: 1000 })).body;
    const second = (await ask('POST', path, { amount: 2000 })).body;
    expect([first.status, second.status]).toEqual(['pending', 'pending']);
    expect(razorpay.completeRefund(first.id).status).toBe('processed');
    expect(razorpay.failRefund(second.id).status).toBe('failed');
    expect(() => razorpay.completeRefund(first.id)).toThrow(/processed, not pending/);
    expect(razorpay.payment(id)).toMatchObject({
      amount_refunded: 1000,
      refund_status: 'partial',
      status: 'captured',
    });
    expect(razorpay.events.slice(3).map(({ event }) => event)).toEqual([
      'refund.created',
      'refund.created',
      'refund.processed',
      'refund.failed',
    ]);
  });
});
