/** Razorpay's HTTP API, as much of it as a shop calls: https://razorpay.com/docs/api */
import { type Context, Hono } from 'hono';
import { readForm } from '../core/form.ts';
import type { NodeEnv } from '../core/server.ts';
import { SavedResults } from '../core/store.ts';
import { noSuchId, RazorpayError, unsupported } from './errors.ts';
import { pageOf } from './list.ts';
import { listQuery, noBody, readFields } from './params.ts';
import { type Call, resourcesOf } from './resources.ts';
import { type RazorpaySimulator, refundKeyHeader } from './simulator.ts';

const collection = <T>(items: T[]) => ({ entity: 'collection', count: items.length, items });

/** The fields of a body, JSON or a form; none are no fields. @throws RazorpayError */
function fieldsOf(c: Context, text: string): unknown {
  if (c.req.header('content-type')?.includes('application/x-www-form-urlencoded')) return readForm(text);
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    throw new RazorpayError('The request body is not valid JSON.');
  }
}

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
  // Razorpay's client for PHP ends its paths with a slash.
  const app = new Hono<NodeEnv>({ strict: false });
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
    const run = async (c: Context<NodeEnv>, call: Call) => {
      const id = c.req.param('id') ?? '';
      const text = await c.req.text();
      const result = () => call(fieldsOf(c, text), id);
      const key = call === steps.refund ? c.req.header(refundKeyHeader) : undefined;
      return c.json(key === undefined ? result() : refundOnce(refundsByKey, key, `${id} ${text}`, result));
    };
    if (create) app.post(root, (c) => run(c, create));
    if (update) app.patch(one, (c) => run(c, update));
    for (const [name, step] of Object.entries(steps)) app.post(`${one}/${name}`, (c) => run(c, step));
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
