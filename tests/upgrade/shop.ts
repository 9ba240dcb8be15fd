/** A database as the last release has made it, and the Workers of both releases in front of it. */
import { cpSync, mkdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect, type Db } from '#db/client.ts';
import { parts } from '#tools/lib/build.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { keepLastRelease } from '#tools/lib/last-release.ts';
import { logInfo } from '#tools/lib/log.ts';
import { type ShopSimulators, startShopSimulators } from '#tools/lib/simulators.ts';
import { Runner } from '#tools/lib/worker.ts';
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
  simulators: ShopSimulators;
  /** Starts a Worker. @param pages the folder of the static files beside it */
  start(worker: string, pages: string): Promise<Version>;
  /** Runs a command of the last release with this database. */
  byLastRelease(file: string): Promise<string>;
  stop(): Promise<void>;
};

/**
 * The new release as a deploy uploads it: its own build, with the files of the release that is live.
 * @param live URL of the last release
 * @param folder a new one, for the pages
 */
export async function newRelease(live: string, folder: string) {
  cpSync(parts.pages.folder, folder, { recursive: true });
  await keepLastRelease(live, folder, logInfo);
  return { worker: parts.worker.folder, pages: folder };
}

/** The shop's one address for browsers: behind it the Worker is replaced. */
export type Front = { url: string; target: string; stop(): Promise<unknown> };

export async function startFront(target: string): Promise<Front> {
  const server = createServer((incoming, reply) => {
    const { url: path, method, headers } = incoming;
    const onward = request(new URL(path ?? '/', front.target), { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise((stopped) => server.close(stopped).closeAllConnections());
  const front: Front = { url: `http://127.0.0.1:${port}`, target, stop };
  return front;
}

export async function startUpgradeShop(release: Release, folder: string): Promise<UpgradeShop> {
  mkdirSync(join(folder, 'data'));
  const database = await startDatabase(join(folder, 'data'));
  const simulators = await startShopSimulators();
  const byLastRelease = (file: string) => runInRelease(release, file, { DATABASE_URL: database.url });
  await byLastRelease('tools/migrate.ts');
  await byLastRelease('tools/sync.ts');
  const vars = {
    ...Object.assign({}, ...Object.values(simulators.vars)),
    DATABASE_URL: database.url,
    EMAIL_HASH_KEY: linkKey,
    OPERATOR_SECOND_FACTOR: 'optional',
    CHEAP_HASHES: '1',
    CLOCK_OFFSET_MS: '0',
    ORDERS_PER_HOUR: '1000',
  };
  const runners: Runner[] = [];
  return {
    database,
    simulators,
    byLastRelease,
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
      const host = '127.0.0.1';
      const port = await runner.run({ bundle, pages, host, port: 0, vars, dev: simulators.host });
      const url = `http://${host}:${port}`;
      // The first request of a Worker compiles it.
      await fetch(`${url}/api/health`);
      return {
        url,
        errors: () => lines.filter((line) => line.includes('"error"')),
        scheduled: () => runner.scheduled(),
        stop: () => runner.stop(),
      };
    },
    async stop() {
      await database.kill();
      await simulators.stop();
    },
  };
}
