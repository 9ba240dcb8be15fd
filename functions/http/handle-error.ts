/** Error responses of the API (docs/behaviour.md, "API answers"). */
import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isPaused, isUnavailable, writesRefused } from '#db/client.ts';
import { SemaphoreTimeout } from '#lib/semaphore.ts';
import { logError } from '../lib/log.ts';
import { Refusal, refusal, unavailable } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import type { Env } from './env.ts';

/** A deploy has paused writing (db/pause.ts), which takes a minute or two. Nothing was written. */
const paused = refusal(
  503,
  'paused',
  'The shop is being updated and cannot take this for a minute or two. Nothing is lost. Please try again shortly.',
  20,
);

/** The database cannot store anything, so nothing was changed. It takes an operator to put that right. */
const notStored = refusal(
  503,
  'unavailable',
  'The shop cannot store anything at the moment, so nothing was changed. Please try again in a few minutes.',
  60,
);

function toRefusal(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (writesRefused(error)) return notStored();
  // The database, or what hashes passwords, has more to do than it can within the time of a request.
  if (isUnavailable(error) || error instanceof SemaphoreTimeout) return unavailable();
  if (isPaused(error)) return paused();
  if (error instanceof HTTPException && error.status < 500)
    return refusal(
      error.status as ContentfulStatusCode,
      'malformed',
      'The request could not be understood.',
    )();
  return undefined;
}

/** What the shop itself got wrong. */
const internal = refusal(500, 'internal', 'Something went wrong on our side. Please try again.');

const problemType = 'application/problem+json';

/**
 * The refusal as problem details (RFC 9457), for requests whose `Accept` names them. The type is a tag URI (RFC 4151): the same
 * for each refusal of a kind, and no address to be fetched.
 */
const problemOf = ({ status, code, message }: Refusal) => ({
  type: `tag:${new URL(store.url).hostname},2026:${code}`,
  title: code.slice(0, 1).toUpperCase() + code.slice(1).replaceAll('_', ' '),
  status,
  detail: message,
});

/** Turns a thrown error into a response. */
export const handleError: ErrorHandler<Env> = (error, c) => {
  const refused = toRefusal(error) ?? internal();
  const { code, message, extra, status } = refused;
  const requestId = c.get('requestId');
  c.set('code', code);
  if (status >= 500)
    // The cause is only logged; the shopper gets the request id. Bodies and addresses are never logged.
    logError(error, { requestId });
  for (const [name, value] of Object.entries(refused.headers)) c.header(name, value);
  c.header('Cache-Control', 'no-store');
  // The request id is for the shop's own errors; a refusal needs none.
  const quoted = status >= 500 ? { requestId } : {};
  if (!c.req.header('accept')?.toLowerCase().includes(problemType))
    return c.json({ success: false, code, message, ...extra, ...quoted }, status);
  const problem = { ...extra, ...quoted, code, ...problemOf(refused) };
  return c.body(JSON.stringify(problem), status, { 'Content-Type': problemType });
};
