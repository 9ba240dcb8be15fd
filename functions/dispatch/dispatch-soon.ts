/** Letters leave at once, after the answer; whatever does not get through waits for the scheduled job. */
import { createMiddleware } from 'hono/factory';
import { connect, type Db, isUnavailable } from '#db/client.ts';
import { mailSender } from '../email/send.ts';
import { laneOf } from '../http/context.ts';
import { log } from '../http/log-requests.ts';
import type { Bindings, Env } from '../lib/env.ts';
import { store } from '../lib/store.ts';
import { deliver } from './dispatch.ts';

/** Where the links of letters lead. */
const shopUrl = ({ SHOP_URL }: Pick<Bindings, 'SHOP_URL'>): string => SHOP_URL || store.url;

/**
 * Sends what is due; without a way to send, letters wait in the outbox.
 * @param open the way to the database, if there is something to ask it
 */
export async function deliverDue(env: Bindings, now: number, open: () => Db): Promise<void> {
  const send = mailSender(env, store);
  if (send) await deliver({ db: open(), send, url: shopUrl(env), now });
}

/** For routes that put letters into the outbox. */
export const mailSoon = createMiddleware<Env>(async (c, next) => {
  await next();
  if (c.req.method === 'GET' || !c.res.ok) return;
  // Not the request's own way to the database, whose time may be over: what was sent is written down.
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = c.env;
  const open = () => connect({ url, authToken }, undefined, laneOf(c.req.path));
  const sending = deliverDue(c.env, c.get('now'), open);
  c.executionCtx.waitUntil(
    sending.catch((error: Error) => {
      const name = isUnavailable(error) ? 'DatabaseUnavailable' : error.name;
      log('error', { requestId: c.get('requestId'), error: name });
    }),
  );
});
