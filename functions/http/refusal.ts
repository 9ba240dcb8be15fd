/**
 * Error responses of the API (docs/behaviour.md, "API answers"): a status, a stable code and a message for shoppers.
 */
import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isPaused, isUnavailable, writesRefused } from '#db/client.ts';
import { logError } from '../lib/log.ts';
import type { Env } from './env.ts';

type Extra = Record<string, unknown>;

/** Thrown by routes only. The other folders of functions/ return results. */
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

/** No token, or a dead or unknown one: the same response for all. */
export const signedOut = (): Refusal => new Refusal(401, 'signed_out', 'Please sign in to go on.');

/** A guest's token, for what needs an account. */
export const needsAccount = (): Refusal =>
  new Refusal(403, 'guest', 'This needs an account. Please sign in, or choose a password for your order.');

/** Not there, or somebody else's: the same response for both. */
export const notFound = (what = 'This page'): Refusal =>
  new Refusal(404, 'not_found', `${what} was not found.`);

/** @param seconds until the request may be repeated */
export const tooMany = (seconds: number, message: string): Refusal =>
  new Refusal(429, 'too_many', message, {}, { 'Retry-After': String(seconds) });

/** Two to eight seconds, random so that refused clients do not all return at once (docs/reliability.md). */
const randomDelay = (): number => 2 + Math.floor(Math.random() * 7);

/** The shop is busy. A retry is safe. @param seconds until the retry */
export const unavailable = (seconds = randomDelay()): Refusal =>
  new Refusal(
    503,
    'unavailable',
    'The shop is busy for a moment. Please try again.',
    {},
    { 'Retry-After': String(seconds) },
  );

/** Seconds until a request during a pause may be repeated. A pause takes a minute or two. */
const pauseDelay = 20;

/** A deploy has paused writing (db/pause.ts). Nothing was written. */
const paused = (): Refusal =>
  new Refusal(
    503,
    'paused',
    'The shop is being updated and cannot take this for a minute or two. Nothing is lost. Please try again shortly.',
    {},
    { 'Retry-After': String(pauseDelay) },
  );

/** The database cannot store anything, so nothing was changed. It takes an operator to put that right. */
const notStored = (): Refusal =>
  new Refusal(
    503,
    'unavailable',
    'The shop cannot store anything at the moment, so nothing was changed. Please try again in a few minutes.',
    {},
    { 'Retry-After': '60' },
  );

function toRefusal(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (writesRefused(error)) return notStored();
  if (isUnavailable(error)) return unavailable();
  if (isPaused(error)) return paused();
  if (error instanceof HTTPException && error.status < 500)
    return new Refusal(
      error.status as ContentfulStatusCode,
      'malformed',
      'The request could not be understood.',
    );
  return undefined;
}

/** Turns a thrown error into a response. */
export const handleError: ErrorHandler<Env> = (error, c) => {
  const refusal = toRefusal(error);
  const requestId = c.get('requestId');
  c.set('code', refusal?.code ?? 'internal');
  if (!refusal || refusal.status >= 500)
    // The cause is only logged; the shopper gets the request id. Bodies and addresses are never logged.
    logError(error, { requestId });
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
  // The request id is for the shop's own errors; a refusal needs none.
  const quoted = refusal.status >= 500 ? { requestId } : {};
  return c.json({ success: false, code, message, ...extra, ...quoted }, refusal.status);
};
