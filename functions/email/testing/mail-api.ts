/** A mail provider on this machine: a real HTTP server that keeps what it is asked and answers as told. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Mail } from '../send.ts';

/** A letter on its way to somebody. */
export const sampleMail: Mail = {
  id: '7d0c2f6e-0a51-4d0e-8f1c-1f0f3a1c9b11',
  to: 'asha@example.com',
  subject: 'Order ORD-482913 is placed, ₹499.00',
  text: 'The letter in plain words.\n',
  html: '<p>The letter &amp; its markup</p>',
  headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
};

type Asked = {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
};
export type Answer = (response: ServerResponse, asked: Asked) => void;

/** An answer in full. */
export const says =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export type MailApi = {
  url: string;
  asked: Asked[];
  /** How it answers until the end of the test; at first it takes everything. */
  answer: Answer;
};

/** Starts it for the tests of a file. To be called at the file's top. */
export function startMailApi(): MailApi {
  const api: MailApi = { url: '', asked: [], answer: says(200) };
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const { method, url, headers } = incoming;
    api.asked.push({ method, url, headers, body });
    api.answer(response, { method, url, headers, body });
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/emails`;
  });
  beforeEach(() => {
    api.asked = [];
    api.answer = says(200, { id: 'p-1' });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return api;
}
