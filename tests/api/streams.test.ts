/** Connections to the database that are kept (db/streams.ts): used again, by one at a time, and left clean. */
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
  // Those of the test before have rested for too long.
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
/** Rows that the connection which answers has changed since it was opened. */
const changed = async (by = db): Promise<unknown> =>
  (await by.read.all<{ n: number }>(sql`SELECT total_changes() AS n`))[0]?.n;

test('one call after another has the same connection, whoever asks', async () => {
  await add('one');
  await add('two', connect(proxy));
  expect(await changed()).toBe(2);
  expect(await changed(connect(server))).toBe(0);
});

test('calls at once have one each', async () => {
  await add('one');
  const held = proxy.hold();
  const answers = [changed(), changed(), changed()];
  await held.arrived;
  await expect.poll(() => proxy.calls.length).toBe(4);
  held.release();
  expect((await Promise.all(answers)).sort()).toEqual([0, 0, 1]);
});

test('one that has rested for long is not trusted', async () => {
  await add('one');
  vi.setSystemTime(Date.now() + 4_900);
  expect(await changed()).toBe(1);
  vi.setSystemTime(Date.now() + 5_000);
  expect(await changed()).toBe(0);
});

describe('a batch that fails', () => {
  const failing = () => connect(proxy).write.batch([add('new'), add('one')]);
  beforeEach(() => add('one'));

  test('says what did, and writes nothing', async () => {
    const error = await failing().catch((reason) => reason);
    expect(brokenConstraint(error)).toContain('jobs.name');
    expect(await countRows(db, 'jobs')).toBe(1);
  });

  test('leaves no transaction behind, and the connection to the next', async () => {
    await failing().catch(() => {});
    await add('after', connect(server));
    await db.write.batch([add('two'), add('three')]);
    expect(await countRows(db, 'jobs')).toBe(4);
    expect(await changed()).toBeGreaterThan(2);
  });
});

describe('a connection that the server has forgotten', () => {
  test.each<[string, () => void | Promise<void>]>([
    ['because it rested', () => proxy.forgetStream()],
    [
      'because it was started anew',
      async () => {
        await server.kill();
        await server.start();
      },
    ],
  ])('%s: the call goes through on another one, once', async (_, forget) => {
    await add('one');
    await forget();
    await db.write.batch([add('two'), add('three')]);
    expect(await countRows(db, 'jobs')).toBe(3);
  });

  test('a new one that is refused is not tried for ever', async () => {
    proxy.answerWith(400, 'No');
    const error = await add('one').catch((reason) => reason);
    proxy.answerWith();
    expect(isUnavailable(error)).toBe(true);
    // The library takes its leave of the old one.
    expect(proxy.calls.length).toBeLessThanOrEqual(3);
    expect(await countRows(db, 'jobs')).toBe(0);
  });
});
