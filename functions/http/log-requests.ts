/**
 * What the Worker writes down, one line of JSON each, for whoever looks why something went wrong. Every
 * line carries the request's id, which answers carry too (`X-Request-Id`). Nothing about a person is ever
 * in it: no address, no name, no e-mail, no token, no body; addresses of the API stand as their patterns.
 */
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Env } from '../lib/env.ts';

type Level = 'info' | 'warn' | 'error';
type Facts = Record<string, string | number | boolean | null | undefined>;

/** Writes one line. Facts are values that we chose, never what somebody sent. */
export function log(level: Level, facts: Facts): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes logs
  console[level](JSON.stringify({ level, ...facts }));
}

/** One line a request: which route, what came of it, and how long it took, ms. */
export const logRequests = createMiddleware<Env>(async (c, next) => {
  const began = Date.now();
  await next();
  const { status } = c.res;
  // The first one that is no middleware has answered; an address that is no route has none.
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? 'none';
  log(status >= 500 ? 'warn' : 'info', {
    requestId: c.get('requestId'),
    method: c.req.method,
    route,
    status,
    code: c.get('code'),
    ms: Date.now() - began,
  });
});
