/** For the simulators' own tests: new simulators for each test, and a server that receives webhooks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { type Simulators, startSimulators } from './index.ts';

export type Received = { path: string; headers: Record<string, string>; body: string };

export type WebhookReceiver = {
  url: string;
  /** Webhooks as they arrived, oldest first. */
  received: Received[];
  /** The statuses of the next responses, in order; 200 when none is left. */
  answers: number[];
  stop(): Promise<void>;
};

async function startTinyShop(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
    received.push({ path: incoming.url ?? '', headers: Object.fromEntries(headers), body });
    outgoing.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** New simulators and a webhook receiver for each test; they are not connected yet. */
export function useSimulators(): { simulators: Simulators; shop: WebhookReceiver } {
  const all = {} as { simulators: Simulators; shop: WebhookReceiver };
  beforeEach(async () => {
    all.simulators = await startSimulators();
    all.shop = await startTinyShop();
  });
  afterEach(async () => {
    await all.simulators.stop();
    await all.shop.stop();
  });
  return all;
}
