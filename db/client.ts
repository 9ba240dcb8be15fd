/**
 * The way to libSQL, for the Worker and for the tools: typed by drizzle, over HTTP, bounded in time.
 */
import {
  type Client,
  createClient,
  type InStatement,
  LibsqlError,
  type TransactionMode,
} from '@libsql/client/web';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/web';
import * as schema from './schema.ts';

/** Where the database is. @property url `http://127.0.0.1:…` locally, `libsql://…` in production */
export type DatabaseAddress = { url: string; authToken?: string | undefined };

/** Down, slow or refusing. The API answers 503 with `Retry-After`; nothing is known to have been written. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Longest that one call may take, ms. */
const patience = 5_000;
/** Tries when another writer holds the lock, which a write batch that waits its turn rarely meets. */
const tries = 4;

type Query = LibSQLDatabase<typeof schema>;

/**
 * Two ways to speak to it. drizzle's `batch()` passes no mode, and a batch that reads before it
 * writes fails under load unless it says at once that it will write; so each way brings its own.
 */
export type Db = { read: Query; write: Query };

/** An error of this kind, however deep it is wrapped: drizzle wraps what single queries throw. */
function causeOf<T extends Error>(error: unknown, kind: abstract new (...args: never[]) => T): T | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof kind) return cause;
  return undefined;
}

const libsqlError = (error: unknown): LibsqlError | undefined => causeOf(error, LibsqlError);

/** Whether something failed because the database gave no answer. */
export const isUnavailable = (error: unknown): boolean => causeOf(error, DatabaseUnavailable) !== undefined;

/** The message of a broken constraint, such as `UNIQUE constraint failed: users.email`; else undefined. */
export function brokenConstraint(error: unknown): string | undefined {
  const found = libsqlError(error);
  return found?.message.includes('constraint failed') ? found.message : undefined;
}

const busy = (error: unknown): boolean => libsqlError(error)?.code.startsWith('SQLITE_BUSY') ?? false;

/** SQL that is wrong, or refused by a constraint, is an answer; everything else is a database that gave none. */
function answered(error: unknown): boolean {
  const found = libsqlError(error);
  return found !== undefined && /^(SQLITE_|SQL_)/.test(found.code) && !busy(error);
}

async function guarded<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (answered(error)) throw error;
      if (!busy(error) || attempt === tries)
        throw new DatabaseUnavailable('the database did not answer', { cause: error });
      // Unequal pauses, so that two who met do not meet again.
      await new Promise((resume) => setTimeout(resume, attempt * (5 + Math.random() * 20)));
    }
  }
}

function inMode(client: Client, mode: TransactionMode): Client {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'batch')
        return (statements: InStatement[]) => guarded(() => target.batch(statements, mode));
      if (name === 'execute')
        return (...query: Parameters<Client['execute']>) => guarded(() => target.execute(...query));
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Opens the database. Costs nothing until it is asked something. */
export function connect({ url, authToken }: DatabaseAddress): Db {
  const client = createClient({
    url,
    ...(authToken && { authToken }),
    // The client has no time limit of its own.
    fetch: (input: Request, init?: RequestInit) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(patience) }),
  });
  return {
    read: drizzle(inMode(client, 'read'), { schema }),
    write: drizzle(inMode(client, 'write'), { schema }),
  };
}
