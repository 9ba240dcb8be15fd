/**
 * A real HTTP proxy between the Worker and its database. It counts calls, can hold them until a given number has
 * arrived (so that requests really run at the same time), and can simulate a failing database.
 */
import {
  Agent,
  createServer,
  request as forwardTo,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type DatabaseProxy = {
  /** The Worker's DATABASE_URL. */
  url: string;
  /**
   * Calls since the last {@link DatabaseProxy.reset}, `METHOD /path`, in the order in which they came; without those of the
   * follower, which come after an answer (functions/orders/follow.ts).
   */
  calls: string[];
  /** Write batches since then, as they were sent. */
  batches: { path: string; body: string }[];
  /** The rows that each statement has read and written since then, as the database says: with those of indexes and triggers. */
  rowsRead: { statement: string; rows: number; written: number }[];
  /** The sum of {@link DatabaseProxy.rowsRead} since the last call, or since the last reset. */
  takeRows(): number;
  reset(): void;
  /** Every statement that has ever passed, each once. */
  statements: Set<string>;
  /**
   * Holds all calls until `count` of them wait, then releases them together; later calls are not held. Of writes, at
   * most two can wait, since an isolate sends a near database no third (db/client.ts).
   */
  meet(count: number): Promise<void>;
  /**
   * Holds write batches until `count` other calls have been answered, then releases them: so all requests read before
   * the first one writes, however few calls the Worker sends at a time.
   */
  readFirst(count: number): void;
  /** Holds all calls until `release`. `arrived` resolves with the first held call. */
  hold(after?: number): { arrived: Promise<void>; release(): void };
  /** Answers all calls itself from now on; without arguments it forwards them again. */
  answerWith(status?: number, text?: string): void;
  /** Moves the database away: each call takes as much longer. @param ms there and back */
  moveAway(ms: number): void;
  /** Executes the next write batch, but cuts the connection instead of answering it. */
  loseAnswer(): void;
  /** Answers the next call as a server does that no longer knows the stream. Default: as sqld after an idle time */
  forgetStream(answer?: UnknownStream): void;
  stop(): Promise<void>;
};

type UnknownStream = { status: number; type: string; text: string };

/** Taken from sqld 0.24.1. */
const expired: UnknownStream = {
  status: 400,
  type: 'application/json',
  text: '{"message":"The stream has expired due to inactivity","code":"STREAM_EXPIRED"}',
};

type Stmt = { sql?: string };
/** The parts of Hrana 2 that contain SQL: single statements, batches, and SQL stored for several calls. */
type Asking = { stmt?: Stmt; sql?: string; batch?: { steps: { stmt: Stmt }[] } };

/** The statements of a call, without their arguments. */
function statementsIn(body: Buffer): string[] {
  if (!body.length) return [];
  const { requests = [] } = JSON.parse(body.toString()) as { requests?: Asking[] };
  return requests.flatMap(({ stmt, sql, batch }) =>
    [stmt?.sql, sql, ...(batch?.steps ?? []).map((step) => step.stmt.sql)].filter((one) => one !== undefined),
  );
}

type Counted = { rows_read?: number; rows_written?: number } | null;
type Answer = { results?: { response?: { result?: Counted & { step_results?: Counted[] } } }[] };

/** The rows that each statement has read and written, from the call and the database's answer. A failed statement has no count. */
function rowsReadBy(call: Buffer, answer: Buffer): DatabaseProxy['rowsRead'] {
  const { results = [] } = JSON.parse(answer.toString()) as Answer;
  const counts = results.flatMap(({ response }) =>
    response?.result ? (response.result.step_results ?? [response.result]) : [],
  );
  return statementsIn(call).map((statement, n) => ({
    statement,
    rows: counts[n]?.rows_read ?? 0,
    written: counts[n]?.rows_written ?? 0,
  }));
}

/** Statements that only the follower sends. */
const ofFollower = /AS lastId|INSERT INTO "followed"/;

/** @param target address of the real database @param port 0: any free one */
export async function startProxy(target: string, port = 0): Promise<DatabaseProxy> {
  const agent = new Agent({ keepAlive: true });
  const calls: string[] = [];
  const batches: DatabaseProxy['batches'] = [];
  const rowsRead: DatabaseProxy['rowsRead'] = [];
  const statements = new Set<string>();
  let answer: { status: number; text: string } | undefined;
  let forgets: UnknownStream | undefined;
  let losesAnswer = false;
  let distance = 0;
  let gate: ((writes: boolean) => Promise<void>) | undefined;
  let onAnswer: ((wrote: boolean) => void) | undefined;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const statementsSent = statementsIn(Buffer.concat(chunks));
    if (!statementsSent.some((one) => ofFollower.test(one))) calls.push(`${incoming.method} ${incoming.url}`);
    if (answer) {
      outgoing.writeHead(answer.status, { 'Content-Type': 'text/plain' }).end(answer.text);
      return;
    }
    if (forgets) {
      outgoing.writeHead(forgets.status, { 'Content-Type': forgets.type }).end(forgets.text);
      forgets = undefined;
      return;
    }
    const body = Buffer.concat(chunks);
    for (const statement of statementsSent) statements.add(statement);
    const writes = body.includes('BEGIN IMMEDIATE');
    if (writes) batches.push({ path: incoming.url ?? '/', body: body.toString() });
    await gate?.(writes);
    if (distance) await new Promise((resolve) => setTimeout(resolve, distance));
    const isLost = writes && losesAnswer;
    if (isLost) losesAnswer = false;
    const { method, url, headers } = incoming;
    // The answer is read here: it must not be compressed.
    const sent = { ...headers, 'accept-encoding': 'identity' };
    const onward = forwardTo(new URL(url ?? '/', target), { method, headers: sent, agent }, (response) => {
      const answered: Buffer[] = [];
      response.on('data', (chunk: Buffer) => answered.push(chunk));
      response.once('end', () => {
        if (response.statusCode === 200 && body.length)
          rowsRead.push(...rowsReadBy(body, Buffer.concat(answered)));
        if (isLost) outgoing.destroy();
        else onAnswer?.(writes);
      });
      if (isLost) return;
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    // The database is down: the Worker's connection is closed, as it would be without the proxy.
    onward.on('error', () => outgoing.destroy());
    onward.end(body);
  }

  const server = createServer((incoming, outgoing) => {
    // The Worker may give up while it waits.
    outgoing.on('error', () => {});
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );

  return {
    // With the database's token, which the Worker sends along.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(target).search}`,
    calls,
    batches,
    rowsRead,
    takeRows: () => rowsRead.splice(0).reduce((sum, { rows }) => sum + rows, 0),
    statements,
    reset() {
      calls.length = 0;
      batches.length = 0;
      rowsRead.length = 0;
    },
    meet(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      let waiting = 0;
      gate = () => {
        waiting += 1;
        if (waiting >= count) {
          gate = undefined;
          resolve();
        }
        return promise;
      };
      return promise;
    },
    readFirst(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      let answers = 0;
      gate = (writes) => (writes ? promise : Promise.resolve());
      onAnswer = (wrote) => {
        if (!wrote) answers += 1;
        if (answers < count) return;
        gate = undefined;
        onAnswer = undefined;
        resolve();
      };
    },
    hold(after = 0) {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      let passed = 0;
      gate = () => {
        passed += 1;
        if (passed <= after) return Promise.resolve();
        arrived.resolve();
        return released.promise;
      };
      return {
        arrived: arrived.promise,
        release() {
          gate = undefined;
          released.resolve();
        },
      };
    },
    answerWith(status, text = '') {
      answer = status === undefined ? undefined : { status, text };
    },
    moveAway(ms) {
      distance = ms;
    },
    loseAnswer() {
      losesAnswer = true;
    },
    forgetStream(answer = expired) {
      forgets = answer;
    },
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
