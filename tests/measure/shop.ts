/** The built shop with its catalogue, as most commands of this folder measure it. */
import { connect, type Db } from '#db/client.ts';
import { syncCatalogue } from '#db/sync.ts';
import { buildIfNeeded } from '#tools/lib/build.ts';
import { readProducts } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { logInfo } from '#tools/lib/log.ts';
import { type ShopSimulators, startShopSimulators } from '#tools/lib/simulators.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { newClient } from '../support/client.ts';

export type MeasuredShop = {
  stack: Stack;
  /** The database itself. */
  db: Db;
  /** The simulators run in this process, which is never killed, so their data are complete. */
  simulators: ShopSimulators;
  /** Stops everything and removes the data. */
  stop(): Promise<void>;
};

/**
 * Starts the shop as `npm start` runs it, with an empty database; builds it first if something has changed.
 * @param vars settings of the Worker over those of `npm start`
 */
export async function openShop(vars: Record<string, string> = {}): Promise<MeasuredShop> {
  await buildIfNeeded({ log: logInfo });
  const folder = temporaryFolder();
  process.once('exit', folder.remove);
  const simulators = await startShopSimulators();
  const stack = await startStack({
    dataDir: folder.path,
    vars: Object.assign({}, ...Object.values(simulators.vars), vars),
    dev: simulators.host,
    prepare: async (database) => {
      await syncCatalogue(database, readProducts());
    },
  });
  simulators.connect(stack.url);
  // The first request compiles the Worker.
  await newClient(stack.url).get('/api/health');
  return {
    stack,
    db: connect({ url: stack.databaseUrl }),
    simulators,
    async stop() {
      await stack.stop();
      await simulators.stop();
      process.off('exit', folder.remove);
      folder.remove();
    },
  };
}
