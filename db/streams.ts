/**
 * A pool of streams, the connections of libSQL's HTTP protocol (Hrana). To open a stream, the server opens the file
 * and reads the schema, which takes longer than most queries; so streams are reused
 * (docs/decisions/11-kept-connections.md).
 * On this side a stream is only a token of the server ("baton"), which one request of a Worker may pass to another.
 * `@libsql/client` opens a stream for each call; therefore this file uses the library below it.
 */
import { LibsqlError, type ResultSet } from '@libsql/client/web';
import {
  BatchCond,
  HttpServerError,
  type HttpStream,
  openHttp,
  ResponseError,
  Stmt,
} from '@libsql/hrana-client';

/**
 * The address of a database.
 * @property url `libsql://…` in production; `http://127.0.0.1:…?authToken=…` locally, with both in one text
 */
export type DatabaseAddress = { url: string; authToken?: string | undefined };

/** The address with an HTTP URL and its token beside it (`?authToken=`). A token that is given beside the URL wins. */
export function withOwnToken({ url, authToken }: DatabaseAddress): DatabaseAddress {
  const [base = '', query] = url.replace(/^libsql:/, 'https:').split('?');
  const rest = new URLSearchParams(query);
  const inUrl = rest.get('authToken');
  rest.delete('authToken');
  return { url: rest.size ? `${base}?${rest}` : base, authToken: authToken || inUrl || undefined };
}

/** A statement as drizzle sends it. */
export type Statement = { sql: string; args?: unknown[] };

/** A write batch locks at its beginning, since one that reads first would fail if another one writes meanwhile. */
const beginStatements = { read: 'BEGIN TRANSACTION READONLY', write: 'BEGIN IMMEDIATE' };
export type Mode = keyof typeof beginStatements;

/** Longest that a stream may be idle, ms. The server closes it after ten seconds. */
const maxIdle = 5_000;

/**
 * What the calls of a request have cost and written.
 * @property ms of all calls together
 * @property writtenTables tables in which they have inserted or updated at least one row
 * @property insertedTables tables in which they have inserted one
 */
export type DatabaseUse = {
  calls: number;
  ms: number;
  rowsRead: number;
  rowsWritten: number;
  writtenTables: Set<string>;
  insertedTables: Set<string>;
};

export const noUse = (): DatabaseUse => ({
  calls: 0,
  ms: 0,
  rowsRead: 0,
  rowsWritten: 0,
  writtenTables: new Set(),
  insertedTables: new Set(),
});

/** The counts of a statement in an answer of the server; `@libsql/hrana-client` leaves them out. */
type Counted = { rows_read?: number; rows_written?: number } | null;
type Answer = { results?: { response?: { result?: Counted & { step_results?: Counted[] } } }[] };

type Counts = (Counted | undefined)[];

/** The counts of all statements of an answer, in their order. */
const countsIn = ({ results = [] }: Answer): Counts =>
  results.flatMap(({ response }) => response?.result?.step_results ?? [response?.result]);

function count(use: DatabaseUse, answer: Answer): void {
  for (const one of countsIn(answer)) {
    use.rowsRead += one?.rows_read ?? 0;
    use.rowsWritten += one?.rows_written ?? 0;
  }
}

/** Notes the table of a committed statement that has inserted or updated rows. */
export function noteTable(
  use: DatabaseUse | undefined,
  { sql }: Statement,
  { rowsAffected }: ResultSet,
): void {
  const [, verb, table] = (rowsAffected > 0 && /^\s*(INSERT INTO|UPDATE) "(\w+)"/i.exec(sql)) || [];
  if (!use || !verb || !table) return;
  use.writtenTables.add(table);
  if (verb.toUpperCase() !== 'UPDATE') use.insertedTables.add(table);
}

class Connection {
  /** of the next call, ms */
  timeout = 0;
  /** of the request that makes the next call */
  use: DatabaseUse | undefined;
  /** takes the counts of the next call, statement by statement */
  counts: Counts | undefined;
  /** UTC ms */
  usedAt = 0;
  readonly stream: HttpStream;

