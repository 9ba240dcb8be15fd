/** Stripe's HTTP API, as much of it as a shop calls: https://docs.stripe.com/api */
import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import { readForm } from '../core/form.ts';
import { newId } from '../core/ids.ts';
import type { NodeEnv } from '../core/server.ts';
import { SavedResults } from '../core/store.ts';
import { apiVersion, type Cause } from './entities.ts';
import { StripeError } from './errors.ts';
import { readParams } from './fields.ts';
import { pageOf } from './list.ts';
import { listParams, noParams } from './params.ts';
import { type Call, resourcesOf } from './resources.ts';
import type { StripeSimulator } from './simulator.ts';

type StripeEnv = NodeEnv & { Variables: { cause: Cause } };
const lineItemParams = listParams([]);
type Answer = { requestId: string; status: number; body: object };

/** The key of `Authorization: Bearer sk_…` or of Basic with the key as user name. @throws StripeError 401 */
function authenticate(header = '', secretKey: string): void {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(header) ?? [];
  const key = /basic/i.test(scheme) ? Buffer.from(value, 'base64').toString().replace(/:.*/, '') : value;
  if (!key) throw new StripeError(401, { message: 'You did not provide an API key.' });
  if (key !== secretKey)
    throw new StripeError(401, { message: `Invalid API Key provided: ${key.slice(0, 8)}****` });
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const lineItems = (simulator: StripeSimulator, id: string, params: z.output<typeof lineItemParams> = {}) =>
  pageOf(`/v1/checkout/sessions/${id}/line_items`, simulator.linesOf(id).toReversed(), params);

/** A copy for an answer. Of a deleted object, Stripe gives the id alone. */
function copyOf(found: object): object {
  const { id, object, deleted }: { id?: string; object?: string; deleted?: boolean } = found;
  return structuredClone(deleted ? { id, object, deleted } : found);
}

/** Replaces an id in a copy by its object, and goes on below that. @param path for the message */
function expandAt(simulator: StripeSimulator, at: unknown, [key, ...rest]: string[], path: string): void {
  if (key === undefined || at === null) return;
  if (Array.isArray(at)) {
    for (const one of at) expandAt(simulator, one, [key, ...rest], path);
    return;
  }
  const refusal = new StripeError(400, {
    message: `This property cannot be expanded (${path}).`,
    param: 'expand[0]',
  });
  if (!isFields(at)) throw refusal;
  // Left out unless it is expanded.
  if (key === 'line_items' && at.object === 'checkout.session')
    at[key] = copyOf(lineItems(simulator, String(at.id)));
  const value = at[key];
  const found = typeof value === 'string' ? simulator.find(value) : value;
  if (found !== null && !isFields(found)) throw refusal;
  at[key] = found && copyOf(found);
  expandAt(simulator, at[key], rest, path);
}

/**
 * A copy in which the ids at `paths` (`payment_intent.latest_charge`) are replaced by their objects:
 * https://docs.stripe.com/api/expanding_objects. @throws StripeError
 */
function expand(simulator: StripeSimulator, object: object, paths: readonly string[] = []): object {
  const copy = copyOf(object);
  for (const path of paths) expandAt(simulator, copy, path.split('.'), path);
  return copy;
}

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

  const query = (c: Context) => readForm(new URL(c.req.url).search);

  /** Wrong parameters are refused before a key is used; the result is saved under the key. */
  const answer = async (c: Context<StripeEnv>, call: Call) => {
    const text = await c.req.text();
    const cause = c.get('cause');
    const key = cause.idempotency_key;
    const request = `${c.req.path} ${text}`;
    const replayed = key === null ? undefined : replay(c, saved, key, request);
    if (replayed) return replayed;
    const prepared = call(readForm(text));
    const respond = (status: number, body: object) => {
      if (key !== null) saved.set(key, request, { requestId: cause.id ?? '', status, body });
      return c.json(body, status as 200);
    };
    try {
      return respond(200, expand(simulator, prepared.run(c.req.param('id') ?? '', cause), prepared.expand));
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return respond(error.status, error.body);
    }
  };

  app.get('/v1/checkout/sessions/:id/line_items', (c) => {
    const { id } = simulator.session(c.req.param('id'));
    const { expand: paths, ...params } = readParams(lineItemParams, query(c));
    return c.json(expand(simulator, lineItems(simulator, id, params), paths));
  });
  for (const resource of resourcesOf(simulator)) {
    const { path, retrieve, all, filters = {}, create, update, remove, steps = {} } = resource;
    const root = `/v1/${path}`;
    const one = `${root}/:id`;
    if (all) {
      const schema = listParams(Object.keys(filters));
      app.get(root, (c) => {
        const { expand: paths, ...params } = readParams(schema, query(c));
        return c.json(expand(simulator, pageOf(root, all(), params, filters), paths));
      });
    }
    // Not an id.
    app.get(`${root}/search`, (c) => c.notFound());
    app.get(one, (c) => {
      const { expand: paths } = readParams(noParams, query(c));
      return c.json(expand(simulator, retrieve(c.req.param('id') ?? ''), paths));
    });
    if (create) app.post(root, (c) => answer(c, create));
    if (update) app.post(one, (c) => answer(c, update));
    if (remove) app.delete(one, (c) => answer(c, remove));
    for (const [name, step] of Object.entries(steps)) app.post(`${one}/${name}`, (c) => answer(c, step));
  }

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
