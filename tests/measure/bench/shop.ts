/** The built shop with a database of a given size, and limits high enough for a bench. */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncCatalogue } from '#db/sync.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { paths } from '#lib/paths.ts';
import { parts } from '#tools/lib/build.ts';
import { readProducts } from '#tools/lib/content.ts';
import { type Stack, type StackOptions, startStack } from '#tools/lib/stack.ts';
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
  const { [paths.searchIndex]: words = '', [paths.collectionIndex]: products = '' } = searchTexts(
    searchFilesOf(catalogue),
  );
  writeFileSync(join(folder, 'search.txt'), words);
  writeFileSync(join(folder, 'collection.txt'), products);
  const { assets: _, ...options } = workerOptions();
  return writeWorker(folder, guards, options);
}

export type Running = { stack: Stack; stop(): Promise<void> };

/**
 * Starts a Worker with a database and no pages, in a folder of its own, which `stop` removes.
 * @param worker returns the folder of its files, after writing them into the given one if there are none
 * @param prepareFolder writes its data folder before the start
 */
export async function startWorker(
  name: string,
  worker: (folder: string) => string,
  options: Partial<StackOptions> = {},
  prepareFolder: (dataDir: string) => Promise<void> = async () => {},
): Promise<Running> {
  const folder = join(benchFolder, name);
  rmSync(folder, { recursive: true, force: true });
  const [pages, dataDir] = [join(folder, 'pages'), join(folder, 'data')];
  mkdirSync(pages, { recursive: true });
  await prepareFolder(dataDir);
  const build = { worker: worker(join(folder, 'worker')), pages };
  const stack = await startStack({ ...options, dataDir, build });
  return {
    stack,
    async stop() {
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Limits that the bench does not reach. */
const vars = { ORDERS_PER_HOUR: String(plenty), LOGIN_FREE_TRIES: String(plenty) };

export type BenchShop = Filled & Running;

export async function openShop(size: Size): Promise<BenchShop> {
  const catalogue = readProducts(contentOf(size.products));
  const filled: Filled[] = [];
  const running = await startWorker(`shop-${size.products}`, (folder) => guardedWorker(folder, catalogue), {
    vars,
    prepare: async ({ url }) => void filled.push(await fillShop(url, catalogue, size)),
  });
  const [data] = filled;
  if (!data) throw new Error('the database was not filled');
  return { ...data, ...running };
}

/** A shop with the products of `content/` and this many past orders. @property size of its database, bytes */
export type OldShop = Running & { productIds: string[]; size: number };

export async function openOldShop(orders: number): Promise<OldShop> {
  const catalogue = readProducts();
  let size = 0;
  const prepare = async (database: { url: string }) => {
    await syncCatalogue(database, catalogue);
    await giveStock(database.url);
  };
  const running = await startWorker(
    `shop-of-${orders}-orders`,
    (folder) => guardedWorker(folder, catalogue),
    { vars, prepare },
    async (dataDir) => {
      size = await buildOldShop(dataDir, orders);
    },
  );
  return { ...running, productIds: [...catalogue.keys()], size };
}

/** Answers `/123` with about 123 bytes of JSON, after parsing the request's JSON. */
const bareWorker = `
const answers = new Map();
const answerOf = (size) => {
  if (!answers.has(size)) answers.set(size, { success: true, text: 'x'.repeat(Math.max(0, size - 27)) });
  return answers.get(size);
};
export default {
  async fetch(request) {
    if (request.method === 'POST') await request.json();
    return Response.json(answerOf(Number(new URL(request.url).pathname.slice(1))));
  },
};
`;

/** Writes a Worker of one module. @param options of miniflare */
export function writeWorker(folder: string, code: string, options: object): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), code);
  writeFileSync(join(folder, 'options.json'), JSON.stringify(options));
  return folder;
}

/** A reference on this machine, with which the shop is compared: a bare Worker that returns JSON. */
export const startBareWorker = (): Promise<Running> =>
  startWorker('bare', (folder) =>
    writeWorker(folder, bareWorker, {
      name: 'bare',
      compatibilityDate: '2026-10-01',
      compatibilityFlags: ['nodejs_compat'],
    }),
  );

/** The options of the shop's Worker. */
export const workerOptions = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(parts.worker.folder, 'options.json'), 'utf8'));
