/** The connection to libSQL, for the Worker and for the tools: typed by drizzle, over HTTP, with time limits. */
import { type Client, LibsqlError } from '@libsql/client/web';
import type { BatchItem } from 'drizzle-orm/batch';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/web';
import { ConcurrencyLimit } from '#lib/concurrency-limit.ts';
import { Semaphore } from '#lib/semaphore.ts';
import {
  batch,
  type CallOptions,
  type DatabaseAddress,
  type DatabaseUse,
  execute,
  type Mode,
  noUse,
  type Statement,
  withOwnToken,
} from './streams.ts';
import { type GroupResult, writeTogether } from './write-together.ts';

export { type DatabaseAddress, type DatabaseUse, noUse, type Statement, withOwnToken };

/** The database is down, slow or refusing calls. The API answers 503 with `Retry-After`. A write may have happened. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * The database answers, but cannot store anything: a full disk, a quota, a damaged file. Nothing was changed.
 * @property reason for operators: the end of the sentence "The database cannot store anything: …"
 */
export class WritesRefused extends DatabaseUnavailable {
  override name = 'WritesRefused';
  readonly reason: string;

  constructor(reason: string, options: ErrorOptions) {
    super(`the database cannot store anything: ${reason}`, options);
    this.reason = reason;
  }
}

/** Reasons by the codes of libSQL's server, and at Turso of a plan that is used up (`BLOCKED`). */
const refusalReasons: readonly [codes: RegExp, reason: string][] = [
  [/^SQLITE_FULL/, 'its disk is full'],
  [/^BLOCKED/, 'its provider has blocked writes, as for a plan that is used up'],
  [/^SQLITE_(READONLY|AUTH|PERM)/, 'it is read-only'],
  [/^SQLITE_(IOERR|CANTOPEN)/, 'its disk cannot be read or written'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'its file is damaged'],
];

/** Longest that one call may take unless the deadline says otherwise, ms. */
const defaultCallTimeout = 5_000;
/** Longest that a call may wait for its turn, ms. */
const maxQueueTime = 5_000;
/** Tries of a call while another writer holds the lock. Rare, since write batches queue in their lane. */
const maxTries = 4;

/** Queues of calls: reads, writes, orders that are written together, and the calls of requests that sign in. */
export type Lane = 'read' | 'write' | 'together' | 'signIn';

/**
 * Concurrent writes of an isolate. libSQL's server writes one transaction at a time: two writes keep a near one busy, and
 * more only fight for its lock. Writes to a distant one are on their way for most of the time, so more may run.
 */
const writes = new ConcurrencyLimit({ least: 2, most: 32 });

/** Concurrent reads of an isolate. A server that refuses one, or does not answer, gets half as many, and more again one by one. */
const reads = new ConcurrencyLimit({ least: 2, most: 16, first: 16 });

/**
 * Limits the connections of this isolate. Each call has one, and libSQL's own server takes 128 of all isolates together, which
 * it counts for ten seconds after a call was broken off (docs/operations.md, "A database of one's own").
 * @param most at least 5
 */
export function limitConnections(most: number): void {
  const forReads = Math.min(16, Math.floor((most - 1) / 2));
  reads.most = forReads;
  writes.most = Math.min(32, most - 1 - forReads);
}

/**
 * Concurrent calls of all requests of an isolate. Without these limits 16 clients placed a fifth of the orders, and
 * hundreds of clients brought the server to a standstill (docs/reliability.md). Writes have their own lane, so that a queue of
 * writes does not delay reads. Five hundred calls may wait, since a refused client returns and costs as much as a
 * served one. Signing in, registering and resetting a password share a lane with one call at a time and a short
 * queue: anybody can call them, and they must not delay orders.
 * Orders that are written together have a lane too: one call writes fifty of them, and must not wait behind fifty other writes.
 */
