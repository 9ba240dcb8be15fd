/** Stripe's HTTP API, as much of it as a shop calls: https://docs.stripe.com/api */
import { type Context, Hono } from 'hono';
import { newId } from '../core/ids.ts';
import type { NodeEnv } from '../core/server.ts';
import { SavedResults } from '../core/store.ts';
import { apiVersion, type Cause, type StripeObject } from './entities.ts';
import { StripeError } from './errors.ts';
import { type FormFields, readForm } from './form.ts';
import { checkSession, noParams, readParams, refundParams, sessionParams } from './params.ts';
import type { StripeSimulator } from './simulator.ts';

type StripeEnv = NodeEnv & { Variables: { cause: Cause } };
type Answer = { requestId: string; status: number; body: object };

/** The key of `Authorization: Bearer sk_…` or of Basic with the key as user name. @throws StripeError 401 */
function authenticate(header = '', secretKey: string): void {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(header) ?? [];
  const key = /basic/i.test(scheme) ? Buffer.from(value, 'base64').toString().replace(/:.*/, '') : value;
  if (!key) throw new StripeError(401, { message: 'You did not provide an API key.' });
  if (key !== secretKey)
    throw new StripeError(401, { message: `Invalid API Key provided: ${key.slice(0, 8)}****` });
}

const list = (url: string, data: object[]) => ({ object: 'list', url, has_more: false, data });

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * A copy in which the ids at `paths` (`payment_intent.latest_charge`) are replaced by their objects:
 * https://docs.stripe.com/api/expanding_objects. @throws StripeError
 */
function expand(simulator: StripeSimulator, object: StripeObject, paths: readonly string[] = []): object {
  const copy: Fields = structuredClone(object);
  for (const path of paths) {
    let at: Fields | null = copy;
    for (const key of path.split('.')) {
      if (at === null) break;
      // Left out unless it is expanded.
      if (key === 'line_items' && at.object === 'checkout.session')
        at[key] = lineItems(simulator, String(at.id));
      const value: unknown = at[key];
      const found: unknown = typeof value === 'string' ? structuredClone(simulator.find(value)) : value;
      if (found !== null && !isFields(found))
        throw new StripeError(400, {
          message: `This property cannot be expanded (${path}).`,
          param: 'expand[0]',
        });
      at[key] = found;
      at = found;
    }
  }
  return copy;
}

const lineItems = (simulator: StripeSimulator, id: string) =>
  list(`/v1/checkout/sessions/${id}/line_items`, simulator.linesOf(id));

/**
 * The answer that an idempotency key has had: https://docs.stripe.com/api/idempotent_requests
 * @param request what is compared with the request that used the key first @throws StripeError
 */
function replay(
  c: Context<StripeEnv>,
  saved: SavedResults<Answer>,
  key: string,
  request: string,
): Response | undefined {
  if (key.length > 255)
    throw new StripeError(400, { message: 'Idempotency keys can have up to 255 characters.' });
  const earlier = saved.get(key);
  if (!earlier) return undefined;
  if (earlier.request !== request) {
    const same = earlier.request.startsWith(`${c.req.path} `)
      ? 'with the same parameters'
      : 'for the same endpoint';
    const message = `Keys for idempotent requests can only be used ${same} they were first used with.`;
    throw new StripeError(400, { type: 'idempotency_error', message });
  }
  const { requestId, status, body } = earlier.result;
  c.header('Idempotent-Replayed', 'true');
  c.header('Original-Request', requestId);
  return c.json(body, status as 200);
}

export function stripeApi(simulator: StripeSimulator): Hono<NodeEnv> {
  const app = new Hono<StripeEnv>();
  const saved = new SavedResults<Answer>(simulator.clock);

  app.use(simulator.api.middleware);
  app.use(async (c, next) => {
    const key = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined;
    const id = newId('req_', 14);
    c.set('cause', { id, idempotency_key: key ?? null });
    c.header('Request-Id', id);
    c.header('Stripe-Version', c.req.header('stripe-version') ?? apiVersion);
    authenticate(c.req.header('authorization'), simulator.secretKey);
    await next();
  });

  const get = (path: string, find: (id: string) => StripeObject) =>
    app.get(path, (c) => {
      const { expand: paths } = readParams(noParams, readForm(new URL(c.req.url).search));
      return c.json(expand(simulator, find(c.req.param('id') ?? ''), paths));
    });

  /** Wrong parameters are refused before a key is used; the result of `run` is saved under the key. */
  const post = <P extends { expand?: string[] | undefined }>(
    path: string,
    read: (fields: FormFields) => P,
    run: (params: P, id: string, cause: Cause) => StripeObject,
  ) =>
    app.post(path, async (c) => {
      const text = await c.req.text();
      const cause = c.get('cause');
      const key = cause.idempotency_key;
      const request = `${c.req.path} ${text}`;
      const replayed = key === null ? undefined : replay(c, saved, key, request);
      if (replayed) return replayed;
      const params = read(readForm(text));
      const answer = (status: number, body: object) => {
        if (key !== null) saved.set(key, request, { requestId: cause.id ?? '', status, body });
        return c.json(body, status as 200);
      };
      try {
        return answer(200, expand(simulator, run(params, c.req.param('id') ?? '', cause), params.expand));
      } catch (error) {
        if (!(error instanceof StripeError)) throw error;
        return answer(error.status, error.body);
      }
    });

  const readSession = (fields: FormFields) => {
    const params = readParams(sessionParams, fields);
    checkSession(params, simulator.clock.seconds());
    return params;
  };
  post('/v1/checkout/sessions', readSession, (params) => simulator.createSession(params));
  get('/v1/checkout/sessions/:id', simulator.session);
  app.get('/v1/checkout/sessions/:id/line_items', (c) =>
    c.json(lineItems(simulator, simulator.session(c.req.param('id')).id)),
  );
  post(
    '/v1/checkout/sessions/:id/expire',
    (fields) => readParams(noParams, fields),
    (_, id, cause) => simulator.expire(id, cause),
  );
  get('/v1/payment_intents/:id', simulator.paymentIntent);
  get('/v1/charges/:id', simulator.charge);
  post(
    '/v1/refunds',
    (fields) => readParams(refundParams, fields),
    (params, _, cause) => simulator.createRefund(params, cause),
  );
  app.get('/v1/refunds', (c) => {
    const intent = c.req.query('payment_intent');
    const found = simulator.refunds.filter((one) => !intent || one.payment_intent === intent);
    return c.json(list('/v1/refunds', found.reverse()));
  });
  get('/v1/refunds/:id', simulator.refund);

  app.notFound((c) => {
    const message = `The simulator does not support ${c.req.method} ${c.req.path}.`;
    return c.json(new StripeError(404, { message }).body, 404);
  });
  app.onError((error, c) =>
    error instanceof StripeError
      ? c.json(error.body, error.status as 400)
      : c.json({ error: { type: 'api_error', message: String(error) } }, 500),
  );
  return app as unknown as Hono<NodeEnv>;
}
