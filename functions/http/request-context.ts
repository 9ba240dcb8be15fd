/** The context that route handlers derive from a request for the functions that they call. */
import type { Context } from 'hono';
import { emailLinkPaths } from '#domain/accounts/email-links.ts';
import { type OrderUrl, phoneLink } from '../guests/order-link.ts';
import { keyRing } from '../lib/email-hash.ts';
import type { Owner } from '../lib/owner.ts';
import type { HourlyLimit } from '../limits/hourly.ts';
import { type PhotoUrl, photoUrls } from '../photos/photo-link.ts';
import type { RequestContext } from '../providers/context.ts';
import { type Env, undoTimeOf } from './env.ts';
import { clientNetworks } from './middleware.ts';

/** The part of Hono's context that is needed here. The desk's context, which has more variables, fits too. */
type RequestVariables = Pick<Context<Env>, 'get'>;
type RequestParts = Pick<Context<Env>, 'get' | 'env'>;

/** The session, the network and the time of the request. */
export const owner = (c: RequestVariables): Owner => ({
  tokenHash: c.get('tokenHash'),
  network: c.get('network'),
  now: c.get('now'),
});

/** The hourly limit of the client's networks. @param perHour requests in an hour */
export const sender = (c: Context<Env>, perHour: number): HourlyLimit => ({
  networks: clientNetworks(c.req),
  perHour,
  now: c.get('now'),
});

export const requestContext = (c: RequestParts): RequestContext => ({
  db: c.get('db'),
  providers: c.get('providers'),
  undoTime: undoTimeOf(c.env),
  now: c.get('now'),
});

/** Makes links to photos that the request may see; undefined without a key. */
export function photoUrlsOf(c: RequestParts): PhotoUrl | undefined {
  const key = keyRing(c.env);
  return key ? photoUrls(key, c.get('now')) : undefined;
}

/** Makes the URLs of orders that operators send to the buyer's phone; undefined without a key. */
export function phoneUrlsOf(c: Pick<Context<Env>, 'req' | 'env'>): OrderUrl | undefined {
  const key = keyRing(c.env);
  return key ? (order) => originOf(c) + emailLinkPaths.order(phoneLink(key, order)) : undefined;
}

/**
 * The origin of the shop's pages, to which a payment page returns: that of the request, or SHOP_URL. Always an origin
 * of the shop, since a client cannot choose another one.
 */
export function originOf(c: Pick<Context<Env>, 'req' | 'env'>): string {
  const requestOrigin = new URL(c.req.url).origin;
  const originHeader = c.req.header('origin');
  const { SHOP_URL } = c.env;
  if (originHeader === requestOrigin || !SHOP_URL) return requestOrigin;
  return SHOP_URL;
}
