/**
 * Time limits of a request (functions/services.ts): ten seconds for calls to the database, ten more after each
 * call to a payment provider, so that its answer can be stored, and ten seconds for all calls to payment providers.
 * Without a Worker, so that the clock can be set.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connect, isUnavailable } from '#db/client.ts';
import { jobs } from '#db/schema/index.ts';
import type { Bindings } from '#functions/http/env.ts';
import { type PaymentProvider, ProviderRefused, ProviderUnreachable } from '#functions/providers/provider.ts';
import { connectServices } from '#functions/services.ts';
import { type ShopSimulators, startShopSimulators } from '#tools/lib/simulators.ts';
import { useDatabase } from '../support/database.ts';
import { onlineMethods } from '../support/payments.ts';
import { countRows } from '../support/rows.ts';

const seconds = 1000;
const server = useDatabase();
let simulators: ShopSimulators;
type Services = ReturnType<typeof connectServices>;
let open: () => Services;

beforeAll(async () => {
  simulators = await startShopSimulators();
  const { stripe, razorpay } = simulators.vars;
  const settings = { DATABASE_URL: server.url, ...stripe, ...razorpay } as unknown as Bindings;
  open = () => connectServices(settings, '/api/order/place', () => ({}));
});
afterAll(() => simulators?.stop());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await connect(server).write.delete(jobs);
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const rows = () => countRows(connect(server), 'jobs');

/** Writes a row. @returns whether it was allowed to */
async function write({ db }: Services, name: string): Promise<boolean> {
  try {
    await db.write.insert(jobs).values({ name });
    return true;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return false;
  }
}

const order = {
  orderId: 'the-order',
  reference: 'ORD-123456',
  amount: 59_900,
  name: 'Asha Rao',
  email: 'asha@example.in',
  phone: '9876543210',
  lines: [{ name: 'Serum', amount: 59_900 }],
};
const options = { origin: 'http://shop.example', startedAt: Date.now(), attempt: 0 };

test('ten seconds after its start, a request makes no more calls to the database', async () => {
  const services = open();
  pass(9.9 * seconds);
  expect(await write(services, 'in time')).toBe(true);
  pass(0.1 * seconds);
  expect([await write(services, 'too late'), await rows()]).toEqual([false, 1]);
});

test.each(onlineMethods)('a late answer of %s can be stored', async (method) => {
  const services = open();
  pass(9.9 * seconds);
  expect((await services.providers[method].create(order, options)).providerId).toMatch(/^(cs|order)_/);
  pass(9.9 * seconds);
  expect(await write(services, 'accepted')).toBe(true);
  pass(0.1 * seconds);
  expect(await write(services, 'too late')).toBe(false);
});

test.each(onlineMethods)('ten seconds after its start, a request makes no call to %s', async (method) => {
  const services = open();
  simulators[method].api.forget();
  pass(10 * seconds);
  const asked = services.providers[method].retrieve('unknown', Date.now());
  await expect(asked).rejects.toThrow(ProviderUnreachable);
  expect(simulators[method].api.requests).toEqual([]);
});

const unknown = 'order_unknown';
const refund = { id: 'r', key: 'r', paymentId: 'pay_unknown', amount: 100, reference: 'ORD-123456' };
test.each<[string, (razorpay: PaymentProvider) => Promise<unknown>]>([
  ['create', (razorpay) => razorpay.create({ ...order, amount: 1 }, options)],
  ['retrieve', (razorpay) => razorpay.retrieve(unknown, Date.now())],
  ['expire', (razorpay) => razorpay.expire(unknown, Date.now())],
  ['capture', (razorpay) => razorpay.capture(unknown, 'pay_unknown', 100)],
  ['refund', (razorpay) => razorpay.refund(refund)],
])('a late refusal of %s can be stored', async (_, ask) => {
  const services = open();
  pass(9.9 * seconds);
  await expect(ask(services.providers.razorpay)).rejects.toThrow(ProviderRefused);
  pass(9.9 * seconds);
  expect(await write(services, 'refused')).toBe(true);
});
