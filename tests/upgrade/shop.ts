/** A database as the last release has made it, and the Workers of both releases in front of it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Db } from '#db/client.ts';
import { parts } from '#tools/lib/build.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { Runner } from '#tools/lib/runner.ts';
import { type Simulators, startSimulators } from '#tools/simulators/index.ts';
import { linkKey } from '../support/shop.ts';
import { workerFolder } from '../support/worker-folder.ts';
import { type Release, runInRelease } from './last-release.ts';

/** A running Worker. @property errors the lines of its log about errors */
export type Version = {
  url: string;
  errors(): string[];
  scheduled(): Promise<unknown>;
  stop(): Promise<void>;
};

export type UpgradeShop = {
  database: Database;
  db: Db;
  simulators: Simulators;
  /** Starts a Worker. @param pages the folder of the static files beside it */
  start(worker: string, pages: string): Promise<Version>;
  /** Runs a command of the last release with this database. */
  byLastRelease(file: string): Promise<string>;
  stop(): Promise<void>;
};

/** The new release's own build. */
export const newRelease = { worker: parts.worker.folder, pages: parts.pages.folder };

export async function startUpgradeShop(release: Release, folder: string): Promise<UpgradeShop> {
  mkdirSync(join(folder, 'data'));
  const database = await startDatabase(join(folder, 'data'));
  const simulators = await startSimulators();
  const byLastRelease = (file: string) => runInRelease(release, file, { DATABASE_URL: database.url });
  await byLastRelease('tools/migrate.ts');
  await byLastRelease('tools/sync.ts');
  const vars = {
    ...Object.assign({}, ...Object.values(simulators.vars)),
    ...{ DATABASE_URL: database.url, EMAIL_HASH_KEY: linkKey, OPERATOR_SECOND_FACTOR: 'optional' },
    ...{ CHEAP_HASHES: '1', CLOCK_OFFSET_MS: '0', ORDERS_PER_HOUR: '1000' },
  };
  const runners: Runner[] = [];
  return {
    ...{ database, simulators, byLastRelease },
    db: connect(database, { until: Number.POSITIVE_INFINITY, callTimeout: 60_000 }),
    async start(worker, pages) {
      const bundle = workerFolder(
        join(folder, `worker-${runners.length}`),
        { flood: 100_000, writes: 100_000 },
        worker,
      );
      const runner = new Runner();
      runners.push(runner);
      const lines: string[] = [];
      runner.log = (line) => lines.push(line);
      const child = await runner.start();
      const host = '127.0.0.1';
      const port = await runner.send('run', { bundle, pages, host, port: 0, vars, dev: simulators.front });
      const url = `http://${host}:${port}`;
      // The first request of a Worker compiles it.
      await fetch(`${url}/api/health`);
      return {
        url,
        errors: () => lines.filter((line) => line.includes('"error"')),
        scheduled: () => runner.send('scheduled'),
        stop: () => child.stop(),
      };
    },
    async stop() {
      await database.kill();
      await simulators.stop();
    },
  };
}
