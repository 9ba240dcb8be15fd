/** The last handler under /api: another method of an existing path, or an unknown path. */
import type { Handler, Hono } from 'hono';
import { notFound, Refusal } from '../lib/refusal.ts';
import type { Env } from './env.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** @param allowed methods that the address accepts */
export const wrongMethod = (allowed: readonly string[]): Refusal =>
  new Refusal(405, 'method', 'This address does not accept this method.', {}, { Allow: allowed.join(', ') });

/** Refuses with 405 and `Allow` if another method exists, else with 404. */
export const methodNotAllowed =
  (app: Hono<Env>): Handler<Env> =>
  (c) => {
    // Middleware and this handler match every method; a route adds one handler.
    const handlers = (method: string): number => app.router.match(method, c.req.path)[0].length;
    const always = handlers('NONE');
    const allowed = methods.filter((method) => handlers(method) > always);
    if (!allowed.length) throw notFound('This address');
    throw wrongMethod(allowed);
  };
