/** Database connections of the tests. */
import { afterAll, beforeAll } from 'vitest';
import { connect, type Db } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';

/** The Worker's client with a longer timeout, since the test machine may be busy. */
export const openPatiently = (url: string): Db =>
  connect({ url }, { until: Number.POSITIVE_INFINITY, callTimeout: 60_000 });

/** A database server for one test file, with empty tables. It is available after the `beforeAll` hooks. */
export function useDatabase(): Database {
  const folder = temporaryFolder();
  const server = {} as Database;
  let started: Database | undefined;
  beforeAll(async () => {
    started = await startDatabase(folder.path);
    await migrate(Object.assign(server, started));
  });
  afterAll(async () => {
    await started?.stop();
    folder.remove();
  });
  return server;
}
