/** A Hono app on a loopback port of its own. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';

/** Names of this machine, as `URL.hostname` writes them. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

const isLocalHost = (url: string, hosts: string): boolean =>
  [...loopback, ...hosts.split(',')].includes(new URL(url).hostname);

/** Node's own request and response come along (`c.env`): a connection can be dropped. */
export type NodeEnv = { Bindings: HttpBindings };

export type Listening = {
  /** `127.0.0.1:port`. */
  host: string;
  stop(): Promise<void>;
};

/**
 * Answers to this machine's own names alone: a browser reaches every port of the loopback, and any name can be
 * pointed there.
 * @param port 0: any free one. Rejects when the port is taken
 * @param hosts names besides those of the loopback, with commas between them
 */
export async function listen(app: Hono<NodeEnv>, port = 0, hosts = ''): Promise<Listening> {
  const answer: Parameters<typeof createAdaptorServer>[0]['fetch'] = (request, env) =>
    isLocalHost(request.url, hosts) ? app.fetch(request, env) : new Response('Not here', { status: 404 });
  // The tests and `npm start` live in this process too: their Request and Response are left alone.
  const server = createAdaptorServer({ fetch: answer, overrideGlobalObjects: false });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
