/** Middleware of all API requests (docs/behaviour.md, "API answers", "Guards"). */
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import { getHashCount } from '../accounts/password.ts';
import { type Network, networksOf, widestOf } from '../lib/network.ts';
import { refusal } from '../lib/refusal.ts';
import { tokenHash } from '../lib/token.ts';
import { type Bindings, clock, type Env, moveClock } from './env.ts';
import { isLiveToken } from './live-tokens.ts';
import { annotate } from './notes.ts';
import { tokenOf } from './session.ts';

/** Most stopped clients, sessions and networks, that are remembered. */
const mostStopped = 10_000;
/**
 * Clients above a limit of the outer guard that this isolate has seen. What an ETag answers is known after the work, so only
 * they are refused before it: a client with made-up ETags costs no more than others.
 */
const stopped = new Set<string>();

const isStopped = (client: string): boolean => stopped.has(client);

function stopClient(client: string): void {
  stopped.add(client);
  if (stopped.size > mostStopped) for (const oldest of stopped) return void stopped.delete(oldest);
}

/** After a request that was below the limit again. */
const admitClient = (client: string): boolean => stopped.delete(client);

/** The client's networks, for limits: of Cloudflare's address, since a client can forge `X-Forwarded-For`. */
export const clientNetworks = (request: { header(name: string): string | undefined }): readonly Network[] =>
  networksOf(request.header('cf-connecting-ip') ?? 'unknown');

/** Security headers for data, never for a page. */
export const apiHeaders: MiddlewareHandler<Env> = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
  crossOriginResourcePolicy: 'same-origin',
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  xFrameOptions: 'DENY',
  removePoweredBy: true,
});

/** Opens what a request uses. @param path of the request @param objects the classes of objects that the Worker exports */
type Connect = (
  env: Bindings,
  path: string,
  objects: () => ExecutionContext['exports'],
) => Pick<Env['Variables'], 'db' | 'databaseUse' | 'providers' | 'hotStock'>;

/** Gives a request its id, time, database and providers. A client's own request id is never logged. */
export const prepareRequest = (connect: Connect) =>
  createMiddleware<Env>(async (c, next) => {
    c.set('requestId', crypto.randomUUID());
    moveClock(c.env, c.req.header('x-clock-offset-ms'));
    c.set('now', clock(c.env));
    c.set('network', widestOf(clientNetworks(c.req)));
    c.set('tokenHash', '');
    const { db, databaseUse, providers, hotStock } = connect(
      c.env,
      c.req.path,
      () => (c.executionCtx as ExecutionContext).exports,
    );
    c.set('db', db);
    c.set('databaseUse', databaseUse);
    c.set('providers', providers);
    c.set('hotStock', hotStock);
    c.header('X-Request-Id', c.get('requestId'));
    if (c.env.VERSION) c.header('X-Version', c.env.VERSION.id);
    const work = next();
    // Cloudflare stops the work for a client that has disconnected. `waitUntil` lets it end, since only then does it
    // release what the isolate shares: turns for hashing and for calls to the database.
    c.executionCtx.waitUntil(work);
    await work;
  });

/** For tests that count hashes, since measuring time would be unreliable (COUNT_HASHES). */
export const countHashes = createMiddleware<Env>(async (c, next) => {
  await next();
  if (c.env.COUNT_HASHES) c.res.headers.set('X-Hashes-Made', String(getHashCount()));
});

/** Responses are not cached unless a route sets `Cache-Control`. */
export const privateByDefault = createMiddleware<Env>(async (c, next) => {
  await next();
  // Hono's `c.header` would copy the whole response, which takes longer than creating it.
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
});

const tooManyRequests = refusal(
  429,
  'too_many',
  'Too many requests at once. Please wait a minute and try again.',
  60,
);

/** The hash of a token whose session is known to be alive (live-tokens.ts). */
function liveSession(request: { header(name: string): string | undefined }): string | undefined {
  const hash = tokenHash(tokenOf(request));
  return hash && isLiveToken(hash) ? hash : undefined;
}

const isBelow = async (limit: RateLimit, key: string): Promise<boolean> =>
  (await limit.limit({ key })).success;

/**
 * The outer guard. Counts by session if it is known to be alive (wrangler.toml, FLOOD), so that people behind one address do
 * not limit each other, and many addresses do not help one session. All others, with invented tokens too, count for their
 * network, and so do its sessions together (NETWORK): thousands of phones may share it, so that limit is far higher. A request
 * that an ETag answers counts for its network alone.
 */
export const floodGuard = annotate(
  createMiddleware<Env>(async (c, next) => {
    const { FLOOD, NETWORK } = c.env;
    const network = c.get('network');
    const session = liveSession(c.req);
    const count = async () =>
      session
        ? (await isBelow(FLOOD, session)) && (await isBelow(NETWORK, `sessions ${network}`))
        : isBelow(NETWORK, network);
    const asksForNews = c.req.method === 'GET' && c.req.header('If-None-Match') !== undefined;
    const client = session ?? network;
    if (asksForNews && !isStopped(client)) {
      if (!(await isBelow(NETWORK, `cached ${network}`))) throw tooManyRequests();
      await next();
      if (c.res.status !== 304 && !(await count())) stopClient(client);
      return;
    }
    if (!(await count())) throw tooManyRequests();
    admitClient(client);
    await next();
  }),
  { refuses: [tooManyRequests] },
);

/** The same for requests that change something (wrangler.toml, WRITES and NETWORK_WRITES). */
export const writeGuard = createMiddleware<Env>(async (c, next) => {
  if (c.req.method !== 'GET') {
    const { WRITES, NETWORK_WRITES } = c.env;
    const session = liveSession(c.req);
    const mayWrite = session ? isBelow(WRITES, session) : isBelow(NETWORK_WRITES, c.get('network'));
    if (!(await mayWrite)) throw tooManyRequests();
  }
  await next();
});
