/** The call of a request, which its action gets. */
import type { Context } from 'hono';
import { emailLinkPaths } from '#domain/accounts/email-links.ts';
import { deviceName } from '../accounts/known-device.ts';
import { phoneLink } from '../guests/order-link.ts';
import type { Call, DeskCall, Urls } from '../lib/call.ts';
import { keyRing } from '../lib/email-hash.ts';
import { limitsOf } from '../lib/limits.ts';
import { photoUrls } from '../photos/photo-link.ts';
import type { ShopCall } from '../providers/context.ts';
import { runAfterResponse } from './dispatch-emails.ts';
import { type Env, factorIsOptional, undoTimeOf } from './env.ts';
import { clientNetworks } from './middleware.ts';
import type { DeskEnv } from './operator.ts';
import { tokenOf } from './session.ts';

/** `operator` is there below the desk alone, whose routes alone name it. */
export function callOf(c: Context<DeskEnv>): ShopCall & DeskCall {
  const { env } = c;
  const { db, now, network, tokenHash, operator, providers, requestId, hotStock } = c.var;
  const keys = keyRing(env);
  return {
    db,
    now,
    owner: { tokenHash, network, now },
    operator,
    token: tokenOf(c.req),
    networks: clientNetworks(c.req),
    keys,
    request: c.req.raw,
    requestId,
    photos: env.PHOTOS,
    assets: env.ASSETS,
    bindings: env as unknown as Call['bindings'],
    editor: env,
    providers,
    hotStock,
    widget: {
      script: env.RAZORPAY_CHECKOUT_URL || 'https://checkout.razorpay.com/v1/checkout.js',
      key: env.RAZORPAY_KEY_ID ?? '',
      secret: env.RAZORPAY_KEY_SECRET ?? '',
    },
    runAfterResponse: runAfterResponse(c as unknown as Context<Env>),
    // What few actions read is worked out for them alone.
    get device() {
      return deviceName(c.req.header('user-agent'));
    },
    get limits() {
      return limitsOf(env);
    },
    get undoTime() {
      return undoTimeOf(env);
    },
    get factorIsOptional() {
      return factorIsOptional(env);
    },
    get urls() {
      const origin = originOf(c);
      return {
        origin,
        photo: keys ? photoUrls(keys, now) : undefined,
        order: keys ? (order) => origin + emailLinkPaths.order(phoneLink(keys, order)) : undefined,
      } satisfies Urls;
    },
  };
}

/**
 * The origin of the shop's pages: that of the request, or SHOP_URL. Always an origin of the shop, since a client cannot choose
 * another one.
 */
function originOf(c: Context<DeskEnv>): string {
  const requestOrigin = new URL(c.req.url).origin;
  const originHeader = c.req.header('origin');
  const { SHOP_URL } = c.env;
  if (originHeader === requestOrigin || !SHOP_URL) return requestOrigin;
  return SHOP_URL;
}
