/**
 * Compresses responses as Cloudflare's edge does in production. workerd answers uncompressed here, so that without this
 * proxy the measured sizes would be too large.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const compressible = /^(text\/|image\/svg|application\/(json|javascript|manifest\+json|xml))/;
/** A typical level for compression on the fly; 11 would make the sizes some per cent too small. */
const quality = 4;

export type CompressingProxy = { url: string; stop(): Promise<void> };

/** An empty page with a link to another one, to measure the lab's own cost. */
export const emptyPage = '/nothing-at-all';
export const nextEmptyPage = `${emptyPage}/more`;
const rules = { prerender: [{ where: { href_matches: nextEmptyPage }, eagerness: 'moderate' }] };
const empty = `<!doctype html><title>Nothing</title>
<style>@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }</style>
<script type="speculationrules">${JSON.stringify(rules)}</script>
<p>Nothing <a href="${nextEmptyPage}">more</a>`;

/**
 * Forwards requests to `target`, and compresses the responses with brotli if the client accepts it.
 * @param target `http://127.0.0.1:…`
 */
export async function startCompressingProxy(target: string): Promise<CompressingProxy> {
  const { hostname, port } = new URL(target);
  /** Compressed responses, since every visit requests the same files. */
  const done = new Map<string, Promise<Buffer>>();

  async function pass(
    upstream: IncomingMessage,
    incoming: IncomingMessage,
    reply: ServerResponse,
  ): Promise<void> {
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = upstream.headers;
    const body = await buffer(upstream);
    const acceptsBrotli = /\bbr\b/.test(incoming.headers['accept-encoding'] ?? '');
    const small = body.length < 256 || !compressible.test(headers['content-type'] ?? '');
    if (!acceptsBrotli || small || headers['content-encoding']) {
      reply.writeHead(upstream.statusCode ?? 502, { ...headers, 'content-length': body.length }).end(body);
      return;
    }
    const key = `${incoming.url} ${headers.etag ?? body.toString('base64')}`;
    const compressed =
      done.get(key) ?? compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    done.set(key, compressed);
    const bytes = await compressed;
    reply
      .writeHead(upstream.statusCode ?? 502, {
        ...headers,
        vary: 'Accept-Encoding',
        'content-encoding': 'br',
        'content-length': bytes.length,
      })
      .end(bytes);
  }

  const server = createServer((incoming, reply) => {
    if (incoming.url === emptyPage || incoming.url === nextEmptyPage) {
      reply.setHeader('content-type', 'text/html').end(empty);
      return;
    }
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const onward = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (upstream) => {
        pass(upstream, incoming, reply).catch(() => reply.destroy());
      },
    );
    onward.on('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()));
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
