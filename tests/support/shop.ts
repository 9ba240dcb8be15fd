/**
 * The whole shop for one test file: the built Worker in workerd, and libSQL's server with the catalogue of `content/`
 * and nothing else. Nothing is mocked. Each file has a new copy of the prepared database and new simulators. workerd
 * stays for the next file of the same test worker that wants a shop with the same plain options: to start it costs 1.2 s
 * of CPU time, and what it has compiled runs faster. Other options get a workerd of their own.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Db } from '#db/client.ts';
import type { Role } from '#domain/accounts/account.ts';
import { buildEditor } from '#tools/edit/build-editor.ts';
import { parts } from '#tools/lib/build.ts';
import { freePort } from '#tools/lib/database.ts';
import { pollUntil, temporaryFolder, writeContent } from '#tools/lib/fixture.ts';
import { type ShopSimulators, startShopSimulators } from '#tools/lib/simulators.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { Runner } from '#tools/lib/worker.ts';
import { type Client, newClient } from './client.ts';
import { openPatiently } from './database.ts';
import { type DatabaseProxy, startProxy } from './database-proxy.ts';
import { type Account, insertAccount, insertAccounts } from './rows.ts';
import { type Guards, type OtherStore, workerFolder } from './worker-folder.ts';

/** An account, and a client that is signed in to it. */
export type Person = Account & Client;

export type TestShop = {
  stack: Stack;
  /** The database itself, not through the proxy. */
  db: Db;
  /** Between Worker and database; only with `{ proxy: true }`. */
  proxy: DatabaseProxy;
  /** The database itself refuses writes, as Turso's does when a plan is used up; only with `{ refusals: true }`. */
  refuseWrites(yes: boolean): Promise<void>;
  /** The folder of the pages that it serves; a copy with `{ ownPages: true }`. */
  pages: string;
  /** The simulated payment providers and mail service; only with `{ simulators: true }`. */
  simulators: ShopSimulators;
  /** A client with an IP address of its own, signed in when a token is given. */
  client(token?: string): Client;
  /** Creates an account and signs it in. */
  person(role?: Role): Promise<Person>;
  /** Creates several such accounts. */
  people(count: number): Promise<Person[]>;
};

export type ShopOptions = Guards &
  OtherStore & {
    /** Text bindings of the Worker. */
    vars?: Record<string, string>;
    /** Puts a {@link DatabaseProxy} between Worker and database. */
    proxy?: boolean;
    /** Starts simulators of Stripe, Razorpay and a mail service, and gives the Worker their keys. */
    simulators?: boolean;
    /** Serves the editor at /edit, on a copy of the content in the folder `content` of the shop's data. */
    editor?: boolean;
    /** Hashes passwords at their real cost of 0.2 s. */
    realHashes?: boolean;
    /** Lets a test refuse writes: `refuseWrites`. */
    refusals?: boolean;
    /** Serves a copy of the built pages, which a test may change; `stack.restartWorker()` applies the changes. */
    ownPages?: boolean;
  };

/** For EMAIL_HASH_KEY, so that tests can make the shop's links. */
export const linkKey = 'a key for links that is long enough';

type Running = Omit<TestShop, 'db' | 'client' | 'person' | 'people'> & {
  dataDir: string;
  /** Whether its Worker runs with other settings than those of its start. */
  hasOtherSettings?: boolean;
};

/** The process around workerd for the shops that are not kept, one after the other. */
const runner = new Runner();
/** Shops with plain options, by these options. */
const kept = new Map<string, Running>();

const isPlain = ({ proxy, simulators, ...special }: ShopOptions): boolean => !Object.keys(special).length;

/** The editor on a copy of the content. */
async function editorOf(dataDir: string) {
  writeContent(dataDir);
  const files = await buildEditor({ log: () => {}, site: 'http://localhost' });
  return { files, content: join(dataDir, 'content') };
}

/**
 * @param folder empty; for everything that it writes
 * @param sharedRunner runs workerd; default: one of its own, which ends with the shop
 */
