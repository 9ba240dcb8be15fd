/**
 * Proxies in front of the shop: one compresses as Cloudflare's edge does, one distributes requests to isolates; and one in
 * front of its database, which is far away.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type HonoRequest } from 'hono';
import { proxy } from 'hono/proxy';
import { listen } from '#tools/lib/fixture.ts';

const compress = promisify(brotliCompress);
const compressible = /^(text\/|image\/svg|application\/(json|javascript|manifest\+json|xml))/;
/** A typical level for compression on the fly; 11 would make the sizes some per cent too small. */
const quality = 4;

/** A page with nothing on it, to measure the lab's own cost. */
export const emptyPage = '/nothing-at-all';
const empty = '<!doctype html><title>Nothing</title><p>Nothing';

type Proxy = { url: string; stop(): void };

async function listenAt(app: Hono): Promise<Proxy> {
  const { host, stop } = await listen(app);
  return { url: `http://${host}`, stop };
}

/** Forwards a request. @param target the URL of a shop, without a slash at its end */
function forward({ url, raw }: HonoRequest, target: string): Promise<Response> {
  const { pathname, search } = new URL(url);
  return proxy(target + pathname + search, { raw, redirect: 'manual' });
}

/**
 * Compresses responses with brotli if the client accepts it. workerd answers uncompressed here, so that without this
 * proxy the measured sizes would be too large.
 * @param target the shop's URL
 */
export async function startEdge(target: string): Promise<Proxy> {
  /** Compressed responses, since every visit requests the same files. */
  const compressed = new Map<string, Promise<Buffer>>();
  const app = new Hono();
  app.get(emptyPage, (context) => context.html(empty));
  app.all('*', async ({ req }) => {
    const answer = await forward(req, target);
    const { status, headers } = answer;
    const acceptsBrotli = /\bbr\b/.test(req.header('accept-encoding') ?? '');
    const isText = compressible.test(headers.get('content-type') ?? '');
    const body = Buffer.from(await answer.arrayBuffer());
    if (!acceptsBrotli || !isText || body.length < 256)
      return new Response(body.length ? body : null, { status, headers });
    const key = `${req.url} ${headers.get('etag') ?? body.toString('base64')}`;
    const bytes =
      compressed.get(key) ?? compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    compressed.set(key, bytes);
    headers.set('vary', 'Accept-Encoding');
    headers.set('content-encoding', 'br');
    headers.delete('content-length');
    return new Response(new Uint8Array(await bytes), { status, headers });
  });
  return listenAt(app);
}

/**
 * Sends each request to the next target. When a target is down, the client's connection is closed.
 * @param targets URLs of shops
 */
export async function startRoundRobin(targets: readonly string[]): Promise<Proxy> {
  let turn = 0;
  const app = new Hono();
  app.all('*', async ({ req, env }) => {
    turn += 1;
    try {
      return await forward(req, targets[turn % targets.length] ?? '');
    } catch {
      // The type of the server that `listen` uses.
      (env as HttpBindings).outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  });
  return listenAt(app);
}

/** Passes bytes on after a while, in their order. @param distance ms of one way */
function passLate(from: Socket, to: Socket, distance: () => number): void {
  from.on('data', (chunk) => setTimeout(() => to.write(chunk), distance() / 2));
  from.on('error', () => to.destroy());
  from.on('close', () => setTimeout(() => to.destroy(), distance() / 2));
}

/**
 * Moves a database away: each call takes longer, as on a long way. The bytes are not read, so that it costs little.
 * @param target URL of the database
 */
export async function startDistance(
  target: string,
): Promise<Proxy & { /** @param ms there and back */ moveAway(ms: number): void }> {
  const { hostname, port, search } = new URL(target);
  let distance = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket.once('close', () => sockets.delete(socket)));
    }
    passLate(near, far, () => distance);
    passLate(far, near, () => distance);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${search}`,
    moveAway(ms) {
      distance = ms;
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
