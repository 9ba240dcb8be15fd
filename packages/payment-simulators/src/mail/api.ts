/** Resend's HTTP API: https://resend.com/docs/api-reference/emails/send-email */
import { Hono } from 'hono';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import type { Api } from '../misbehaviour.ts';
import type { NodeEnv } from '../server.ts';

export type MailErrorBody = { statusCode: number; name: string; message: string };

/** https://resend.com/docs/api-reference/errors */
export const mailError = (statusCode: number, name: string, message: string): MailErrorBody => ({
  statusCode,
  name,
  message,
});

class MailRefusal extends Error {
  readonly body: MailErrorBody;

  constructor(statusCode: number, name: string, message: string) {
    super(message);
    this.body = mailError(statusCode, name, message);
  }
}

/** `a@b.in` or `Name <a@b.in>`. */
const isAddress = (value: string): boolean => {
  const [, inner] = /^[^<>\r\n]*<([^<>]+)>$/.exec(value) ?? [];
  return z.email().safeParse(inner ?? value).success;
};

const oneLine = (field: string) =>
  z.string().refine((value) => !/[\r\n]/.test(value), {
    error: `The \`\\n\` is not allowed in the \`${field}\` field.`,
  });

const address = (field: string) =>
  z.string().refine(isAddress, {
    error: `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`,
  });

const mailBody = z.object({
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
});

export type Message = z.output<typeof mailBody> & {
  id: string;
  /** When it was taken, in ms. */
  at: number;
  idempotencyKey: string | undefined;
};

const keptMs = 24 * 60 * 60 * 1000;
const longestKey = 256;

/** @throws MailRefusal 422 */
function readMail(text: string): z.output<typeof mailBody> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MailRefusal(422, 'validation_error', 'The request body is not valid JSON.');
  }
  const result = mailBody.safeParse(value, { reportInput: true });
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = issue?.path[0] === undefined ? '' : String(issue.path[0]);
    const isMissing = typeof value === 'object' && value !== null && !(name in value);
    throw isMissing
      ? new MailRefusal(422, 'missing_required_field', `Missing \`${name}\` field.`)
      : new MailRefusal(422, 'validation_error', issue?.message ?? 'Invalid mail.');
  }
  if (result.data.text === undefined && result.data.html === undefined)
    throw new MailRefusal(422, 'missing_required_field', 'Missing `html` or `text` field.');
  return result.data;
}

/** @throws MailRefusal 401, 403 */
function authenticate(header: string | undefined, apiKey: string): void {
  if (!header) throw new MailRefusal(401, 'missing_api_key', 'Missing API key in the authorization header.');
  if (header !== `Bearer ${apiKey}`) throw new MailRefusal(403, 'invalid_api_key', 'API key is invalid.');
}

export type MailApiOptions = { api: Api; apiKey: string; clock: Clock; receive(message: Message): void };

export function mailApp({ api, apiKey, clock, receive }: MailApiOptions): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const sent = new Map<string, { text: string; id: string; at: number }>();

  app.use(api.middleware);
  app.post('/emails', async (c) => {
    // https://resend.com/docs/knowledge-base/403-error-1010
    if (!c.req.header('user-agent'))
      return c.json(mailError(403, 'error_1010', 'A User-Agent header is required.'), 403);
    authenticate(c.req.header('authorization'), apiKey);
    const key = c.req.header('idempotency-key');
    if (key !== undefined && (key.length < 1 || key.length > longestKey))
      throw new MailRefusal(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.');
    const text = await c.req.text();
    const mail = readMail(text);
    const earlier = key === undefined ? undefined : sent.get(key);
    if (earlier && clock.now() - earlier.at < keptMs) {
      if (earlier.text === text) return c.json({ id: earlier.id });
      throw new MailRefusal(
        409,
        'invalid_idempotent_request',
        'Same idempotency key used with a different request payload.',
      );
    }
    const message = { ...mail, id: crypto.randomUUID(), at: clock.now(), idempotencyKey: key };
    if (key !== undefined) sent.set(key, { text, id: message.id, at: message.at });
    receive(message);
    return c.json({ id: message.id });
  });
  app.notFound((c) => c.json(mailError(404, 'not_found', 'The requested endpoint does not exist.'), 404));
  app.onError((error, c) => {
    if (error instanceof MailRefusal) return c.json(error.body, error.body.statusCode as 422);
    return c.json(mailError(500, 'internal_server_error', String(error)), 500);
  });
  return app;
}
