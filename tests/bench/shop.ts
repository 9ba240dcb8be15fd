/** The built shop with a database of a given size, and limits high enough for a bench. */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from '#tools/lib/build.ts';
import { readProducts } from '#tools/lib/content.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { type Filled, fillShop, type Size } from './fill.ts';
import { benchFolder, contentOf } from './project.ts';

/** A limit per hour that the bench does not reach. */
const plenty = 10_000_000;

/**
 * The flood guards as Cloudflare runs them: counted in memory (the "Rate Limiting" binding). Miniflare's simulator
 * writes each count into a database and scans all of its rows, which takes more CPU time than the shop itself.
 */
const guards = `
import shop from './shop.js';
const counts = new Map();
const guard = {
  async limit({ key }) {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { success: count <= ${plenty} };
  },
};
let bindings;
export default {
  fetch(request, env, context) {
    bindings ??= { ...env, FLOOD: guard, WRITES: guard };
    return shop.fetch(request, bindings, context);
  },
};
`;

/** The built Worker behind these guards. @param folder a new one */
function guardedWorker(folder: string): string {
  cpSync(parts.worker.folder, folder, { recursive: true });
  renameSync(join(folder, 'index.js'), join(folder, 'shop.js'));
  writeFileSync(join(folder, 'index.js'), guards);
  // Cloudflare serves files before it calls the Worker; no route of the API reads one.
  const settings = join(folder, 'options.json');
  const { assets: _, ...options } = JSON.parse(readFileSync(settings, 'utf8'));
  writeFileSync(settings, JSON.stringify(options));
  return folder;
}

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
    build: { worker: guardedWorker(join(folder, 'worker')), pages },
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
