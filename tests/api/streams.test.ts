/** Connections to the database are reused (db/streams.ts), by one call at a time, without an open transaction. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { brokenConstraint, connect, type Db, isUnavailable } from '#db/client.ts';
import { jobs } from '#db/schema/index.ts';
import { useDatabase } from '../support/database.ts';
import { type DatabaseProxy, startProxy } from '../support/database-proxy.ts';
import { countRows } from '../support/rows.ts';

const server = useDatabase();
let proxy: DatabaseProxy;
let db: Db;
let minutes = 0;

beforeAll(async () => {
  proxy = await startProxy(server.url);
});
afterAll(() => proxy?.stop());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // The connections of the previous test are now too old to be used.
  minutes += 1;
  vi.setSystemTime(Date.now() + minutes * 60_000);
  await connect(server).write.delete(jobs);
  db = connect(proxy);
  proxy.reset();
});
afterEach(() => {
  vi.useRealTimers();
});

const add = (name: string, by = db) => by.write.insert(jobs).values({ name });
/** The number of rows that the answering connection has changed since it was opened. */
const changed = async (by = db): Promise<unknown> =>
  (await by.read.all<{ n: number }>(sql`SELECT total_changes() AS n`))[0]?.n;

test('successive calls share a connection, also from different clients', async () => {
  await add('one');
  await add('two', connect(proxy));
  expect(await changed()).toBe(2);
  expect(await changed(connect(server))).toBe(0);
});

test('concurrent calls have one connection each', async () => {
  await add('one');
  const held = proxy.hold();
  const answers = [changed(), changed(), changed()];
  await held.arrived;
  await expect.poll(() => proxy.calls.length).toBe(4);
  held.release();
  expect((await Promise.all(answers)).sort()).toEqual([0, 0, 1]);
});

test('a connection that was idle for too long is not used', async () => {
  await add('one');
  vi.setSystemTime(Date.now() + 4_900);
  expect(await changed()).toBe(1);
  vi.setSystemTime(Date.now() + 5_000);
  expect(await changed()).toBe(0);
});

describe('a batch that fails', () => {
  const failing = () => connect(proxy).write.batch([add('new'), add('one')]);
  beforeEach(() => add('one'));

  test('names the broken constraint, and writes nothing', async () => {
    const error = await failing().catch((reason) => reason);
    expect(brokenConstraint(error)).toContain('jobs.name');
    expect(await countRows(db, 'jobs')).toBe(1);
  });

  test('leaves no open transaction, and releases the connection', async () => {
    await failing().catch(() => {});
    await add('after', connect(server));
    await db.write.batch([add('two'), add('three')]);
    expect(await countRows(db, 'jobs')).toBe(4);
    expect(await changed()).toBeGreaterThan(2);
  });
});

/** What Turso's servers have been seen to answer, and the same in other formats. */
const unknownStreams: [string, number, string][] = [
  ['text/plain', 404, 'stream not found'],
  ['text/plain', 404, ''],
  ['application/json', 404, '{"error":"stream not found: 7f3a:1"}'],
  ['application/json', 404, '{"message":"stream not found: 7f3a:1","code":"STREAM_NOT_FOUND"}'],
  ['application/json', 404, '{"message":"Stream not found"}'],
  ['application/json; charset=utf-8', 404, '{"error":"stream not found"}'],
  ['text/plain', 400, 'Received a baton that has already been used'],
  ['application/json', 400, '{"message":"The baton is invalid"}'],
];

describe('a connection that the server has closed', () => {
  test.each<readonly [string, () => void | Promise<void>]>([
    ['because it rested', () => proxy.forgetStream()],
    ...unknownStreams.map(
      ([type, status, text]) =>
        [`with ${status} ${text}`, () => proxy.forgetStream({ status, type, text })] as const,
    ),
    [
      'because it was started anew',
      async () => {
        await server.kill();
        await server.start();
      },
    ],
  ])('%s: the call is executed once, on another connection', async (_, forget) => {
    await add('one');
    await forget();
    await db.write.batch([add('two'), add('three')]);
    expect(await countRows(db, 'jobs')).toBe(3);
  });

  test.each([400, 404])('%i: a refused new connection is not retried without end', async (status) => {
    await add('kept');
    proxy.answerWith(status, 'stream not found');
    const error = await add('one').catch((reason) => reason);
    proxy.answerWith();
    expect(isUnavailable(error)).toBe(true);
    // Before them `kept`; one of the calls closes the old connection.
    expect(proxy.calls.length).toBeLessThanOrEqual(4);
    expect(await countRows(db, 'jobs')).toBe(1);
  });

  test('an answer that says nothing about the stream is not repeated', async () => {
    await add('kept');
    const before = proxy.calls.length;
    proxy.forgetStream({ status: 502, type: 'text/plain', text: 'stream not found upstream' });
    const error = await db.write.batch([add('one'), add('two')]).catch((reason) => reason);
    expect(isUnavailable(error)).toBe(true);
    // One call, and one that closes the connection.
    expect(proxy.calls.length - before).toBeLessThanOrEqual(2);
    expect(await countRows(db, 'jobs')).toBe(1);
  });
});
