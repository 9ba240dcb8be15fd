/** Sends emails right after the response. An email that cannot be sent waits for the scheduled job. */
import { getTableName } from 'drizzle-orm';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { connect } from '#db/client.ts';
import { outbox } from '#db/schema/index.ts';
import { dispatchDueEmails } from '../dispatch/dispatch-due.ts';
import { laneOf } from '../lib/lane.ts';
import { logError } from '../lib/log.ts';
import type { Env } from './env.ts';

const outboxName = getTableName(outbox);

/** Sends the emails that are due, if the request has written to the outbox since it was last asked. */
async function dispatchEnqueued(c: Context<Env>): Promise<void> {
  if (!c.get('databaseUse').writtenTables.delete(outboxName)) return;
  // A connection of its own: the request's deadline may have passed, and the result must be stored.
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = c.env;
  const open = () => connect({ url, authToken }, undefined, laneOf(c.req.path));
  await dispatchDueEmails(c.env, c.get('now'), open);
}

/** Runs work after the response, and sends the emails that it has enqueued. Errors are only logged. */
export const runAfterResponse =
  (c: Context<Env>) =>
  (work: Promise<unknown>): void =>
    c.executionCtx.waitUntil(
      work
        .finally(() => dispatchEnqueued(c))
        .catch((error: unknown) => logError(error, { requestId: c.get('requestId') })),
    );

/** For all requests. One that has enqueued no email makes no call for it. */
export const dispatchAfterResponse = createMiddleware<Env>(async (c, next) => {
  await next();
  runAfterResponse(c)(Promise.resolve());
});