const lanes: Record<Lane, Semaphore> = {
  read: new Semaphore({ limit: () => reads.limit, maxWaiting: 500, maxHold: defaultCallTimeout + 1_000 }),
  write: new Semaphore({ limit: () => writes.limit, maxWaiting: 500, maxHold: defaultCallTimeout + 1_000 }),
  together: new Semaphore({ limit: 2, maxWaiting: 2, maxHold: defaultCallTimeout + 1_000 }),
  signIn: new Semaphore({ limit: 1, maxWaiting: 20, maxHold: defaultCallTimeout + 1_000 }),
};

/**
 * After it no call of a request begins. The object is shared and may be extended while the request runs.
 * @property until UTC ms
 * @property callTimeout longest that one call may take, ms @property use what the calls cost is added to it
 */
export type Deadline = { until: number; callTimeout?: number; use?: DatabaseUse };

type Query = LibSQLDatabase;

/**
 * The database in two transaction modes. drizzle's `batch()` passes no mode, and a batch that reads before it writes
 * fails under load unless its transaction begins as a write. Therefore each mode has its own client.
 */
export type Db = { read: Query; write: Query; gate?: Gate | undefined };

/**
 * Writes the statements of one order together with those of others (functions/orders/gate.ts).
 * @returns whether they are written; false if nobody is there who would write them
 * @throws as a write batch
 */
export type Gate = (statements: readonly Statement[]) => Promise<boolean>;

/**
 * The results of the queries that end a batch, typed by these queries.
 * @param results of the whole batch
 * @param queries its last statements
 */
export const lastResults = <const Queries extends readonly BatchItem<'sqlite'>[]>(
  results: readonly unknown[],
  queries: Queries,
) => results.slice(-queries.length) as { -readonly [Index in keyof Queries]: Queries[Index]['_']['result'] };

/** Returns the error of this class among an error and its causes. drizzle wraps the errors of single queries. */
function causeOf<T extends Error>(error: unknown, kind: abstract new (...args: never[]) => T): T | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof kind) return cause;
  return undefined;
}

const libsqlError = (error: unknown): LibsqlError | undefined => causeOf(error, LibsqlError);

/** Whether the cause of an error is that the database gave no answer. */
export const isUnavailable = (error: unknown): boolean => causeOf(error, DatabaseUnavailable) !== undefined;

/** The refusal to store anything among an error and its causes. */
export const writesRefused = (error: unknown): WritesRefused | undefined => causeOf(error, WritesRefused);

/** Why the error means that the database cannot store anything; undefined for other errors. */
function refusalReason(error: unknown): string | undefined {
  const code = libsqlError(error)?.code ?? '';
  return refusalReasons.find(([codes]) => codes.test(code))?.[1];
}

/** Returns the message of a broken constraint, such as `UNIQUE constraint failed: users.email`, or undefined. */
export function brokenConstraint(error: unknown): string | undefined {
  const found = libsqlError(error);
  return found?.message.includes('constraint failed') ? found.message : undefined;
}

/** The message of the triggers that refuse writes during a pause (db/pause.ts). Workers of older releases know it too. */
export const pausedMessage = 'writing is paused while the shop is updated';

/** Whether the cause of an error is that a deploy has paused writing. Nothing was written. */
export const isPaused = (error: unknown): boolean =>
  libsqlError(error)?.message.includes(pausedMessage) ?? false;

const isBusy = (error: unknown): boolean => libsqlError(error)?.code.startsWith('SQLITE_BUSY') ?? false;

/** Whether the error is the database's answer (wrong SQL, a broken constraint) and not a failure to answer. */
function isAnswer(error: unknown): boolean {
  const found = libsqlError(error);
  return found !== undefined && /^(SQLITE_|SQL_)/.test(found.code) && !isBusy(error);
}

/** What the error of a call means for its caller: the database's answer, or that it gave none or cannot store anything. */
export function toCallError(error: unknown): unknown {
  const refused = refusalReason(error);
  if (refused) return new WritesRefused(refused, { cause: error });
  return isAnswer(error) ? error : new DatabaseUnavailable('the database did not answer', { cause: error });
}

