/** Resend on this machine: a real HTTP server that records requests and responds as a test defines. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Mail } from '../send.ts';

/** An email to send. */
export const sampleEmail: Mail = {
  id: '7d0c2f6e-0a51-4d0e-8f1c-1f0f3a1c9b11',
  to: 'asha@example.com',
  subject: 'Order ORD-482913 is placed, ₹499.00',
  text: 'The email as plain text.\n',
  html: '<p>The email &amp; its markup</p>',
  headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
};

type ReceivedRequest = {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
};
export type Responder = (response: ServerResponse, request: ReceivedRequest) => void;

/** A complete response. */
export const respondWith =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export type MailApi = {
  url: string;
  requests: ReceivedRequest[];
  /** Its response until the end of the test; by default it accepts everything. */
  respond: Responder;
};

/** Starts the server for the tests of a file. To be called at the top of the file. */
export function startMailApi(): MailApi {
  const api: MailApi = { url: '', requests: [], respond: respondWith(200) };
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const { method, url, headers } = incoming;
    api.requests.push({ method, url, headers, body });
    api.respond(response, { method, url, headers, body });
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/emails`;
  });
  beforeEach(() => {
    api.requests = [];
    api.respond = respondWith(200, { id: 'p-1' });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return api;
}
