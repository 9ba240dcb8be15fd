/** The HTTP server of all simulators, on a loopback port. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';

/** Node's own request and response come along (`c.env`), so that a connection can be dropped. */
export type NodeEnv = { Bindings: HttpBindings };

/** Names of this machine, as `URL.hostname` writes them. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** `127.0.0.1:port`, and the end of the server. */
export type Listening = { host: string; stop(): Promise<void> };

/**
 * Answers to this machine's own names alone: a browser reaches every port of the loopback, and any name can be
 * pointed there.
 * @param port 0: any free one. Rejects when the port is taken
 * @param hosts names besides those of the loopback, with commas between them
 */
export async function listen(
  answer: (request: Request, env: HttpBindings) => Response | Promise<Response>,
  port: number,
  hosts: string,
): Promise<Listening> {
  const allowed = [...loopback, ...hosts.split(',')];
  const server = createAdaptorServer({
    fetch: (request, env) =>
      allowed.includes(new URL(request.url).hostname)
        ? answer(request, env as HttpBindings)
        : new Response('Not here', { status: 404 }),
    // The process of the caller keeps its own Request and Response.
    overrideGlobalObjects: false,
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
