/**
 * Streams: what libSQL's HTTP protocol (Hrana) calls a connection. To open one, the server opens the file and reads
 * the schema anew, which keeps it longer than most of our questions do; so a stream is kept for whoever asks next.
 * On our side it is only a word that the server gave ("baton"), which one request of a Worker may hand to another.
 * The client of `@libsql/client` opens one for each call, which is why this speaks to the library below it.
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
 * Where the database is.
 * @property url `libsql://…` in production; `http://127.0.0.1:…?authToken=…` locally, where one text holds both
 */
export type DatabaseAddress = { url: string; authToken?: string | undefined };

/** The same address with the token of its URL (`?authToken=`) beside it. A token that is given beside the URL wins. */
export function withOwnToken({ url, authToken }: DatabaseAddress): DatabaseAddress {
  const [place = '', query] = url.split('?');
  const rest = new URLSearchParams(query);
  const inUrl = rest.get('authToken');
  rest.delete('authToken');
  return { url: rest.size ? `${place}?${rest}` : place, authToken: authToken || inUrl || undefined };
}

/** As drizzle asks. */
export type Statement = { sql: string; args?: unknown[] };

/** How a batch begins: one that writes says so at once, since one that reads first fails when it meets another. */
const beginning = { read: 'BEGIN TRANSACTION READONLY', write: 'BEGIN IMMEDIATE' };
export type Mode = keyof typeof beginning;

/** ms that a stream may have rested: the server forgets it after ten seconds. */
const keptFor = 5_000;

class Line {
  /** ms that the next call may take */
  patience = 0;
  /** UTC ms */
  usedAt = 0;
  readonly stream: HttpStream;

  constructor(address: DatabaseAddress) {
    const { url, authToken } = withOwnToken(address);
    // The library has no time limit of its own.
    const limited = (request: Request) => fetch(request, { signal: AbortSignal.timeout(this.patience) });
    this.stream = openHttp(url.replace(/^libsql:/, 'https:'), authToken, limited).openStream();
  }
}

/** Lines that rest, by address, the one that was used last at the end. */
const resting = new Map<string, Line[]>();

function restingAt({ url, authToken = '' }: DatabaseAddress): Line[] {
  const key = `${url} ${authToken}`;
  const lines = resting.get(key) ?? [];
  resting.set(key, lines);
  return lines;
}

/** As `@libsql/client` has it. */
const asLibsql = (error: unknown): unknown =>
  error instanceof ResponseError
    ? new LibsqlError(error.message, error.code ?? 'UNKNOWN', undefined, undefined, error)
    : error;

/** The server does not know the stream (any more): it was started anew, or has waited too long. Nothing was carried out. */
const isForgotten = (error: unknown): boolean =>
  error instanceof LibsqlError
    ? error.code === 'STREAM_EXPIRED'
    : error instanceof HttpServerError && error.status === 400;

/** @throws LibsqlError for what the database says */
async function onStream<T>(
  address: DatabaseAddress,
  patience: number,
  work: (stream: HttpStream) => Promise<T>,
): Promise<T> {
  const lines = restingAt(address);
  const use = async (line: Line) => {
    line.patience = patience;
    try {
      return await work(line.stream);
    } catch (error) {
      throw asLibsql(error);
    } finally {
      line.usedAt = Date.now();
      if (!line.stream.closed) lines.push(line);
    }
  };
  const last = lines.pop();
  const isFresh = last && Date.now() - last.usedAt < keptFor;
  // Those below it have rested for longer still.
  if (!isFresh) lines.length = 0;
  const line = isFresh ? last : new Line(address);
  try {
    return await use(line);
  } catch (error) {
    if (isFresh && isForgotten(error)) return use(new Line(address));
    throw error;
  }
}

function toHrana({ sql, args = [] }: Statement): Stmt {
  const statement = new Stmt(sql);
  statement.bindIndexes(args as Parameters<Stmt['bindIndexes']>[0]);
  return statement;
}

type Rows = Awaited<ReturnType<HttpStream['query']>>;

const answerOf = ({ columnNames, rows, affectedRowCount, lastInsertRowid }: Rows) =>
  ({
    columns: columnNames.map((name) => name ?? ''),
    rows: rows as unknown,
    rowsAffected: affectedRowCount,
    lastInsertRowid,
  }) as ResultSet;

/** @param patience ms that it may take @throws LibsqlError for what the database says */
export const execute = (
  address: DatabaseAddress,
  patience: number,
  statement: Statement,
): Promise<ResultSet> =>
  onStream(address, patience, async (stream) => answerOf(await stream.query(toHrana(statement))));

/**
 * Statements that are carried out whole or not at all, in one call.
 * @param patience ms that it may take
 * @throws LibsqlError with what the first statement that failed says
 */
export const batch = (
  address: DatabaseAddress,
  patience: number,
  statements: readonly Statement[],
  mode: Mode,
): Promise<ResultSet[]> =>
  onStream(address, patience, async (stream) => {
    const all = stream.batch();
    let last = all.step();
    const begun = last.run(beginning[mode]);
    const asked = statements.map((statement) => {
      const step = all.step().condition(BatchCond.ok(last));
      last = step;
      return step.query(toHrana(statement));
    });
    const commit = all.step().condition(BatchCond.ok(last));
    const committed = commit.run('COMMIT');
    const takenBack = all
      .step()
      .condition(BatchCond.not(BatchCond.ok(commit)))
      .run('ROLLBACK');
    // Whoever asks next must not find a transaction of ours open.
    takenBack.catch(() => stream.close());
    const answers = Promise.all([begun, Promise.all(asked), committed]);
    // What is said to one and all is listened to before it comes.
    answers.catch(() => {});
    await all.execute();
    const [, rows] = await answers;
    return rows.map((one) => answerOf(one as Rows));
  });
