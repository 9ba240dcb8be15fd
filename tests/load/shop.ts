/** The whole shop for one run, as `npm start` runs it, in a folder of its own that is gone afterwards. */
import { connect, type Db } from '#db/client.ts';
import { syncCatalogue } from '#db/sync.ts';
import { buildIfNeeded } from '#tools/lib/build.ts';
import { stopChildren } from '#tools/lib/child.ts';
import { readProducts } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { complain, describe, say } from '#tools/lib/log.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { type Simulators, startSimulators } from '#tools/simulators/index.ts';
import { newClient } from '../support/client.ts';
import { isolates, withIsolates } from './isolates.ts';

export type Shop = {
  stack: Stack;
  /** The database itself. */
  db: Db;
  /** They live in this process, which nobody kills: what they know is the truth. */
  standIns: Simulators;
};

/** A database or a provider that gave no answer, or a full queue of hashes: a 503, which is no mistake where the machine is overburdened. */
const awaited = /DatabaseUnavailable|The payment service does not answer|The shop is busy for a moment/;

/** What the Worker has written of other errors. */
export const unforeseen = ({ workerLogs }: Stack): string[] =>
  workerLogs
    .filter((line) => line.includes('"error"') && !awaited.test(line))
    .map((line) => line.replace(/"requestId":"[^"]*",/, ''));

async function openShop(dataDir: string): Promise<Shop> {
  const standIns = await startSimulators();
  const vars = Object.assign({}, ...Object.values(standIns.vars));
  const one = await startStack({
    dataDir,
    vars,
    dev: standIns.front,
    prepare: async (database) => {
      await syncCatalogue(database, readProducts());
    },
  });
  const stack = await withIsolates(one);
  standIns.connect(stack.url);
  // The first request of a Worker compiles it.
  for (let count = 0; count < isolates; count++) await newClient(stack.url).get('/api/health');
  return { stack, db: connect({ url: stack.databaseUrl }), standIns };
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
  let shop: Shop | undefined;
  try {
    await buildIfNeeded({ log: say });
    shop = await openShop(folder.path);
    if (await program(shop)) process.exitCode = 0;
  } catch (error) {
    complain(describe(error));
  } finally {
    await shop?.standIns.stop();
    await stopChildren(true);
  }
}
