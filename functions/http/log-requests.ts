/** One line in the log for each request. */
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { DatabaseUse } from '#db/client.ts';
import { log } from '../lib/log.ts';
import type { Env } from './env.ts';

/** Without calls, no fields: most requests for public data make none. */
const databaseFields = ({ calls, ms, rowsRead, rowsWritten }: DatabaseUse) =>
  calls > 0 && { databaseCalls: calls, databaseMs: ms, rowsRead, rowsWritten };

/** Logs route, status, error code, duration (ms), what the database did, and the version. */
export const logRequests = createMiddleware<Env>(async (c, next) => {
  const startedAt = Date.now();
  await next();
  const { status } = c.res;
  // The first matched route that is not middleware. An unknown URL has none.
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? 'none';
  log(status >= 500 ? 'warn' : 'info', {
    requestId: c.get('requestId'),
    method: c.req.method,
    route,
    status,
    code: c.get('code'),
    ms: Date.now() - startedAt,
    ...databaseFields(c.get('databaseUse')),
    version: c.env.VERSION?.id,
  });
});
