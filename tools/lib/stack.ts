/**
 * The whole shop on this machine, as `npm start` and the tests run it: libSQL's server with its
 * migrations applied, and in front of it the Worker and the static files in workerd. Both processes end when we do,
 * however we end (`tools/lib/child.ts`).
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { parts } from '#tools/lib/build.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { checkDatabase, recordMigrationCount, toDatabaseFailure } from '#tools/lib/database-errors.ts';
import { Failure } from '#tools/lib/log.ts';
import { type Editor, Runner, type WorkerSettings } from '#tools/lib/worker.ts';

type Part = 'worker' | 'database';

export interface StackOptions {
  /** Where the shop answers; 0 (the default) is any free port. */
  port?: number;
  /** The address that it listens on; '0.0.0.0' lets other devices in. */
  host?: string;
  /** Folder of the data; made when missing. */
  dataDir: string;
  /** Text bindings of the Worker, over those of wrangler.toml. */
  vars?: Record<string, string>;
  /** `host:port` of what answers below the shop's /dev: the providers' simulators and the mailbox. */
  dev?: string | undefined;
  /** There is no /edit where it is left out. */
  editor?: Editor | undefined;
  /** Stores the photos that shoppers upload in the folder of the data. */
  keepsPhotos?: boolean;
  /** Returns the Worker's DATABASE_URL from the real URL: a test may put a proxy in between. */
  databaseUrl?: (actual: string) => string | Promise<string>;
  /** Runs when the database is migrated and before the Worker starts. */
  prepare?: (database: { url: string }) => Promise<void>;
  /** Every line that a part writes, one at a time. */
  onLog?: (line: string, part: Part) => void;
  /** Called when the database server ends although it was not stopped, with `exit code 1` or `SIGKILL`. */
  onEnd?: (how: string) => void;
  /** A workerd that several stacks use one after the other. `stop` leaves it running. */
  runner?: Runner;
  /** See `startDatabase`; for tests. */
  adminPort?: number | undefined;
  /** Other builds than the project's own: the Worker's bundle with its options.json, the static files. */
  build?: { worker: string; pages: string };
}

export interface Stack {
  /** Where the shop answers, without a slash at the end. */
  url: string;
  /** The URL of the database itself, even when the Worker uses a proxy. */
  databaseUrl: string;
  database: Omit<Database, 'folder' | 'url' | 'stop'>;
  /** The Worker's settings at its start. */
  settings: WorkerSettings;
  /** The Worker's log since its start, oldest first; the last 1,000 lines. A test may empty it. */
  workerLogs: string[];
  /** Fires the Worker's scheduled handler and waits for it. */
  scheduled(): Promise<void>;
  /** Restarts the Worker at the same address, from a new bundle if there is one. */
  restartWorker(vars?: Record<string, string>): Promise<void>;
  /** Ends workerd as a crash would (`kill -9`); resolves when another one serves at the same address. */
  killWorker(): Promise<void>;
  stop(): Promise<void>;
}

const keptLines = 1000;

/** EMAIL_HASH_KEY of a data folder: random, made at its first start, and kept with its data. */
function emailHashKey(dataDir: string): string {
  const file = join(dataDir, 'email-hash.key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** Defaults on this machine that differ from production. */
const localDefaults = { OPERATOR_SECOND_FACTOR: 'optional' };

/** @throws Failure for what the person at the keyboard can put right: a folder in use, a port in use */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port = 0, host = '127.0.0.1', vars = {}, onLog = () => {}, onEnd = () => {} } = options;
  const build = options.build ?? { worker: parts.worker.folder, pages: parts.pages.folder };
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });

  const workerLogs: string[] = [];
  const runner = options.runner ?? new Runner();
  runner.log = (line) => {
    if (workerLogs.push(line) > keptLines) workerLogs.shift();
    onLog(line, 'worker');
  };
  // Held back during the start, so that a failure is reported in one line.
  let held: string[] | undefined = [];
  const tell = (line: string) => onLog(line, 'database');
  const database = await startDatabase(dataDir, {
    log: (line) => (held ? held.push(line) : tell(line)),
    onEnd,
    adminPort: options.adminPort,
  });
  let stopping: Promise<void> | undefined;
  const stop = (withRunner = !options.runner) => {
    stopping ??= (async () => {
      if (withRunner) await runner.stop();
      await database.stop();
    })();
    return stopping;
  };

  try {
    const before = await checkDatabase(database.url, database.folder);
    recordMigrationCount(database.folder, before + (await migrate({ url: database.url })));
    await options.prepare?.({ url: database.url });
    const DATABASE_URL = (await options.databaseUrl?.(database.url)) ?? database.url;
    const EMAIL_HASH_KEY = emailHashKey(dataDir);
    const settings = {
      bundle: build.worker,
      pages: build.pages,
      host,
      port,
      dev: options.dev,
      editor: options.editor,
      photos: options.keepsPhotos ? join(dataDir, 'photos') : undefined,
      vars: {
        ...localDefaults,
        ...(options.editor && { EDITOR_URL: '/edit' }),
        EMAIL_HASH_KEY,
        ...vars,
        DATABASE_URL,
      },
    };
    const actualPort = await runner.run(settings);
    for (const line of held) tell(line);
    held = undefined;
    return {
      url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${actualPort}`,
      databaseUrl: database.url,
      database,
      settings,
      workerLogs,
      scheduled: () => runner.scheduled(),
      async restartWorker(more = {}) {
        await runner.run({ ...settings, port: actualPort, vars: { ...settings.vars, ...more } });
      },
      killWorker: () => runner.kill(),
      stop: () => stop(),
    };
  } catch (error) {
    await stop(true);
    const explained = toDatabaseFailure(error, database.folder);
    if (explained === error && !(error instanceof Failure)) for (const line of held ?? []) tell(line);
    throw explained;
  }
}
