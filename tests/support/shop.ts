/**
 * The whole shop for one test file: the built Worker in workerd, and libSQL's server with the catalogue of `content/`
 * and nothing else. Nothing is mocked. Each file has a new workerd and a new copy of the prepared database; the process
 * around workerd is kept for all files of a test worker, since it takes a second to start.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Db } from '#db/client.ts';
import type { Role } from '#features/accounts/account.ts';
import { buildEditor } from '#tools/edit/build-editor.ts';
import { parts } from '#tools/lib/build.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { Runner } from '#tools/lib/runner.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { type Simulators, startSimulators } from '#tools/simulators/index.ts';
import { type Client, newClient } from './client.ts';
import { openPatiently } from './database.ts';
import { type DatabaseProxy, startProxy } from './database-proxy.ts';
import { type Account, insertAccount, insertAccounts } from './rows.ts';
import { type Guards, workerFolder } from './worker-folder.ts';

/** An account, and a client that is signed in to it. */
export type Person = Account & Client;

export type TestShop = {
  stack: Stack;
  /** The database itself, not through the proxy. */
  db: Db;
  /** Between Worker and database; only with `{ proxy: true }`. */
  proxy: DatabaseProxy;
  /** The folder of the pages that it serves; a copy with `{ ownPages: true }`. */
  pages: string;
  /** The simulated payment providers and mail service; only with `{ simulators: true }`. */
  simulators: Simulators;
  /** A client with an IP address of its own, signed in when a token is given. */
  client(token?: string): Client;
  /** Creates an account and signs it in. */
  person(role?: Role): Promise<Person>;
  /** Creates several such accounts. */
  people(count: number): Promise<Person[]>;
};

const runner = new Runner();

export type ShopOptions = Guards & {
  /** Text bindings of the Worker. */
  vars?: Record<string, string>;
  /** Puts a {@link DatabaseProxy} between Worker and database. */
  proxy?: boolean;
  /** Starts simulators of Stripe, Razorpay and a mail service, and gives the Worker their keys. */
  simulators?: boolean;
  /** Serves the editor at /edit. */
  editor?: boolean;
  /** Hashes passwords at their real cost of 0.2 s. */
  realHashes?: boolean;
  /** Serves a copy of the built pages, which a test may change; `stack.restartWorker()` applies the changes. */
  ownPages?: boolean;
};

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

  beforeAll(async () => {
    shop.pages = parts.pages.folder;
    if (options.ownPages) {
      const copy = join(folder.path, 'own-pages');
      cpSync(shop.pages, copy, { recursive: true });
      shop.pages = copy;
    }
    if (options.simulators) shop.simulators = await startSimulators({ hosts: options.vars?.DEV_HOSTS });
    const keys = shop.simulators ? Object.assign({}, ...Object.values(shop.simulators.vars)) : {};
    const dataDir = join(folder.path, 'data');
    cpSync(inject('preparedData'), dataDir, { recursive: true });
    shop.stack = await startStack({
      runner,
      dataDir,
      vars: {
        CLOCK_OFFSET_MS: '0',
        ...keys,
        ...(options.realHashes ? {} : { CHEAP_HASHES: '1' }),
        ...options.vars,
      },
      dev: shop.simulators?.front,
      editor: options.editor ? await buildEditor({ log: () => {}, site: 'http://localhost' }) : undefined,
      build: { worker: workerFolder(join(folder.path, 'worker'), options), pages: shop.pages },
      databaseUrl: async (actual) => {
        if (!options.proxy) return actual;
        shop.proxy = await startProxy(actual);
        return shop.proxy.url;
      },
    });
    shop.simulators?.connect(shop.stack.url);
    shop.db = openPatiently(shop.stack.databaseUrl);
  });

  afterAll(async () => {
    // Quicker than an orderly end, and its data is thrown away.
    await shop.stack?.database.kill();
    await shop.stack?.stop();
    await shop.proxy?.stop();
    await shop.simulators?.stop();
    folder.remove();
  });

  return shop;
}
