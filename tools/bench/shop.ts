/** The built shop in front of a database of some size, with limits that let a bench pass. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readProducts } from '#tools/content.ts';
import { type Stack, startStack } from '#tools/stack.ts';
import { workerFolder } from '../../tests/support/worker-folder.ts';
import { type Filled, fillShop, type Size } from './fill.ts';
import { benchFolder, contentOf } from './project.ts';

/** More than a bench asks for in a minute. */
const plenty = 10_000_000;

export type BenchShop = Filled & { stack: Stack; stop(): Promise<void> };

export async function openShop(size: Size): Promise<BenchShop> {
  const folder = join(benchFolder, `shop-${size.products}`);
  rmSync(folder, { recursive: true, force: true });
  const pages = join(folder, 'pages');
  mkdirSync(pages, { recursive: true });
  const catalogue = readProducts(contentOf(size.products));
  const filled: Filled[] = [];
  const stack = await startStack({
    dataDir: join(folder, 'data'),
    build: {
      worker: workerFolder(join(folder, 'worker'), { flood: plenty, writes: plenty }),
      pages,
    },
    vars: { ORDERS_PER_HOUR: String(plenty), LOGIN_FREE_TRIES: String(plenty) },
    prepare: async ({ url }) => {
      filled.push(await fillShop(url, catalogue, size));
    },
  });
  const [data] = filled;
  if (!data) throw new Error('the database was not filled');
  return {
    ...data,
    stack,
    async stop() {
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
