/** The whole shop for one run, as `npm start` runs it, in a folder of its own that is gone afterwards. */
import { connect, type Db } from '#db/client.ts';
import { products } from '#db/schema.ts';
import { syncCatalogue } from '#db/sync.ts';
import { buildIfNeeded } from '#tools/build.ts';
import { stopChildren } from '#tools/child.ts';
import { readProducts } from '#tools/content.ts';
import { temporaryFolder } from '#tools/fixture.ts';
import { complain, describe, say } from '#tools/log.ts';
import { type Stack, startStack } from '#tools/stack.ts';
import { newClient } from '../support/client.ts';

export type Shop = {
  stack: Stack;
  /** The database itself. */
  db: Db;
  /** What things cost, paise by product. */
  prices: Record<string, number>;
};

/** What the Worker has written of errors that are no refusals. */
export const unforeseen = ({ workerLogs }: Stack): string[] =>
  workerLogs.filter((line) => line.includes('"error"') && !line.includes('DatabaseUnavailable'));

async function openShop(dataDir: string): Promise<Shop> {
  const stack = await startStack({
    dataDir,
    prepare: async (database) => {
      await syncCatalogue(database, readProducts());
    },
  });
  const db = connect({ url: stack.databaseUrl });
  const rows = await db.read.select({ id: products.id, price: products.price }).from(products);
  // The first request of a Worker compiles it.
  await newClient(stack.url).get('/api/health');
  return { stack, db, prices: Object.fromEntries(rows.map(({ id, price }) => [id, price])) };
}

/**
 * Runs a program with a shop of its own, and ends the process's work: exit code 0 when the program says
 * that all is well, else 1. Nothing is left running or lying about, Ctrl-C included.
 */
export async function withShop(program: (shop: Shop) => Promise<boolean>): Promise<void> {
  const folder = temporaryFolder();
  const leave = async () => {
    await stopChildren(true);
    process.exit(130);
  };
  process.once('SIGINT', leave).once('SIGTERM', leave).once('exit', folder.remove);
  process.exitCode = 1;
  try {
    await buildIfNeeded({ log: say });
    if (await program(await openShop(folder.path))) process.exitCode = 0;
  } catch (error) {
    complain(describe(error));
  } finally {
    await stopChildren(true);
  }
}
