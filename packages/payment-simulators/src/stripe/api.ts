/** Stripe's HTTP API, as much of it as a shop calls: https://docs.stripe.com/api */
import { type Context, Hono } from 'hono';
import { type FormFields, readForm } from '../form.ts';
import { newId } from '../ids.ts';
import type { Api } from '../misbehaviour.ts';
import type { NodeEnv } from '../server.ts';
import { noSuch, StripeError } from './errors.ts';
import { expand, lineItemList } from './expand.ts';
import { SavedResponses } from './idempotency.ts';
import type { Cause, Ledger } from './ledger.ts';
import { createSession, expire, expireOld, sessionOf } from './moves.ts';
import { noParams, readParams, refundParams, sessionParams } from './params.ts';
import { refund } from './refunds.ts';
import { checkSession } from './session.ts';

type StripeEnv = NodeEnv & { Variables: { cause: Cause } };

/** The key of `Authorization: Bearer sk_…` or of Basic with the key as user name. */
function keyOf(header: string): string {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(header) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  return scheme.toLowerCase() === 'basic'
    ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '')
    : '';
}

/** @throws StripeError 401 */
function authenticate(header: string | undefined, secretKey: string): void {
  if (!header)
    throw new StripeError(401, {
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    });
  const key = keyOf(header);
  if (key !== secretKey)
    throw new StripeError(401, {
      message: `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`,
    });
}

const answerRefusal = (c: Context, { status, body }: StripeError) => {
  if (status === 401) c.header('WWW-Authenticate', 'Basic realm="Stripe"');
  return c.json(body, status as 400);
};

export type StripeApiOptions = { ledger: Ledger; api: Api; secretKey: string; holdsRefunds: () => boolean };

export function stripeApp({ ledger, api, secretKey, holdsRefunds }: StripeApiOptions): Hono<NodeEnv> {
  const app = new Hono<StripeEnv>();
  const answers = new SavedResponses(ledger.clock);

  app.use(api.middleware);
  app.use(async (c, next) => {
    const idempotencyKey = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined;
    c.set('cause', { id: newId('req_', 14), idempotencyKey });
    c.header('Request-Id', c.get('cause').id);
    c.header('Stripe-Version', c.req.header('stripe-version') ?? '2026-10-28.endive');
    if (idempotencyKey) c.header('Idempotency-Key', idempotencyKey);
    authenticate(c.req.header('authorization'), secretKey);
    expireOld(ledger);
    await next();
  });

  const get = (path: string, find: (id: string) => object) =>
    app.get(path, (c) => {
      const paths = readForm(new URL(c.req.url).search).expand;
      return c.json(
        expand(ledger, find(c.req.param('id') ?? ''), Array.isArray(paths) ? paths.map(String) : []),
      );
    });

  /** Wrong parameters are refused before a key is read or used; the result of `run` is saved under the key. */
  const post = <P extends { expand?: string[] | undefined }>(
    path: string,
    read: (fields: FormFields) => P,
    run: (params: P, id: string, cause: Cause) => object,
  ) =>
    app.post(path, async (c) => {
      const fields: FormFields = readForm(await c.req.text());
      const { id, idempotencyKey: key } = c.get('cause');
      const earlier = key ? answers.find(key, c.req.path, fields) : undefined;
      if (earlier) {
        c.header('Idempotent-Replayed', 'true');
        c.header('Original-Request', earlier.requestId);
        return c.json(earlier.body as object, earlier.status as 200);
      }
      const params = read(fields);
      const save = (status: number, body: object) => {
        if (key) answers.save(key, { path: c.req.path, fields, requestId: id, status, body });
        return c.json(body, status as 200);
      };
      try {
        return save(200, expand(ledger, run(params, c.req.param('id') ?? '', c.get('cause')), params.expand));
      } catch (error) {
        if (!(error instanceof StripeError)) throw error;
        return save(error.status, error.body);
      }
    });

  const readSession = (fields: FormFields) => {
    const params = readParams(sessionParams, fields);
    checkSession(params, ledger.clock.seconds());
    return params;
  };
  const readNothing = (fields: FormFields) => readParams(noParams, fields);
  const readRefund = (fields: FormFields) => readParams(refundParams, fields);

  post('/v1/checkout/sessions', readSession, (params) => createSession(ledger, params));
  get('/v1/checkout/sessions/:id', (id) => sessionOf(ledger, id));
  get('/v1/checkout/sessions/:id/line_items', (id) => lineItemList(ledger, sessionOf(ledger, id).id));
  post('/v1/checkout/sessions/:id/expire', readNothing, (_, id, cause) => expire(ledger, id, cause));
  get('/v1/payment_intents/:id', (id) => {
    const intent = ledger.intents.get(id);
    if (!intent) throw noSuch(404, 'payment_intent', id, 'intent');
    return intent;
  });
  get('/v1/charges/:id', (id) => {
    const charge = ledger.charges.get(id);
    if (!charge) throw noSuch(404, 'charge', id, 'id');
    return charge;
  });
  post('/v1/refunds', readRefund, (params, _, cause) => refund(ledger, params, holdsRefunds(), cause));
  app.get('/v1/refunds', (c) => {
    const wanted = c.req.query('payment_intent');
    const data = [...ledger.refunds.values()].filter((one) => !wanted || one.payment_intent === wanted);
    return c.json({ object: 'list', url: '/v1/refunds', has_more: false, data: data.reverse() });
  });
  get('/v1/refunds/:id', (id) => {
    const found = ledger.refunds.get(id);
    if (!found) throw noSuch(404, 'refund', id, 'id');
    return found;
  });

  app.notFound((c) =>
    answerRefusal(
      c,
      new StripeError(404, { message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).` }),
    ),
  );
  app.onError((error, c) => {
    if (error instanceof StripeError) return answerRefusal(c, error);
    // An error of the simulator itself: logged, which Stripe would not do.
    return c.json({ error: { type: 'api_error', message: String(error) } }, 500);
  });
  return app as unknown as Hono<NodeEnv>;
}
