/** For the simulators' own tests: new simulators for each test, and a server that receives webhooks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Razorpay from 'razorpay';
import { afterEach, beforeEach } from 'vitest';
import { type Simulators, startSimulators } from './index.ts';
import { razorpayRequest } from './testing.ts';

export type Received = { path: string; headers: Record<string, string>; body: string };

export type WebhookReceiver = {
  /** Where each provider's webhooks go. */
  urls: { stripe: string; razorpay: string };
  /** Webhooks as they arrived, oldest first. */
  received: Received[];
  /** The statuses of the next responses, in order; 200 when none is left. */
  answers: number[];
  stop(): Promise<void>;
};

async function startReceiver(): Promise<WebhookReceiver> {
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: { stripe: `${url}/stripe`, razorpay: `${url}/razorpay` },
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
    all.shop = await startReceiver();
  });
  afterEach(async () => {
    await all.simulators.stop();
    await all.shop.stop();
  });
  return all;
}

/** Razorpay's own client, pointed at the simulator. */
export function razorpayClient({ razorpay: { keyId, keySecret }, urls }: Simulators): Razorpay {
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  // It has no option for the address, and its types do not know the HTTP client in it.
  const { rq } = client.api as unknown as { rq: { defaults: { baseURL: string } } };
  rq.defaults.baseURL = urls.razorpay;
  return client;
}

/** New simulators for each test, with requests to Razorpay's. */
export function useRazorpay() {
  const all = useSimulators();
  const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    razorpayRequest(all.simulators, method, path, body, headers);
  const orderBody = {
    amount: 154_750,
    currency: 'INR',
    receipt: 'ORD-123456',
    notes: { order: 'ORD-123456' },
  };
  const newOrder = async (): Promise<string> => (await ask('POST', '/v1/orders', orderBody)).body.id;
  /** Pays an order. @returns the payment's id */
  const captured = async (): Promise<string> => {
    const { id } = all.simulators.razorpay.authorize(await newOrder());
    await ask('POST', `/v1/payments/${id}/capture`, { amount: 154_750, currency: 'INR' });
    return id;
  };
  return { all, ask, orderBody, newOrder, captured };
}

/** Razorpay's answer to a request that it refuses. */
export const refusal = (description: string, more = {}) => ({
  status: 400,
  body: { error: { code: 'BAD_REQUEST_ERROR', description, ...more } },
});
