/** How the API says no (docs/behaviour.md 19.3): a status, a stable code, and words fit for a shopper. */
import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isUnavailable } from '#db/client.ts';
import { log } from '../lib/log.ts';
import type { Env } from './env.ts';

type Extra = Record<string, unknown>;

/** Thrown by routes, never by rooms: rooms return outcomes. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly extra: Extra;
  readonly headers: Record<string, string>;

  constructor(status: ContentfulStatusCode, code: string, message: string, extra: Extra = {}, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
    this.headers = headers;
  }
}

/** 422 by field. */
export const wrongFields = (fields: Record<string, string>): Refusal =>
  new Refusal(422, 'invalid', Object.values(fields)[0] ?? 'Please check what you entered.', { fields });

/** No token, or one that is not (any more) ours: one answer for both. */
export const signedOut = (): Refusal => new Refusal(401, 'signed_out', 'Please sign in to go on.');

/** Not there, or not yours: one answer for both. */
export const notFound = (what = 'This page'): Refusal =>
  new Refusal(404, 'not_found', `${what} was not found.`);

/** Too often. @param seconds until it may be tried again */
export const tooMany = (seconds: number, message: string): Refusal =>
  new Refusal(429, 'too_many', message, {}, { 'Retry-After': String(seconds) });

/**
 * Two to eight seconds: all who are refused at once must not come back at once (docs/reliability.md).
 */
const someSeconds = (): number => 2 + Math.floor(Math.random() * 7);

/** Cannot now; nothing was changed that a retry would double. @param seconds */
export const unavailable = (seconds = someSeconds()): Refusal =>
  new Refusal(
    503,
    'unavailable',
    'The shop is busy for a moment. Please try again.',
    {},
    {
      'Retry-After': String(seconds),
    },
  );

function asRefusal(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) return unavailable();
  if (error instanceof HTTPException && error.status < 500)
    return new Refusal(
      error.status as ContentfulStatusCode,
      'malformed',
      'The request could not be understood.',
    );
  return undefined;
}

/** The one place that turns what was thrown into an answer. */
export const answerError: ErrorHandler<Env> = (error, c) => {
  const refusal = asRefusal(error);
  const requestId = c.get('requestId');
  c.set('code', refusal?.code ?? 'internal');
  if (!refusal || refusal.status >= 500)
    // The cause is for us alone; a shopper gets the id to quote. Bodies and addresses are never logged.
    log('error', { requestId, error: describe(error) });
  if (!refusal)
    return c.json(
      {
        success: false,
        code: 'internal',
        message: 'Something went wrong on our side. Please try again.',
        requestId,
      },
      500,
    );
  for (const [name, value] of Object.entries(refusal.headers)) c.header(name, value);
  c.header('Cache-Control', 'no-store');
  const { code, message, extra } = refusal;
  // What went wrong on our side can be quoted; a refusal tells all that there is to know.
  const quoted = refusal.status >= 500 ? { requestId } : {};
  return c.json({ success: false, code, message, ...extra, ...quoted }, refusal.status);
};

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause ? ` <- ${describe(error.cause)}` : '';
  // drizzle puts the parameters of a failed query into its message: names and addresses among them.
  return `${error.name}: ${error.message.split('\nparams:')[0]}${cause}`;
}
