/** What is left under /api: an address that exists, asked in another way, or none. */
import type { Handler, Hono } from 'hono';
import type { Env } from './env.ts';
import { notFound, Refusal } from './refusal.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 405 with `Allow` where another method is answered, else 404. Both are JSON. */
export const methodNotAllowed =
  (app: Hono<Env>): Handler<Env> =>
  (c) => {
    // Middleware and this handler match every method; a route shows as one handler more.
    const handlers = (method: string): number => app.router.match(method, c.req.path)[0].length;
    const always = handlers('NONE');
    const allowed = methods.filter((method) => handlers(method) > always);
    if (!allowed.length) throw notFound('This address');
    throw new Refusal(
      405,
      'method',
      'This address is not asked in this way.',
      {},
      { Allow: allowed.join(', ') },
    );
  };
