/** A new shop for one walk: the built pages, the Worker, the database and simulators of the providers. */

import { connect, type Db } from '#db/client.ts';
import { syncCatalogue } from '#db/sync.ts';
import { readProducts } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { type ShopSimulators, startShopSimulators } from '#tools/lib/simulators.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { newClient } from '../../support/client.ts';
import { refillStock } from '../../support/orders.ts';

/** The parts that a walk needs. */
export type WalkShop = {
  stack: Stack;
  db: Db;
  simulators: ShopSimulators;
  /** Stops everything and removes the data. */
  stop(): Promise<void>;
};

export async function openShop(): Promise<WalkShop> {
  const folder = temporaryFolder();
  process.once('exit', folder.remove);
  const simulators = await startShopSimulators();
  const stack = await startStack({
    dataDir: folder.path,
    vars: Object.assign({}, ...Object.values(simulators.vars)),
    dev: simulators.host,
    prepare: async (database) => {
      await syncCatalogue(database, readProducts());
    },
  });
  simulators.connect(stack.url);
  const db = connect({ url: stack.databaseUrl });
  await refillStock(db);
  // The first request compiles the Worker.
  await newClient(stack.url).get('/api/health');
  return {
    stack,
    db,
    simulators,
    async stop() {
      await stack.stop();
      await simulators.stop();
      process.off('exit', folder.remove);
      folder.remove();
    },
  };
}