/** Makes a write, and lets the number of concurrent writes follow how long it took. */
async function timeWrite<T>(write: () => Promise<T>): Promise<T> {
  const began = Date.now();
  try {
    return await write();
  } catch (error) {
    if (!isAnswer(error)) writes.refused();
    throw error;
  } finally {
    const now = Date.now();
    writes.answered(now - began, lanes.write.hasWaiting, now);
  }
}

/** Makes a read, and lets the number of concurrent reads follow whether the database answers. */
async function readInTurn<T>(read: () => Promise<T>): Promise<T> {
  try {
    const result = await read();
    reads.passed(lanes.read.hasWaiting);
    return result;
  } catch (error) {
    if (!isAnswer(error)) reads.refused();
    throw error;
  }
}

const inLane = <T>(call: () => Promise<T>, lane: Lane): (() => Promise<T>) => {
  if (lane === 'write') return () => timeWrite(call);
  return lane === 'read' ? () => readInTurn(call) : call;
};

async function withRetries<T>(call: () => Promise<T>, lane: Lane, deadline: Deadline): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const left = deadline.until - Date.now();
    // A call gets all of its time or does not begin: one that is cut short may still be carried out.
    if (left <= 0) throw new DatabaseUnavailable('no time was left to ask the database');
    try {
      return await lanes[lane].run(inLane(call, lane), Math.min(maxQueueTime, left));
    } catch (error) {
      if (!isBusy(error) || attempt === maxTries) throw toCallError(error);
      // Random pauses, so that two writers that met do not meet again.
      await new Promise((resume) => setTimeout(resume, attempt * (5 + Math.random() * 20)));
    }
  }
}

const optionsOf = ({ callTimeout = defaultCallTimeout, use }: Deadline): CallOptions => ({
  timeout: callTimeout,
  use,
});

/**
 * Writes several groups of statements in one transaction, each whole or not at all (write-together.ts). Two such calls may be
 * made at once: while one is on its way, the database works on the other.
 * @throws DatabaseUnavailable when nothing of any group was written, or when that is not known
 */
export function writeGroups(
  address: DatabaseAddress,
  deadline: Deadline,
  groups: readonly (readonly Statement[])[],
): Promise<GroupResult[]> {
  return withRetries(() => writeTogether(address, optionsOf(deadline), groups), 'together', deadline);
}

/**
 * A database of which only batches can be made; each is handed to `take` instead of being sent.
 * @param take gets the statements as drizzle makes them
 */
export const takingBatches = (take: (statements: Statement[]) => Promise<unknown>): Db['write'] =>
  drizzle({
    batch: async (statements: Statement[]) => {
      await take(statements);
      return [];
    },
  } as Partial<Client> as Client);

/** The part of a libSQL client that drizzle needs. Interactive transactions are left out on purpose. */
const createClient = (address: DatabaseAddress, mode: Mode, lane: Lane, deadline: Deadline) =>
  ({
    execute: (statement: Statement) =>
      withRetries(() => execute(address, optionsOf(deadline), statement), lane, deadline),
    batch: (statements: Statement[]) =>
      withRetries(() => batch(address, optionsOf(deadline), statements, mode), lane, deadline),
  }) as Pick<Client, 'execute' | 'batch'> as Client;

/**
 * Opens the database. It makes no call by itself.
 * @param deadline no call begins after it; the last call may take its `callTimeout` longer. Default: none
 * @param lane the lane of all calls. Default: one lane for reads and one for writes
 */
export function connect(
  address: DatabaseAddress,
  deadline: Deadline = { until: Number.POSITIVE_INFINITY },
  lane?: Lane,
): Db {
  // Without the schema: only drizzle's `query` needs it, and reading it costs half a millisecond per request.
  return {
    read: drizzle(createClient(address, 'read', lane ?? 'read', deadline)),
    write: drizzle(createClient(address, 'write', lane ?? 'write', deadline)),
  };
}
