/** The tests' own way to a database. */
import { afterAll, beforeAll } from 'vitest';
import { connect, type Db } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';

/** As the Worker's, but it waits: a machine with much to do is no fault of what is tested. */
export const openPatiently = (url: string): Db =>
  connect({ url }, { until: Number.POSITIVE_INFINITY, patience: 60_000 });

/** A server for one test file, with our tables and nothing in them. It is there once the hooks of before have run. */
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
