/** The whole shop for one run, as `npm start` runs it, in a temporary folder. */

import { connect, type Db } from '#db/client.ts';
import { syncCatalogue } from '#db/sync.ts';
import { buildIfNeeded } from '#tools/lib/build.ts';
import { readProducts } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { runToEnd } from '#tools/lib/lifetime.ts';
import { logInfo } from '#tools/lib/log.ts';
import { type ShopSimulators, startShopSimulators } from '#tools/lib/simulators.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { newClient } from '../../support/client.ts';
import { isolates, withIsolates } from './isolates.ts';

export type LoadShop = {
  stack: Stack;
  /** The database itself. */
  db: Db;
  /** The simulators run in this process, which is never killed, so their data are complete. */
  simulators: ShopSimulators;
};

/**
 * Errors of an overloaded machine, answered with 503: no answer of the database or a provider, or a full hash queue.
 */
const expectedErrors =
  /DatabaseUnavailable|The payment provider does not answer|The shop is busy for a moment/;

/** Log lines of any other error. */
export const unexpectedErrors = ({ workerLogs }: Stack): string[] =>
  workerLogs
    .filter((line) => line.includes('"error"') && !expectedErrors.test(line))
    .map((line) => line.replace(/"requestId":"[^"]*",/, ''));

async function openShop(dataDir: string): Promise<LoadShop> {
  const simulators = await startShopSimulators();
  const vars = Object.assign({}, ...Object.values(simulators.vars));
  const one = await startStack({
    dataDir,
    vars,
    dev: simulators.host,
    prepare: async (database) => {
      await syncCatalogue(database, readProducts());
    },
  });
  const stack = await withIsolates(one);
  simulators.connect(stack.url);
  // The first request of a Worker compiles it.
  for (let count = 0; count < isolates; count++) await newClient(stack.url).get('/api/health');
  return { stack, db: connect({ url: stack.databaseUrl }), simulators };
}

/**
 * Runs a program with a shop of its own and sets the exit code: 0 when the program returns true, else 1. No process
 * or file remains, also after Ctrl-C.
 */
export async function withShop(program: (shop: LoadShop) => Promise<boolean>): Promise<void> {
  const folder = temporaryFolder();
  process.once('exit', folder.remove);
  await runToEnd(async () => {
    await buildIfNeeded({ log: logInfo });
    const shop = await openShop(folder.path);
    try {
      return await program(shop);
    } finally {
      await shop.simulators.stop();
    }
  });
}
