/** Sends emails right after the response. An email that cannot be sent waits for the scheduled job. */
import { createMiddleware } from 'hono/factory';
import { connect } from '#db/client.ts';
import { dispatchDueEmails } from '../dispatch/dispatch-due.ts';
import { laneOf } from '../lib/lane.ts';
import { logError } from '../lib/log.ts';
import type { Env } from './env.ts';

/** For routes that enqueue emails. */
export const dispatchAfterResponse = createMiddleware<Env>(async (c, next) => {
  await next();
  if (c.req.method === 'GET' || !c.res.ok) return;
  // A connection of its own: the request's deadline may have passed, and the result must be stored.
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = c.env;
  const open = () => connect({ url, authToken }, undefined, laneOf(c.req.path));
  const sending = dispatchDueEmails(c.env, c.get('now'), open);
  c.executionCtx.waitUntil(
    sending.catch((error: unknown) => logError(error, { requestId: c.get('requestId') })),
  );
});
