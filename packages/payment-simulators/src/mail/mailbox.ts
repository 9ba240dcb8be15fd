/** The mail service: Resend's API (https://resend.com/docs/api-reference/emails/send-email), and the emails sent to it. */
import { Hono } from 'hono';
import * as z from 'zod';
import { Api } from '../core/api.ts';
import type { Clock } from '../core/clock.ts';
import type { NodeEnv } from '../core/server.ts';
import type { SimulatorContext } from '../core/simulator.ts';
import { SavedResults } from '../core/store.ts';

/** https://resend.com/docs/api-reference/errors */
class MailError extends Error {
  readonly body: { statusCode: number; name: string; message: string };

  constructor(statusCode: number, name: string, message: string) {
    super(message);
    this.body = { statusCode, name, message };
  }
}

/** `a@b.in` or `Name <a@b.in>`. */
const isAddress = (value: string): boolean => {
  const [, inner] = /^[^<>\r\n]*<([^<>]+)>$/.exec(value) ?? [];
  return z.email().safeParse(inner ?? value).success;
};
const address = (field: string) =>
  z
    .string()
    .refine(isAddress, {
      error: `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`,
    });
const oneLine = (field: string) =>
  z.string().regex(/^[^\r\n]*$/, { error: `The \`\\n\` is not allowed in the \`${field}\` field.` });

const mailBody = z
  .object({
    from: address('from'),
    to: z.preprocess((value) => [value].flat(), z.array(address('to')).min(1).max(50)),
    subject: oneLine('subject'),
    text: z.string().optional(),
    html: z.string().optional(),
    headers: z.record(oneLine('headers'), oneLine('headers')).optional(),
    reply_to: address('reply_to').optional(),
    attachments: z
      .array(z.object({ filename: z.string(), content_type: z.string(), content: z.base64() }))
      .optional(),
  })
  .refine(({ text, html }) => text !== undefined || html !== undefined, {
    error: 'Missing `html` or `text` field.',
    params: { isMissing: true },
  });

export type Message = z.output<typeof mailBody> & {
  id: string;
  /** When it was taken, in ms. */
  at: number;
  idempotencyKey: string | undefined;
};

/** @throws MailError 422 */
function readMail(text: string): z.output<typeof mailBody> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MailError(422, 'validation_error', 'The request body is not valid JSON.');
  }
  const result = mailBody.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'invalid_type' && issue.input === undefined)
    throw new MailError(422, 'missing_required_field', `Missing \`${issue.path.join('.')}\` field.`);
  const isMissing = issue?.code === 'custom' && issue.params?.isMissing;
  const name = isMissing ? 'missing_required_field' : 'validation_error';
  throw new MailError(422, name, issue?.message ?? 'Invalid email.');
}

const failure = (status: number) => {
  const error = (name: string) => new MailError(status, name, 'An unexpected error occurred.');
  return status === 429
    ? { ...error('rate_limit_exceeded'), headers: { 'Retry-After': '1' } }
    : error(status < 500 ? 'validation_error' : 'application_error');
};

const patienceMs = 10_000;

export class Mailbox {
  readonly apiKey = 're_simulator';
  /** Requests seen, and faults to inject. */
  readonly api: Api;
  /** Newest last. */
  readonly messages: Message[] = [];
  readonly clock: Clock;
  readonly #waiting = new Set<(message: Message) => void>();

  constructor({ clock, log }: SimulatorContext) {
    this.clock = clock;
    this.api = new Api({ name: 'Mail', failure, log });
  }

  /**
   * The first email that `fits`, there already or still to come.
   * @param withinMs rejects after this, with what did come
   */
  async waitFor(fits: (message: Message) => boolean, withinMs = patienceMs): Promise<Message> {
    const there = this.messages.find(fits);
    if (there) return there;
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(check);
        clearTimeout(timer);
      };
      const check = (message: Message) => {
        if (!fits(message)) return;
        end();
        resolve(message);
      };
      const timer = setTimeout(() => {
        end();
        const came = this.messages.map(({ to, subject }) => `"${subject}" to ${to.join(', ')}`).join('; ');
        reject(new Error(`The awaited email has not come. There are: ${came || 'none'}`));
      }, withinMs).unref();
      this.#waiting.add(check);
    });
  }

  /** Empties it; keys of emails that were sent stay used. */
  clear(): void {
    this.messages.length = 0;
  }

  receive(mail: z.output<typeof mailBody>, idempotencyKey: string | undefined): string {
    const message = { ...mail, id: crypto.randomUUID(), at: this.clock.now(), idempotencyKey };
    this.messages.push(message);
    for (const check of this.#waiting) check(message);
    return message.id;
  }
}

export function mailApi(mailbox: Mailbox): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const idsByKey = new SavedResults<string>(mailbox.clock);

  app.use(mailbox.api.middleware);
  app.post('/emails', async (c) => {
    // https://resend.com/docs/knowledge-base/403-error-1010
    if (!c.req.header('user-agent'))
      throw new MailError(403, 'error_1010', 'A User-Agent header is required.');
    const authorization = c.req.header('authorization');
    if (!authorization)
      throw new MailError(401, 'missing_api_key', 'Missing API key in the authorization header.');
    if (authorization !== `Bearer ${mailbox.apiKey}`)
      throw new MailError(403, 'invalid_api_key', 'API key is invalid.');
    const key = c.req.header('idempotency-key');
    const text = await c.req.text();
    const mail = readMail(text);
    if (key === undefined) return c.json({ id: mailbox.receive(mail, key) });
    if (key.length < 1 || key.length > 256)
      throw new MailError(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.');
    const earlier = idsByKey.get(key);
    if (earlier && earlier.request !== text)
      throw new MailError(
        ...([409, 'invalid_idempotent_request'] as const),
        'Same idempotency key used with a different request payload.',
      );
    return c.json({ id: earlier?.result ?? idsByKey.set(key, text, mailbox.receive(mail, key)) });
  });
  app.notFound((c) =>
    c.json(new MailError(404, 'not_found', 'The requested endpoint does not exist.').body, 404),
  );
  app.onError((error, c) => {
    const { body } =
      error instanceof MailError ? error : new MailError(500, 'internal_server_error', String(error));
    return c.json(body, body.statusCode as 422);
  });
  return app;
}
