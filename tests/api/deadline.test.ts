/**
 * How long a request may ask (functions/http/context.ts): ten seconds, and ten more when a payment provider
 * has answered, since what it said must be written down; of payment providers ten seconds and no more. Without a
 * Worker, so that the clock can be set.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connect, isUnavailable } from '#db/client.ts';
import { jobs } from '#db/schema/index.ts';
import { meansOf } from '#functions/http/context.ts';
import type { Bindings } from '#functions/http/env.ts';
import { type PaymentProvider, ProviderRefused, ProviderSilent } from '#functions/payments/provider.ts';
import { type Simulators, startSimulators } from '#tools/simulators/index.ts';
import { useDatabase } from '../support/database.ts';
import { countRows } from '../support/rows.ts';

const seconds = 1000;
const server = useDatabase();
let standIns: Simulators;
let open: () => ReturnType<typeof meansOf>;

beforeAll(async () => {
  standIns = await startSimulators();
  const { stripe, razorpay } = standIns.vars;
  open = () =>
    meansOf({ DATABASE_URL: server.url, ...stripe, ...razorpay } as unknown as Bindings, '/api/order/place');
});
afterAll(() => standIns?.stop());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await connect(server).write.delete(jobs);
});
afterEach(() => {
  vi.useRealTimers();
});

type Means = ReturnType<typeof meansOf>;
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const rows = () => countRows(connect(server), 'jobs');

/** Writes a row. @returns whether it was allowed to */
const write = ({ db }: Means, name: string): Promise<boolean> =>
  db.write
    .insert(jobs)
    .values({ name })
    .then(
      () => true,
      (error) => {
        if (!isUnavailable(error)) throw error;
        return false;
      },
    );

const order = {
  orderId: 'the-order',
  reference: 'ORD-123456',
  amount: 59_900,
  name: 'Asha Rao',
  email: 'asha@example.in',
  phone: '9876543210',
  lines: [{ name: 'Serum', amount: 59_900 }],
};
const back = { origin: 'http://shop.example', now: Date.now(), attempt: 0 };

test('ten seconds after it began, a request asks nothing new, and nothing is written', async () => {
  const means = open();
  pass(9.9 * seconds);
  expect(await write(means, 'in time')).toBe(true);
  pass(0.1 * seconds);
  expect([await write(means, 'too late'), await rows()]).toEqual([false, 1]);
});

test.each(['stripe', 'razorpay'] as const)('what %s has accepted late is written down', async (method) => {
  const means = open();
  pass(9.9 * seconds);
  expect((await means.providers[method].begin(order, back)).providerId).toMatch(/^(cs|order)_/);
  pass(9.9 * seconds);
  expect(await write(means, 'accepted')).toBe(true);
  pass(0.1 * seconds);
  expect(await write(means, 'too late')).toBe(false);
});

test.each(['stripe', 'razorpay'] as const)(
  'ten seconds after it began, a request asks nothing of %s',
  async (method) => {
    const means = open();
    standIns[method].api.forget();
    pass(10 * seconds);
    await expect(means.providers[method].ask('unknown')).rejects.toThrow(ProviderSilent);
    expect(standIns[method].api.requests).toEqual([]);
  },
);

const unknown = 'order_unknown';
test.each<[string, (razorpay: PaymentProvider) => Promise<unknown>]>([
  ['begin', (razorpay) => razorpay.begin({ ...order, amount: 1 }, back)],
  ['ask', (razorpay) => razorpay.ask(unknown)],
  ['end', (razorpay) => razorpay.end(unknown, Date.now())],
  ['capture', (razorpay) => razorpay.capture(unknown, 'pay_unknown', 100)],
  [
    'repay',
    (razorpay) => razorpay.repay({ id: 'r', paymentId: 'pay_unknown', amount: 100, reference: 'ORD-123456' }),
  ],
])('a refusal, too: %s', async (_, ask) => {
  const means = open();
  pass(9.9 * seconds);
  await expect(ask(means.providers.razorpay)).rejects.toThrow(ProviderRefused);
  pass(9.9 * seconds);
  expect(await write(means, 'refused')).toBe(true);
});
