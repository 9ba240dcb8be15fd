/**
 * The way to libSQL, for the Worker and for the tools: typed by drizzle, over HTTP, bounded in time.
 */
import { type Client, createClient, type InStatement, LibsqlError } from '@libsql/client/web';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/web';
import { Turns } from '#lib/turns.ts';

/** Where the database is. @property url `http://127.0.0.1:…` locally, `libsql://…` in production */
export type DatabaseAddress = { url: string; authToken?: string | undefined };

/** Down, slow or refusing. The API answers 503 with `Retry-After`; nothing is known to have been written. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Longest that one call may take, ms, where nothing else is said. */
const patience = 5_000;
/** Longest that a call may wait for its turn, ms. */
const queueing = 5_000;
/** Tries when another writer holds the lock, which a write batch that waits its turn rarely meets. */
const tries = 4;

/**
 * Calls at a time, of all requests of an isolate together. libSQL's server takes writes one by one: a second one
 * on its way keeps it busy, and more only fight for its lock, which took four fifths of the orders in a minute
 * from us under 16 clients, and has brought it to a standstill under hundreds (docs/reliability.md). Writes have a
 * lane of their own, so that those that wait do not hold up the reads. Five hundred may wait: who is refused
 * comes back, and costs as much as who is served.
 */
const lanes = {
  read: new Turns({ atOnce: 16, mostWaiting: 500, longest: patience + 1_000 }),
  write: new Turns({ atOnce: 2, mostWaiting: 500, longest: patience + 1_000 }),
};
type Lane = keyof typeof lanes;

/**
 * When no call may begin any more, for all calls of one request; whoever has good reason puts it off.
 * @property until UTC ms
 * @property patience longest that one call may take, ms
 */
export type Deadline = { until: number; patience?: number };

type Query = LibSQLDatabase;

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

async function guarded<T>(call: () => Promise<T>, lane: Lane, deadline: Deadline): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const left = deadline.until - Date.now();
    // A call is either given all of its time or not begun: one that is cut short may yet be carried out.
    if (left <= 0) throw new DatabaseUnavailable('no time was left to ask the database');
    try {
      return await lanes[lane].take(call, Math.min(queueing, left));
    } catch (error) {
      if (answered(error)) throw error;
      if (!busy(error) || attempt === tries)
        throw new DatabaseUnavailable('the database did not answer', { cause: error });
      // Unequal pauses, so that two who met do not meet again.
      await new Promise((resume) => setTimeout(resume, attempt * (5 + Math.random() * 20)));
    }
  }
}

function inLane(client: Client, lane: Lane, deadline: Deadline): Client {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'batch')
        return (statements: InStatement[]) => guarded(() => target.batch(statements, lane), lane, deadline);
      if (name === 'execute')
        return (...query: Parameters<Client['execute']>) =>
          guarded(() => target.execute(...query), lane, deadline);
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * Opens the database. Costs nothing until it is asked something.
 * @param deadline after which no call begins; the last one may take its patience more. None when left out
 */
export function connect(
  { url, authToken }: DatabaseAddress,
  deadline: Deadline = { until: Number.POSITIVE_INFINITY },
): Db {
  const client = createClient({
    url,
    ...(authToken && { authToken }),
    // The client has no time limit of its own.
    fetch: (input: Request, init?: RequestInit) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(deadline.patience ?? patience) }),
  });
  // Without the schema: only drizzle's `query` needs it, and to read it costs each request half a millisecond.
  return {
    read: drizzle(inLane(client, 'read', deadline)),
    write: drizzle(inLane(client, 'write', deadline)),
  };
}
