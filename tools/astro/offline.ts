/**
 * `sw.js`, the service worker, made when Astro has built the pages: the shell is what the two pages that must always
 * open refer to, with everything that Vite's bundle says these scripts import.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import type { CartProduct } from '#domain/offline/cart-snapshot.ts';
import { catalogueFile } from '#domain/offline/routing.ts';
import { toRupees } from '#lib/money.ts';
import { offlinePath, paths } from '#lib/paths.ts';

/** A file of the shell. @property revision null where the name changes with the content */
type ShellEntry = {
  url: string;
  revision: string | null;
  /** The offline page needs it: stored even with Save-Data. */
  first: boolean;
  bytes: number;
};

/**
 * Devanagari is larger than all other fonts together, the search loads when somebody searches, and the cart can do
 * without its note, without a code, which only the shop can check, and without a guess at a mistyped email, cards without
 * the marks of My skin and hearts, an empty cart without what is saved, changed prices, which only the shop can say, and any page
 * without the report of its speed; a browser that refuses storage has no shell.
 */
const leftOut =
  /\/(devanagari-400|search-box\.dom|note\.api|suggest-email\.dom|coupon-code|Offers|offers|clean|(card-)?marks\.dom|wishes\.api|SavedProducts|live-prices\.dom|stock-alert\.(dom|api)|carry-refused\.dom|beacon\.dom)\./;
const icon = '/favicon.svg';
/** The names of more products than this would weigh more than the rest of the shell. */
const mostProducts = 500;

/** Scripts, styles and fonts in a page, also those of islands, which load later. */
const inPage = /["'(](\/_astro\/[\w.-]+\.(?:js|css|woff2))["')]/g;

/** By script, what it imports, at once or later: a cart needs also what loads after signing in. */
type Imports = Map<string, string[]>;

/** Notes the imports in Vite's bundle of the browser's scripts. */
const noteImports = (imports: Imports): Plugin => ({
  name: 'offline-imports',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      const imported = [...file.imports, ...file.dynamicImports];
      imports.set(
        `/${file.fileName}`,
        imported.map((name) => `/${name}`),
      );
    }
  },
});

/** The files that the worker stores at the first visit. @param folder the built pages */
function shellOf(folder: string, imports: Imports): ShellEntry[] {
  const filesOf = (page: string): string[] => {
    const html = readFileSync(join(folder, `${page}.html`), 'utf8');
    const files = new Set<string>();
    const add = (names: Iterable<string>) => {
      for (const name of names) if (!leftOut.test(name)) files.add(name);
    };
    add([...html.matchAll(inPage)].map(([, name = '']) => name));
    // Also visits what is added meanwhile.
    for (const file of files) add(imports.get(file) ?? []);
    return [...files];
  };
  const first = new Set([offlinePath, ...filesOf(offlinePath)]);
  const urls = new Set([...first, paths.cart, catalogueFile, icon, ...filesOf(paths.cart)]);
  return [...urls].map((url) => {
    const content = readFileSync(join(folder, /\.\w+$/.test(url) ? url : `${url}.html`));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    const revision = url.startsWith('/_astro/') ? null : hash;
    return { url, revision, first: first.has(url), bytes: content.length };
  });
}

/** Names and prices, for products that were put into the cart without a connection. */
const cartProductsOf = (products: ReadonlyMap<string, ProductContent>): CartProduct[] =>
  [...products]
    .slice(0, mostProducts)
    .map(([_id, { name, price, originalPrice }]) => ({
      _id,
      name,
      price: toRupees(price),
      originalPrice: toRupees(originalPrice ?? price),
      stock: 100,
      paused: null,
      retired: false,
    }));

/** Bundles the worker around a shell. @returns its script */
async function bundle(shell: readonly ShellEntry[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      SHELL: JSON.stringify(shell.map(({ url, revision, first }) => ({ url, revision, first }))),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      write: false,
      copyPublicDir: false,
      lib: {
        entry: fileURLToPath(new URL('../../src/features/offline/service-worker.ts', import.meta.url)),
        formats: ['iife'],
        name: 'worker',
      },
    },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('the service worker was not built');
  return output.output[0].code;
}

/** Writes the offline catalogue and the service worker after Astro's build. */
export function offline(products: ReadonlyMap<string, ProductContent>): AstroIntegration {
  const imports: Imports = new Map();
  return {
    name: 'offline',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [noteImports(imports)] } });
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        writeFileSync(join(folder, catalogueFile), JSON.stringify(cartProductsOf(products)));
        // How the worker is retired (docs/operations.md).
        if (existsSync(join(folder, 'sw.js')))
          return logger.info('public/sw.js takes the place of the service worker');
        const shell = shellOf(folder, imports);
        writeFileSync(join(folder, 'sw.js'), await bundle(shell));
        const kib = shell.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
        logger.info(`the shell has ${shell.length} files, ${Math.round(kib)} KiB`);
      },
    },
  };
}
