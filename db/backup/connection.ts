/** The way to a database whose rows are copied: integers whole, one call at a time, and errors in plain words. */
import { type Client, createClient, LibsqlError } from '@libsql/client/web';
import { type DatabaseAddress, withOwnToken } from '../client.ts';
import { UsageError } from '../command.ts';

/** Longest that one call may take, ms: the making of an index over a large table is one. */
const patience = 120_000;

/** Opens a database; integers beyond 2^53 keep their last digits. */
export function openWhole(address: DatabaseAddress): Client {
  const { url, authToken } = withOwnToken(address);
  return createClient({
    url,
    ...(authToken && { authToken }),
    intMode: 'bigint',
    fetch: (input: Request, init?: RequestInit) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(patience) }),
  });
}

/** What went wrong, in words for whoever runs the command; anything unforeseen stays as it is. */
export function inWords(error: unknown): Error {
  if (error instanceof UsageError || !(error instanceof Error)) return error as Error;
  const { status } = (error.cause ?? {}) as { status?: number };
  const code = error instanceof LibsqlError ? error.code : '';
  if (status === 401 || status === 403 || code.startsWith('AUTH'))
    return new UsageError('The database refuses DATABASE_AUTH_TOKEN.');
  if (error.name === 'TimeoutError' || status === 502 || status === 503)
    return new UsageError('The database does not answer.');
  if (/STREAM_EXPIRED|TRANSACTION_CLOSED|CLOSED_ERROR/.test(code))
    return new UsageError(`The database has ended the transaction (${code}).`);
  return error;
}
