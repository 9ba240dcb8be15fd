/** A proxy in front of the database that adds up the rows which its answers say were read. */
import { Agent, createServer, request as forwardTo } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RowCounter = {
  /** The Worker's DATABASE_URL. */
  url: string;
  /** Rows that were read since the last call. */
  take(): number;
  stop(): void;
};

/** @param target address of the real database */
export async function startRowCounter(target: string): Promise<RowCounter> {
  const agent = new Agent({ keepAlive: true });
  let rows = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url } = incoming;
    // The answer is read here: it must not be compressed.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const onward = forwardTo(new URL(url ?? '/', target), { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const body = Buffer.concat(chunks);
        for (const [, count] of body.toString().matchAll(/"rows_read":(\d+)/g)) rows += Number(count);
        outgoing.writeHead(response.statusCode ?? 502, response.headers).end(body);
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(target).search}`,
    take() {
      const taken = rows;
      rows = 0;
      return taken;
    },
    stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
