/**
 * The way to libSQL, for the Worker and for the tools: typed by drizzle, over HTTP, bounded in time.
 */
import { type Client, LibsqlError } from '@libsql/client/web';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/web';
import { Turns } from '#lib/turns.ts';
import { batch, type DatabaseAddress, execute, type Mode, type Statement, withOwnToken } from './streams.ts';

export { type DatabaseAddress, withOwnToken };

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

/** Turns that calls take: reads, writes, and both of those who are not signed in yet. */
export type Lane = 'read' | 'write' | 'signIn';

/**
 * Calls at a time, of all requests of an isolate together. libSQL's server takes writes one by one: a second one
 * on its way keeps it busy, and more only fight for its lock, which took four fifths of the orders in a minute
 * from us under 16 clients, and has brought it to a standstill under hundreds (docs/reliability.md). Writes have a
 * lane of their own, so that those that wait do not hold up the reads. Five hundred may wait: who is refused
 * comes back, and costs as much as who is served. Signing in, registering and resetting a password have a lane of
 * their own, one call at a time and with a short queue: anybody may ask for them, and no number of them may hold up
 * an order.
 */
const lanes: Record<Lane, Turns> = {
  read: new Turns({ atOnce: 16, mostWaiting: 500, longest: patience + 1_000 }),
  write: new Turns({ atOnce: 2, mostWaiting: 500, longest: patience + 1_000 }),
  signIn: new Turns({ atOnce: 1, mostWaiting: 20, longest: patience + 1_000 }),
};

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

/** What drizzle asks of a client: no more is there, and transactions that wait for us in between are not wanted. */
const clientOf = (address: DatabaseAddress, mode: Mode, lane: Lane, deadline: Deadline) =>
  ({
    execute: (statement: Statement) =>
      guarded(() => execute(address, deadline.patience ?? patience, statement), lane, deadline),
    batch: (statements: Statement[]) =>
      guarded(() => batch(address, deadline.patience ?? patience, statements, mode), lane, deadline),
  }) as Pick<Client, 'execute' | 'batch'> as Client;

/**
 * Opens the database. Costs nothing until it is asked something.
 * @param deadline after which no call begins; the last one may take its patience more. None when left out
 * @param lane the one lane of all its calls; reads and writes have their own when left out
 */
export function connect(
  address: DatabaseAddress,
  deadline: Deadline = { until: Number.POSITIVE_INFINITY },
  lane?: Lane,
): Db {
  // Without the schema: only drizzle's `query` needs it, and to read it costs each request half a millisecond.
  return {
    read: drizzle(clientOf(address, 'read', lane ?? 'read', deadline)),
    write: drizzle(clientOf(address, 'write', lane ?? 'write', deadline)),
  };
}
