/** The connection for backup and restore: exact integers, a long timeout, and errors as one line. */
import { type Client, createClient, LibsqlError } from '@libsql/client/web';
import { type DatabaseAddress, withOwnToken } from '../client.ts';
import { UsageError } from '../command.ts';

/** How long one call may take, ms; creating an index on a large table is one call. */
const patience = 120_000;

/** Opens a database; integers are bigints, so that those beyond 2^53 are exact. */
export function openExact(address: DatabaseAddress): Client {
  const { url, authToken } = withOwnToken(address);
  return createClient({
    url,
    ...(authToken && { authToken }),
    intMode: 'bigint',
    fetch: (input: Request, init?: RequestInit) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(patience) }),
  });
}

/** Returns a UsageError for an expected error of the connection; any other error as it is. */
export function toUsageError(error: unknown): Error {
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
