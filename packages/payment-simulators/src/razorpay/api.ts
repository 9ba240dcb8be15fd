/** Razorpay's HTTP API, as much of it as a shop calls: https://razorpay.com/docs/api */
import { type Context, Hono } from 'hono';
import type { Api } from '../misbehaviour.ts';
import type { NodeEnv } from '../server.ts';
import { newOrder, type RazorpayRefund } from './entities.ts';
import { RazorpayError } from './errors.ts';
import type { RazorpayLedger } from './ledger.ts';
import { capture, orderOf, paymentOf } from './moves.ts';
import { captureBody, orderBody, parseBody, readBody, refundBody } from './params.ts';
import { refund } from './refunds.ts';

/** https://razorpay.com/docs/api/refunds/normal-refunds-idempotent */
export const refundKeyHeader = 'X-Refund-Idempotency';

const collection = <T>(items: T[]) => ({ entity: 'collection', count: items.length, items });

/** @throws RazorpayError 401 */
function authenticate(header: string | undefined, keyId: string, keySecret: string): void {
  const [, encoded = ''] = /^basic +(\S+)$/i.exec(header ?? '') ?? [];
  if (Buffer.from(encoded, 'base64').toString() !== `${keyId}:${keySecret}`)
    throw new RazorpayError('Authentication failed', { status: 401, isGeneral: true });
}

/** @throws RazorpayError */
function checkRefundKey(key: string): void {
  if (key.length < 10) throw new RazorpayError('The idempotency key must be at least 10 characters long.');
  if (!/^[\w-]+$/.test(key))
    throw new RazorpayError(
      'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
    );
}

export type RazorpayApiOptions = {
  ledger: RazorpayLedger;
  api: Api;
  keyId: string;
  keySecret: string;
  holdsRefunds: () => boolean;
};

export function razorpayApp({
  ledger,
  api,
  keyId,
  keySecret,
  holdsRefunds,
}: RazorpayApiOptions): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const refundsByKey = new Map<string, { request: string; made: RazorpayRefund }>();
  const id = (c: Context) => c.req.param('id') ?? '';

  app.use(api.middleware);
  app.use(async (c, next) => {
    authenticate(c.req.header('authorization'), keyId, keySecret);
    await next();
  });

  app.post('/v1/orders', async (c) => {
    const order = newOrder(readBody(orderBody, parseBody(await c.req.text())), ledger.clock.seconds());
    ledger.orders.set(order.id, order);
    return c.json(order);
  });
  app.get('/v1/orders/:id', (c) => c.json(orderOf(ledger, id(c))));
  app.get('/v1/orders/:id/payments', (c) => c.json(collection(ledger.paymentsOf(orderOf(ledger, id(c)).id))));
  app.get('/v1/payments/:id', (c) => c.json(paymentOf(ledger, id(c))));
  app.post('/v1/payments/:id/capture', async (c) => {
    const { amount, currency } = readBody(captureBody, parseBody(await c.req.text()));
    return c.json(capture(ledger, id(c), amount, currency));
  });
  app.post('/v1/payments/:id/refund', async (c) => {
    const text = await c.req.text();
    const key = c.req.header(refundKeyHeader);
    if (key !== undefined) checkRefundKey(key);
    const request = `${id(c)} ${text}`;
    const earlier = key === undefined ? undefined : refundsByKey.get(key);
    if (earlier && earlier.request !== request)
      throw new RazorpayError('Different request with the same idempotency key has already been processed.', {
        status: 409,
        isGeneral: true,
      });
    const made =
      earlier?.made ?? refund(ledger, id(c), readBody(refundBody, parseBody(text)), holdsRefunds());
    if (key !== undefined) refundsByKey.set(key, { request, made });
    return c.json(made);
  });
  app.get('/v1/payments/:id/refunds', (c) =>
    c.json(collection(ledger.refundsOf(paymentOf(ledger, id(c)).id))),
  );

  app.notFound((c) => c.json(new RazorpayError('The requested URL was not found on the server.').body, 400));
  app.onError((error, c) => {
    if (error instanceof RazorpayError) return c.json(error.body, error.status as 400);
    // An error of the simulator itself: logged, which Razorpay would not do.
    return c.json(new RazorpayError(String(error), { code: 'SERVER_ERROR', isGeneral: true }).body, 500);
  });
  return app;
}
