/** The shop for the audit: built, with its catalogue, behind the compressing proxy. */
import { syncCatalogue } from '#db/sync.ts';
import { buildIfNeeded } from '#tools/lib/build.ts';
import { readProducts } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { logInfo } from '#tools/lib/log.ts';
import { startStack } from '#tools/lib/stack.ts';
import { startCompressingProxy } from './proxy.ts';

/** Opens a shop, runs `work` with its URL, and always closes it. */
export async function withShop<T>(work: (url: string) => Promise<T>): Promise<T> {
  await buildIfNeeded({ log: logInfo });
  const folder = temporaryFolder();
  const stack = await startStack({
    dataDir: folder.path,
    prepare: async (database) => {
      await syncCatalogue(database, readProducts());
    },
  });
  const edge = await startCompressingProxy(stack.url);
  try {
    return await work(edge.url);
  } finally {
    await edge.stop();
    await stack.stop();
    folder.remove();
  }
}
