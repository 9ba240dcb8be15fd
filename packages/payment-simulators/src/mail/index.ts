/** The mailbox: Resend's API on a port of its own, the emails sent to it, and pages to read them. */
import type { Hono } from 'hono';
import { after, type Clock } from '../clock.ts';
import { Api } from '../misbehaviour.ts';
import { listen } from '../server.ts';
import { type Message, mailApp, mailError } from './api.ts';
import { mailPages } from './page.ts';

/** A key that a deploy recognizes as not real. */
const apiKey = 're_standin_HaritaMail';

export type Mailbox = {
  /** Requests seen, and trouble to order. */
  api: Api;
  /** The Worker's text bindings. */
  vars: Record<string, string>;
  /** Newest last. */
  readonly messages: readonly Message[];
  /**
   * The first mail that `fits`, there already or still to come.
   * @param patienceMs rejects after this, saying what did come
   */
  waitFor(fits: (message: Message) => boolean, patienceMs?: number): Promise<Message>;
  /** Empties it; keys of mails that were sent stay used. */
  clear(): void;
};

export type MailPart = { mailbox: Mailbox; pages: Hono; stop(): Promise<void> };

const usualPatienceMs = 10_000;

function failure(status: number): { body: unknown; headers?: Record<string, string> } {
  if (status === 429)
    return {
      body: mailError(
        429,
        'rate_limit_exceeded',
        'Too many requests. Please limit the number of requests per second.',
      ),
      headers: { 'Retry-After': '1' },
    };
  const name = status < 500 ? 'validation_error' : 'application_error';
  return { body: mailError(status, name, 'An unexpected error occurred.') };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param port of its API; 0: any free one */
export async function startMail(clock: Clock, log: (line: string) => void, port = 0): Promise<MailPart> {
  const api = new Api({ name: 'Mail simulator', idempotencyHeader: 'idempotency-key', parse, failure, log });
  const messages: Message[] = [];
  const waiting = new Set<(message: Message) => void>();
  const receive = (message: Message) => {
    messages.push(message);
    for (const tell of waiting) tell(message);
  };
  const listening = await listen(mailApp({ api, apiKey, clock, receive }), port);

  const waitFor: Mailbox['waitFor'] = (fits, patienceMs = usualPatienceMs) => {
    const there = messages.find(fits);
    if (there) return Promise.resolve(there);
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    const tell = (message: Message) => fits(message) && resolve(message);
    waiting.add(tell);
    const timer = after(patienceMs, () => {
      const came = messages.map(({ to, subject }) => `"${subject}" to ${to.join(', ')}`).join('; ');
      reject(new Error(`The awaited mail has not come. There are: ${came || 'none'}`));
    });
    return promise.finally(() => {
      waiting.delete(tell);
      clearTimeout(timer);
    });
  };
  return {
    mailbox: {
      api,
      vars: { MAIL_API_URL: `http://${listening.host}/emails`, MAIL_API_KEY: apiKey },
      messages,
      waitFor,
      clear() {
        messages.length = 0;
      },
    },
    pages: mailPages(() => messages),
    async stop() {
      api.calm();
      await listening.stop();
    },
  };
}