  constructor(address: DatabaseAddress) {
    const { url, authToken } = withOwnToken(address);
    // The library has no time limit of its own.
    const limited = async (request: Request) => {
      const response = await fetch(request, { signal: AbortSignal.timeout(this.timeout) });
      // The library reads the answer by this method, once.
      const read = response.json.bind(response);
      return Object.assign(response, { json: () => read().then((answer) => this.#count(answer as Answer)) });
    };
    this.stream = openHttp(url, authToken, limited).openStream();
  }

  #count(answer: Answer): Answer {
    if (this.use) count(this.use, answer);
    this.counts?.push(...countsIn(answer));
    return answer;
  }
}

/** Idle connections by address, the most recently used one last. */
const idleConnections = new Map<string, Connection[]>();

function idleAt({ url, authToken = '' }: DatabaseAddress): Connection[] {
  const key = `${url} ${authToken}`;
  const idle = idleConnections.get(key) ?? [];
  idleConnections.set(key, idle);
  return idle;
}

/** Turns an error of the library into that of `@libsql/client`. */
export const asLibsql = (error: unknown): unknown =>
  error instanceof ResponseError
    ? new LibsqlError(error.message, error.code ?? 'UNKNOWN', undefined, undefined, error)
    : error;

/** What servers say about a stream that they do not know. The statements' own errors have codes of SQLite. */
const unknownStream = /\bstream (not found|(has )?expired)|\bbaton\b/i;

/**
 * The server no longer knows the stream: after a restart, a long pause, or when another of its machines answers. It looks
 * the stream up before it runs anything, so nothing was executed. sqld answers 400 or `STREAM_EXPIRED`, Turso also 404.
 */
const isExpired = (error: unknown): boolean =>
  error instanceof LibsqlError
    ? error.code === 'STREAM_EXPIRED' || (!/^SQL/.test(error.code) && unknownStream.test(error.message))
    : error instanceof HttpServerError && (error.status === 400 || error.status === 404);

/** @property timeout ms @property use what the call costs is added to it */
export type CallOptions = { timeout: number; use?: DatabaseUse | undefined };

/**
 * Runs `work` on an idle or a new connection. It gets the counts of its statements when its one call is answered.
 * @throws LibsqlError for errors of the database
 */
export async function onStream<T>(
  address: DatabaseAddress,
  { timeout, use: counted }: CallOptions,
  work: (stream: HttpStream, counts: Counts) => Promise<T>,
): Promise<T> {
  const idle = idleAt(address);
  const use = async (connection: Connection) => {
    const began = Date.now();
    const counts: Counts = [];
    Object.assign(connection, { timeout, use: counted, counts });
    try {
      return await work(connection.stream, counts);
    } catch (error) {
      throw asLibsql(error);
    } finally {
      connection.usedAt = Date.now();
      if (counted) {
        counted.calls += 1;
        counted.ms += connection.usedAt - began;
      }
      if (!connection.stream.closed) idle.push(connection);
    }
  };
  const last = idle.pop();
  const isFresh = last && Date.now() - last.usedAt < maxIdle;
  // The others have been idle for longer.
  if (!isFresh) idle.length = 0;
  const connection = isFresh ? last : new Connection(address);
  try {
    return await use(connection);
  } catch (error) {
    if (isFresh && isExpired(error)) return use(new Connection(address));
    throw error;
  }
}

export function toHrana({ sql, args = [] }: Statement): Stmt {
  const statement = new Stmt(sql);
  statement.bindIndexes(args as Parameters<Stmt['bindIndexes']>[0]);
  return statement;
}

type Rows = Awaited<ReturnType<HttpStream['query']>>;

export const toResultSet = ({ columnNames, rows, affectedRowCount, lastInsertRowid }: Rows) =>
  ({
    columns: columnNames.map((name) => name ?? ''),
    rows: rows as unknown,
    rowsAffected: affectedRowCount,
    lastInsertRowid,
  }) as ResultSet;

/** @throws LibsqlError for errors of the database */
export const execute = (
  address: DatabaseAddress,
  options: CallOptions,
  statement: Statement,
): Promise<ResultSet> =>
  onStream(address, options, async (stream) => {
    const result = toResultSet(await stream.query(toHrana(statement)));
    noteTable(options.use, statement, result);
    return result;
  });

/**
 * Executes statements in one call and one transaction.
 * @throws LibsqlError of the first statement that failed
 */
export const batch = (
  address: DatabaseAddress,
  options: CallOptions,
  statements: readonly Statement[],
  mode: Mode,
): Promise<ResultSet[]> =>
  onStream(address, options, async (stream) => {
    const all = stream.batch();
    let last = all.step();
    const began = last.run(beginStatements[mode]);
    const results = statements.map((statement) => {
      const step = all.step().condition(BatchCond.ok(last));
      last = step;
      return step.query(toHrana(statement));
    });
    const commit = all.step().condition(BatchCond.ok(last));
    const committed = commit.run('COMMIT');
    const rollback = all
      .step()
      .condition(BatchCond.not(BatchCond.ok(commit)))
      .run('ROLLBACK');
    // The next call must not find an open transaction.
    rollback.catch(() => stream.close());
    const outcome = Promise.all([began, Promise.all(results), committed]);
    // Handled before `execute`, so that no rejection counts as unhandled.
    outcome.catch(() => {});
    await all.execute();
    const [, rows] = await outcome;
    return statements.map((statement, index) => {
      const result = toResultSet(rows[index] as Rows);
      noteTable(options.use, statement, result);
      return result;
    });
  });
