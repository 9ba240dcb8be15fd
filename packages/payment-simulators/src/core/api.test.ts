/** A failing API, as its client sees it. */
import { describe, expect, test } from 'vitest';
import { failureOf, razorpayRequest, sessionFields, stripeClient } from '../testing.ts';
import { useSimulators } from '../use-simulators.ts';

const all = useSimulators();
const order = { amount: 100, currency: 'INR' };
const ask = () => razorpayRequest(all.simulators, 'POST', '/v1/orders', order);
const orders = () => all.simulators.razorpay.orders.length;
const failed = async (promise: Promise<unknown>) => (await failureOf(promise)) instanceof Error;

describe('a failure', () => {
  test('a status is returned for the given number of matching requests, and nothing is done', async () => {
    const { api } = all.simulators.razorpay;
    const fault = api.inject({ fault: { status: 503 }, method: 'POST', path: '/v1/orders', times: 2 });
    expect((await razorpayRequest(all.simulators, 'GET', '/v1/orders/order_x')).status).toBe(400);
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(answers[0]?.body.error).toMatchObject({ code: 'SERVER_ERROR' });
    expect([orders(), fault.met, api.faults]).toEqual([1, 2, []]);
    await fault.arrived;
  });

  test('a path may have wildcards, or be a regular expression', async () => {
    const { api } = all.simulators.razorpay;
    api.inject({ fault: { status: 500 }, path: '/v1/*' });
    api.inject({ fault: { status: 502 }, path: /payments$/, times: Number.POSITIVE_INFINITY });
    const list = () => razorpayRequest(all.simulators, 'GET', '/v1/orders/order_x/payments');
    expect([(await list()).status, (await list()).status]).toEqual([502, 502]);
    expect((await ask()).status).toBe(500);
    api.clearFaults();
    expect((await list()).status).toBe(400);
  });

  test('can have its own body and headers', async () => {
    const { api } = all.simulators.stripe;
    api.inject({
      fault: { status: 429, body: { error: { message: 'Slow down' } }, headers: { 'Retry-After': '7' } },
    });
    const answer = await fetch(`${all.simulators.urls.stripe}/v1/refunds/re_1`);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      429,
      '7',
      { error: { message: 'Slow down' } },
    ]);
  });

  test('drop: the connection is cut and nothing is done', async () => {
    all.simulators.razorpay.api.inject({ fault: 'drop' });
    expect(await failed(ask())).toBe(true);
    expect(orders()).toBe(0);
    expect(all.simulators.razorpay.api.requests).toMatchObject([{ method: 'POST', body: order }]);
    expect(all.simulators.razorpay.api.requests[0]?.status).toBeUndefined();
  });

  test('drop-after: it is done and the response is lost; the same key returns it', async () => {
    const { stripe } = all.simulators;
    const client = stripeClient(all.simulators);
    const create = () => client.checkout.sessions.create(sessionFields(), { idempotencyKey: 'once' });
    stripe.api.inject({ fault: 'drop-after' });
    expect(await failureOf(create())).toMatchObject({ type: 'StripeConnectionError' });
    expect(stripe.sessions).toHaveLength(1);
    expect((await create()).id).toBe(stripe.sessions[0]?.id);
    expect(stripe.sessions).toHaveLength(1);
  });

  test('hang: nothing happens until it is released, then all does', async () => {
    const fault = all.simulators.razorpay.api.inject({ fault: 'hang' });
    const answer = ask();
    await fault.arrived;
    expect(orders()).toBe(0);
    // Others are not held up.
    expect((await ask()).status).toBe(200);
    fault.release();
    expect((await answer).status).toBe(200);
    expect(orders()).toBe(2);
  });

  test('hang: nothing is done for a client that gives up', async () => {
    const { api } = all.simulators.razorpay;
    const fault = api.inject({ fault: 'hang' });
    const giveUp = new AbortController();
    const { urls } = all.simulators;
    const asking = fetch(`${urls.razorpay}/v1/orders`, { method: 'POST', body: '{}', signal: giveUp.signal });
    await fault.arrived;
    giveUp.abort();
    expect(await failed(asking)).toBe(true);
    expect((await ask()).status).toBe(200);
    fault.release();
    expect([orders(), api.requests[0]?.status]).toEqual([1, undefined]);
  });

  test('slow: it is done at once, and the response is delayed', async () => {
    const fault = all.simulators.razorpay.api.inject({ fault: 'slow' });
    const answer = ask();
    await fault.arrived;
    await expect.poll(orders).toBe(1);
    let isAnswered = false;
    answer.then(() => {
      isAnswered = true;
    });
    expect((await ask()).status).toBe(200);
    expect(isAnswered).toBe(false);
    fault.release();
    expect((await answer).status).toBe(200);
  });

  test('ends with the simulators, even if a client still waits', async () => {
    const fault = all.simulators.razorpay.api.inject({ fault: 'hang' });
    const answer = failureOf(ask());
    await fault.arrived;
    await all.simulators.stop();
    await answer;
    expect(await failed(ask())).toBe(true);
  });
});

test('requests are recorded with their responses', async () => {
  const { api } = all.simulators.stripe;
  await stripeClient(all.simulators).checkout.sessions.create(sessionFields(), { idempotencyKey: 'k-1' });
  expect(api.requests).toMatchObject([
    {
      method: 'POST',
      path: '/v1/checkout/sessions',
      idempotencyKey: 'k-1',
      body: { mode: 'payment', line_items: [{ quantity: '2' }, { quantity: '1' }] },
      status: 200,
    },
  ]);
  api.forget();
  expect(api.seen('POST', '/v1/checkout/sessions')).toEqual([]);
});
