/** The built shop with a database of a given size, and limits high enough for a bench. */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncCatalogue } from '#db/sync.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { paths } from '#lib/paths.ts';
import { parts } from '#tools/lib/build.ts';
import { readProducts } from '#tools/lib/content.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { searchFilesOf, searchTexts } from '../../support/search-files.ts';
import { type Filled, fillShop, giveStock, type Size } from './fill.ts';
import { buildOldShop } from './old-shop.ts';
import { benchFolder, contentOf } from './project.ts';

type Catalogue = ReadonlyMap<string, ProductContent>;

/** A limit per hour that the bench does not reach. */
const plenty = 10_000_000;

/**
 * The flood guards as Cloudflare runs them: counted in memory (the "Rate Limiting" binding). Miniflare's simulator
 * writes each count into a database and scans all of its rows, which takes more CPU time than the shop itself.
 */
const guards = `
import shop from './shop.js';
import words from './search.txt';
import products from './collection.txt';
const files = { '${paths.searchIndex}': words, '${paths.collectionIndex}': products };
const ASSETS = { fetch: async (url) => new Response(files[url.pathname]) };
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
    bindings ??= { ...env, FLOOD: guard, WRITES: guard, LARGE: guard, ASSETS };
    return shop.fetch(request, bindings, context);
  },
};
`;

/**
 * The built Worker behind these guards. Its only files are those of the search, and it has them in memory: Cloudflare
 * serves files before it calls the Worker, and miniflare's simulator of that takes time too.
 * @param folder a new one
 */
function guardedWorker(folder: string, catalogue: Catalogue): string {
  cpSync(parts.worker.folder, folder, { recursive: true });
  renameSync(join(folder, 'index.js'), join(folder, 'shop.js'));
  writeFileSync(join(folder, 'index.js'), guards);
  const { [paths.searchIndex]: words = '', [paths.collectionIndex]: products = '' } = searchTexts(
    searchFilesOf(catalogue),
  );
  writeFileSync(join(folder, 'search.txt'), words);
  writeFileSync(join(folder, 'collection.txt'), products);
  const settings = join(folder, 'options.json');
  const { assets: _, ...options } = JSON.parse(readFileSync(settings, 'utf8'));
  writeFileSync(settings, JSON.stringify(options));
  return folder;
}

type Running = { stack: Stack; stop(): Promise<void> };
export type BenchShop = Filled & Running;

/** @param folder with the data that there are @param fill writes what is missing */
async function run(
  folder: string,
  catalogue: Catalogue,
  fill: (url: string) => Promise<void>,
): Promise<Running> {
  const pages = join(folder, 'pages');
  mkdirSync(pages, { recursive: true });
  const stack = await startStack({
    dataDir: join(folder, 'data'),
    build: { worker: guardedWorker(join(folder, 'worker'), catalogue), pages },
    vars: { ORDERS_PER_HOUR: String(plenty), LOGIN_FREE_TRIES: String(plenty) },
    prepare: ({ url }) => fill(url),
  });
  return {
    stack,
    async stop() {
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function openShop(size: Size): Promise<BenchShop> {
  const folder = join(benchFolder, `shop-${size.products}`);
  rmSync(folder, { recursive: true, force: true });
  const catalogue = readProducts(contentOf(size.products));
  const filled: Filled[] = [];
  const running = await run(folder, catalogue, async (url) => {
    filled.push(await fillShop(url, catalogue, size));
  });
  const [data] = filled;
  if (!data) throw new Error('the database was not filled');
  return { ...data, ...running };
}

/** A shop with the products of `content/` and this many past orders. @property size of its database, bytes */
export type OldShop = Running & { productIds: string[]; size: number };

export async function openOldShop(orders: number): Promise<OldShop> {
  const folder = join(benchFolder, `shop-of-${orders}-orders`);
  rmSync(folder, { recursive: true, force: true });
  const catalogue = readProducts();
  const size = await buildOldShop(join(folder, 'data'), orders);
  const running = await run(folder, catalogue, async (url) => {
    await syncCatalogue({ url }, catalogue);
    await giveStock(url);
  });
  return { ...running, productIds: [...catalogue.keys()], size };
}
