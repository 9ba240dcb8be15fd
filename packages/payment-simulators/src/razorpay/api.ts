/** Razorpay's HTTP API, as much of it as a shop calls: https://razorpay.com/docs/api */
import { Hono } from 'hono';
import type { NodeEnv } from '../core/server.ts';
import { SavedResults } from '../core/store.ts';
import { noSuchId, RazorpayError, unsupported } from './errors.ts';
import { pageOf } from './list.ts';
import { listQuery, noBody, readFields } from './params.ts';
import { resourcesOf } from './resources.ts';
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

/** A refund is made once for a key. @param request what is compared with the request that used the key first */
function refundOnce(saved: SavedResults<object>, key: string, request: string, refund: () => object): object {
  checkRefundKey(key);
  const earlier = saved.get(key);
  if (earlier && earlier.request !== request)
    throw new RazorpayError('Different request with the same idempotency key has already been processed.', {
      status: 409,
      isGeneral: true,
    });
  return earlier?.result ?? saved.set(key, request, refund());
}

export function razorpayApi(simulator: RazorpaySimulator): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const { keyId, keySecret } = simulator;
  const authorization = `Basic ${btoa(`${keyId}:${keySecret}`)}`;
  const refundsByKey = new SavedResults<object>(simulator.clock);

  app.use(simulator.api.middleware);
  app.use(async (c, next) => {
    if (c.req.header('authorization') !== authorization)
      throw new RazorpayError('Authentication failed', { status: 401, isGeneral: true });
    await next();
  });

  for (const resource of resourcesOf(simulator)) {
    const { path, retrieve, all, filters = {}, listName, create, update, steps = {} } = resource;
    const root = `/v1/${path}`;
    const one = `${root}/:id`;
    const schema = listQuery(Object.keys(filters));
    app.get(root, (c) => {
      const items = pageOf(all(), readFields(schema, c.req.query()), filters);
      return c.json(listName ? { [listName]: items } : collection(items));
    });
    app.get(one, (c) => {
      readFields(noBody, c.req.query());
      return c.json(retrieve(c.req.param('id') ?? ''));
    });
    if (create) app.post(root, async (c) => c.json(create(await c.req.text(), '')));
    if (update) app.patch(one, async (c) => c.json(update(await c.req.text(), c.req.param('id') ?? '')));
    for (const [name, step] of Object.entries(steps))
      app.post(`${one}/${name}`, async (c) => {
        const id = c.req.param('id') ?? '';
        const text = await c.req.text();
        const key = name === 'refund' ? c.req.header(refundKeyHeader) : undefined;
        const run = () => step(text, id);
        return c.json(key === undefined ? run() : refundOnce(refundsByKey, key, `${id} ${text}`, run));
      });
  }
  app.get('/v1/orders/:id/payments', (c) => {
    const { id } = simulator.order(c.req.param('id'));
    return c.json(collection(simulator.payments.filter(({ order_id }) => order_id === id)));
  });
  const refundsOf = (paymentId: string) => {
    const { id } = simulator.payment(paymentId);
    return simulator.refunds.filter(({ payment_id }) => payment_id === id);
  };
  app.get('/v1/payments/:id/refunds', (c) => {
    const refunds = refundsOf(c.req.param('id'));
    return c.json(collection(pageOf(refunds, readFields(listQuery([]), c.req.query()))));
  });
  app.get('/v1/payments/:id/refunds/:refund', (c) => {
    const found = refundsOf(c.req.param('id')).find(({ id }) => id === c.req.param('refund'));
    if (!found) throw noSuchId();
    return c.json(found);
  });

  app.notFound((c) => c.json(unsupported(`${c.req.method} ${c.req.path}`).body, 400));
  app.onError((error, c) =>
    error instanceof RazorpayError
      ? c.json(error.body, error.status as 400)
      : c.json(new RazorpayError(String(error), { code: 'SERVER_ERROR', isGeneral: true }).body, 500),
  );
  return app;
}
