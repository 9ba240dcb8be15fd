/**
 * What is done right after the response: emails are sent, and new orders are followed (functions/orders/follow.ts). What
 * cannot be done then waits for the scheduled job.
 */
import { getTableName } from 'drizzle-orm';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { connect } from '#db/client.ts';
import { orders, outbox } from '#db/schema/index.ts';
import { dispatchDueEmails } from '../dispatch/dispatch-due.ts';
import { laneOf } from '../lib/lane.ts';
import { logError } from '../lib/log.ts';
import { followAfterOrder } from '../orders/follow.ts';
import type { Env } from './env.ts';

const [ordersName, outboxName] = [getTableName(orders), getTableName(outbox)];

/**
 * Sends the emails that are due, and follows the orders, if the request has written such since it was last asked. A
 * connection of its own: the request's deadline may have passed, and the result must be stored.
 */
async function dispatchAndFollow(c: Context<Env>): Promise<void> {
  const { insertedTables, writtenTables } = c.get('databaseUse');
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = c.env;
  const open = () => connect({ url, authToken }, undefined, laneOf(c.req.path));
  const sends = writtenTables.delete(outboxName);
  const follows = insertedTables.delete(ordersName);
  if (sends) await dispatchDueEmails(c.env, c.get('now'), open);
  if (follows) await followAfterOrder(open());
}

/** Runs work after the response, and then what follows from it. Errors are only logged. */
export const runAfterResponse =
  (c: Context<Env>) =>
  (work: Promise<unknown>): void =>
    c.executionCtx.waitUntil(
      work
        .finally(() => dispatchAndFollow(c))
        .catch((error: unknown) => logError(error, { requestId: c.get('requestId') })),
    );

/** For all requests. One that has placed no order and enqueued no email makes no call for it. */
export const dispatchAfterResponse = createMiddleware<Env>(async (c, next) => {
  await next();
  runAfterResponse(c)(Promise.resolve());
});