async function start(options: ShopOptions, folder: string, sharedRunner?: Runner): Promise<Running> {
  const running = { pages: parts.pages.folder, dataDir: join(folder, 'data') } as Running;
  if (options.ownPages) {
    running.pages = join(folder, 'own-pages');
    cpSync(parts.pages.folder, running.pages, { recursive: true });
  }
  const adminPort = options.refusals ? await freePort() : undefined;
  running.refuseWrites = async (yes) => {
    const config = { block_reads: false, block_writes: yes, block_reason: yes ? 'upgrade your plan' : null };
    const answer = await fetch(`http://127.0.0.1:${adminPort}/v1/namespaces/default/config`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(config),
    });
    if (!answer.ok) throw new Error(`the database did not obey: ${answer.status} ${await answer.text()}`);
  };
  if (options.simulators) running.simulators = await startShopSimulators({ hosts: options.vars?.DEV_HOSTS });
  const keys = running.simulators ? Object.assign({}, ...Object.values(running.simulators.vars)) : {};
  cpSync(inject('preparedData'), running.dataDir, { recursive: true });
  running.stack = await startStack({
    ...(sharedRunner && { runner: sharedRunner }),
    dataDir: running.dataDir,
    vars: {
      CLOCK_OFFSET_MS: '0',
      EMAIL_HASH_KEY: linkKey,
      ...keys,
      ...(options.realHashes ? {} : { CHEAP_HASHES: '1' }),
      ...options.vars,
    },
    dev: running.simulators?.host,
    editor: options.editor ? await editorOf(running.dataDir) : undefined,
    build: { worker: workerFolder(join(folder, 'worker'), options), pages: running.pages },
    adminPort,
    databaseUrl: async (actual) => {
      if (!options.proxy) return actual;
      running.proxy = await startProxy(actual);
      return running.proxy.url;
    },
  });
  return running;
}

/** Quicker than an orderly end, and its data is thrown away. */
async function stop({ stack, proxy, simulators }: Running): Promise<void> {
  await stack.database.kill();
  await stack.stop();
  await proxy?.stop();
  await simulators?.stop();
}

const portOf = (url = ''): number => Number(new URL(url).port);

/** Makes a kept shop a new one but for its workerd. @throws when one of its ports has been taken meanwhile */
async function renew(running: Running): Promise<Running> {
  const { stack, dataDir, proxy, simulators } = running;
  await stack.database.kill();
  rmSync(dataDir, { recursive: true });
  cpSync(inject('preparedData'), dataDir, { recursive: true });
  await stack.database.start();
  await proxy?.stop();
  if (proxy) running.proxy = await startProxy(stack.databaseUrl, portOf(proxy.url));
  await simulators?.stop();
  if (simulators)
    running.simulators = await startShopSimulators({ port: portOf(`http://${simulators.host}`) });
  if (running.hasOtherSettings) await stack.restartWorker();
  stack.workerLogs.length = 0;
  // Until the Worker has noticed that its connections to the old database are closed.
  const isReady = async () => (await newClient(stack.url).get('/api/health')).status === 200;
  await pollUntil(isReady, 10_000, 'a shop with new data answers');
  return running;
}

/** The kept shop of these options with new data, or a new one to keep. */
async function keptShop(options: ShopOptions): Promise<Running> {
  const key = JSON.stringify(options);
  const last = kept.get(key);
  kept.delete(key);
  const renewed = last && (await renew(last).catch(() => stop(last).catch(() => undefined)));
  const running = renewed ?? (await startToKeep(options));
  kept.set(key, running);
  return running;
}

async function startToKeep(options: ShopOptions): Promise<Running> {
  // The folder goes with the prepared data, after all files.
  const running = await start(options, mkdtempSync(join(dirname(inject('preparedData')), 'shop-')));
  const { restartWorker } = running.stack;
  running.stack.restartWorker = (vars = {}) => {
    running.hasOtherSettings = Object.keys(vars).length > 0;
    return restartWorker(vars);
  };
  return running;
}

/** Starts a shop before the tests of this file and stops it after them. To be called at the file's top. */
export function useShop(options: ShopOptions = {}): TestShop {
  const folder = temporaryFolder();
  const signedIn = (account: Account): Person => ({
    ...account,
    ...newClient(shop.stack.url, account.token),
  });
  const shop = {
    client: (token) => newClient(shop.stack.url, token),
    person: async (role) => signedIn(await insertAccount(shop.db, role)),
    people: async (count) => (await insertAccounts(shop.db, count)).map(signedIn),
  } as TestShop;
  const isKept = isPlain(options);
  let running: Running | undefined;

  beforeAll(async () => {
    running = await (isKept ? keptShop(options) : start(options, folder.path, runner));
    Object.assign(shop, running, { db: openPatiently(running.stack.databaseUrl) });
    shop.simulators?.connect(shop.stack.url);
  });

  afterAll(async () => {
    if (running && !isKept) await stop(running);
    folder.remove();
  });

  return shop;
}
