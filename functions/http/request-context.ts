/** From a request to what the rooms take. */
import type { Context } from 'hono';
import type { Hourly } from '../limits/attempts.ts';
import type { Shop } from '../payments/context.ts';
import type { Env } from './env.ts';
import { clientNetwork } from './middleware.ts';

/** What is read of a request; so that the desk's, which carries an operator too, is as good. */
type Asked = Pick<Context<Env>, 'get'>;

/** Whose session, and when. */
export const owner = (c: Asked) => ({ tokenHash: c.get('tokenHash'), now: c.get('now') });

/** Who sends something that is limited by the hour. @param perHour how often they may */
export const sender = (c: Context<Env>, perHour: number): Hourly => ({
  address: clientNetwork(c.req),
  perHour,
  now: c.get('now'),
});

export const shopOf = (c: Asked): Shop => ({
  db: c.get('db'),
  providers: c.get('providers'),
  now: c.get('now'),
});

/**
 * Where the shopper shops: what a payment page sends them back to. Only our own origins are answered,
 * whatever a client claims: the one that was asked, or the one that pages are served from (SHOP_URL).
 */
export function originOf(c: Context<Env>): string {
  const asked = new URL(c.req.url).origin;
  const claimed = c.req.header('origin');
  const { SHOP_URL } = c.env;
  if (claimed === asked || !SHOP_URL) return asked;
  return SHOP_URL;
}
