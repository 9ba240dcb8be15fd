/** What every request to the API passes through. */
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import { hashesMade } from '../accounts/password.ts';
import { networkOf } from '../limits/network.ts';
import { tokenHash } from '../session/token.ts';
import { meansOf } from './context.ts';
import { clock, type Env } from './env.ts';
import { forgetToken, isKnownAlive, rememberAlive } from './live-tokens.ts';
import { signedOut, tooMany } from './refusal.ts';

/**
 * The client's network, for everything that is counted by it: of its address as Cloudflare saw it, since
 * `X-Forwarded-For` would be the client's own word.
 */
export const clientNetwork = (request: { header(name: string): string | undefined }): string =>
  networkOf(request.header('cf-connecting-ip') ?? 'unknown');

/** Headers of an answer that is data, never a page. */
export const apiHeaders: MiddlewareHandler<Env> = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
  crossOriginResourcePolicy: 'same-origin',
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  xFrameOptions: 'DENY',
  removePoweredBy: true,
});

/** Gives a request its id, clock and database. A client's own request id is not trusted into our logs. */
export const prepare = createMiddleware<Env>(async (c, next) => {
  c.set('requestId', crypto.randomUUID());
  c.set('now', clock(c.env));
  const { db, providers } = meansOf(c.env, c.req.path);
  c.set('db', db);
  c.set('providers', providers);
  c.header('X-Request-Id', c.get('requestId'));
  const work = next();
  // Cloudflare drops what it runs for a client that has left. Work that was begun goes to its end, since
  // what it holds of what the isolate shares (hashes, calls to the database) is given back only there.
  c.executionCtx.waitUntil(work);
  await work;
});

/** For tests, which count hashes where time would tell nothing for sure (COUNT_HASHES). */
export const countHashes = createMiddleware<Env>(async (c, next) => {
  await next();
  if (c.env.COUNT_HASHES) c.res.headers.set('X-Hashes-Made', String(hashesMade()));
});

/** Private unless a route says otherwise: an answer about somebody is kept by nobody. */
export const privateByDefault = createMiddleware<Env>(async (c, next) => {
  await next();
  // Hono's own `c.header` would copy the whole answer, which takes longer than to make it.
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
});

/** The outer guard (wrangler.toml, FLOOD). */
export const floodGuard = createMiddleware<Env>(async (c, next) => {
  const { success } = await c.env.FLOOD.limit({ key: clientNetwork(c.req) });
  if (!success) throw tooMany(60, 'That is a lot at once. Please wait a minute and try again.');
  await next();
});

/**
 * The same for what changes something (wrangler.toml, WRITES): by session where a living one is known, so
 * that a shared address does not slow its neighbours down, and no session is quicker for having many
 * addresses. A token that no route has found alive is treated like no token (live-tokens.ts).
 */
export const writeGuard = createMiddleware<Env>(async (c, next) => {
  if (c.req.method !== 'GET') {
    const hash = tokenHash(tokenOf(c.req));
    const key = hash && isKnownAlive(hash) ? hash : clientNetwork(c.req);
    const { success } = await c.env.WRITES.limit({ key });
    if (!success) throw tooMany(60, 'That is a lot at once. Please wait a minute and try again.');
  }
  await next();
});

const bearer = /^Bearer +(.+)$/i;

/** The token, as header `token` or `Authorization: Bearer`: either, everywhere. */
export const tokenOf = (request: { header(name: string): string | undefined }): string | undefined =>
  request.header('token') || bearer.exec(request.header('authorization') ?? '')?.[1];

/** Wants a token; one that cannot be ours is refused at once. @param after what its answer tells about the token */
const wantsToken = (after: (tokenHash: string, response: Response) => void) =>
  createMiddleware<Env>(async (c, next) => {
    const hash = tokenHash(tokenOf(c.req));
    if (!hash) throw signedOut();
    c.set('tokenHash', hash);
    await next();
    after(hash, c.res);
  });

/**
 * Wants a token. Whether it is alive, the route's own query tells, so that it costs no call of its
 * own: a success proves it, and a 401 proves the opposite.
 */
export const signedIn = wantsToken((hash, { ok, status }) => {
  if (ok) rememberAlive(hash);
  else if (status === 401) forgetToken(hash);
});

/** The same for routes that end the session, or succeed with a dead token too: they prove nothing. */
export const signedInToEnd = wantsToken(forgetToken);

/** Takes a token where there is one; without one the session is nobody's, which no query finds alive. */
export const perhapsSignedIn = createMiddleware<Env>(async (c, next) => {
  c.set('tokenHash', tokenHash(tokenOf(c.req)) ?? '');
  await next();
});
