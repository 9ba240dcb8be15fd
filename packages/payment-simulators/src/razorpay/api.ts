/** Razorpay's HTTP API, as much of it as a shop calls: https://razorpay.com/docs/api */
import { Hono } from 'hono';
import type { NodeEnv } from '../core/server.ts';
import { SavedResults } from '../core/store.ts';
import type { RazorpayRefund } from './entities.ts';
import { RazorpayError } from './errors.ts';
import { captureBody, orderBody, readJson, refundBody } from './params.ts';
import { type RazorpaySimulator, refundKeyHeader } from './simulator.ts';

const collection = <T>(items: T[]) => ({ entity: 'collection', count: items.length, items });

/** @throws RazorpayError */
function checkRefundKey(key: string): void {
  if (key.length < 10) throw new RazorpayError('The idempotency key must be at least 10 characters long.');
  if (!/^[\w-]+$/.test(key))
    throw new RazorpayError(
      'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
    );
}

export function razorpayApi(simulator: RazorpaySimulator): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const { keyId, keySecret } = simulator;
  const authorization = `Basic ${btoa(`${keyId}:${keySecret}`)}`;
  const refundsByKey = new SavedResults<RazorpayRefund>(simulator.clock);

  app.use(simulator.api.middleware);
  app.use(async (c, next) => {
    if (c.req.header('authorization') !== authorization)
      throw new RazorpayError('Authentication failed', { status: 401, isGeneral: true });
    await next();
  });

  app.post('/v1/orders', async (c) => c.json(simulator.createOrder(readJson(orderBody, await c.req.text()))));
  app.get('/v1/orders/:id', (c) => c.json(simulator.order(c.req.param('id'))));
  app.get('/v1/orders/:id/payments', (c) => {
    const { id } = simulator.order(c.req.param('id'));
    return c.json(collection(simulator.payments.filter(({ order_id }) => order_id === id)));
  });
  app.get('/v1/payments/:id', (c) => c.json(simulator.payment(c.req.param('id'))));
  app.post('/v1/payments/:id/capture', async (c) => {
    const { amount, currency } = readJson(captureBody, await c.req.text());
    return c.json(simulator.capture(c.req.param('id'), amount, currency));
  });
  app.post('/v1/payments/:id/refund', async (c) => {
    const { id } = c.req.param();
    const text = await c.req.text();
    const key = c.req.header(refundKeyHeader);
    const refund = () => simulator.createRefund(id, readJson(refundBody, text));
    if (key === undefined) return c.json(refund());
    checkRefundKey(key);
    const request = `${id} ${text}`;
    const earlier = refundsByKey.get(key);
    if (earlier && earlier.request !== request)
      throw new RazorpayError('Different request with the same idempotency key has already been processed.', {
        status: 409,
        isGeneral: true,
      });
    return c.json(earlier?.result ?? refundsByKey.set(key, request, refund()));
  });
  app.get('/v1/payments/:id/refunds', (c) => {
    const { id } = simulator.payment(c.req.param('id'));
    return c.json(collection(simulator.refunds.filter(({ payment_id }) => payment_id === id)));
  });

  app.notFound((c) =>
    c.json(new RazorpayError(`The simulator does not support ${c.req.method} ${c.req.path}.`).body, 400),
  );
  app.onError((error, c) =>
    error instanceof RazorpayError
      ? c.json(error.body, error.status as 400)
      : c.json(new RazorpayError(String(error), { code: 'SERVER_ERROR', isGeneral: true }).body, 500),
  );
  return app;
}
