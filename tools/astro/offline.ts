/**
 * `sw.js`, the service worker, made when Astro has built the pages: the shell is read off the two pages that
 * must always open, so that no list of files can be forgotten.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import type { ProductContent } from '#features/catalogue/product.ts';
import type { CartProduct } from '#features/offline/cart-snapshot.ts';
import { catalogueFile } from '#features/offline/routing.ts';
import { toRupees } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';

/** A file of the shell. @property revision null where the name changes with the content */
type ShellEntry = {
  url: string;
  revision: string | null;
  /** The offline page needs it: stored even with Save-Data. */
  first: boolean;
  bytes: number;
};

/** Devanagari is not needed for a cart, and is larger than all other fonts together. */
const leftOut = /\/mukta-400\./;
const icon = '/favicon.svg';
/** The names of more products than this would weigh more than the rest of the shell. */
const longestShelf = 500;

const inPage = /(?:src|href|component-url|renderer-url)="(\/_astro\/[^"]+\.(?:js|css|woff2))"/g;
// Also scripts that load later: those that a cart needs after signing in.
const inScript = /["'`]\.\/([\w.-]+\.js)["'`]/g;
const inStyle = /url\(["']?(\/_astro\/[^"')]+\.woff2)/g;

const found = (text: string, pattern: RegExp, prefix = '') =>
  [...text.matchAll(pattern)].map(([, name = '']) => prefix + name);

/** All files that a page requests, at once or when it is used. @param folder the built pages */
function filesOf(folder: string, page: string): Set<string> {
  const files = new Set<string>();
  const html = readFileSync(join(folder, `${page}.html`), 'utf8');
  const open = [...found(html, inPage), ...found(html, inStyle)];
  for (let file = open.pop(); file; file = open.pop()) {
    if (files.has(file) || leftOut.test(file) || !existsSync(join(folder, file))) continue;
    files.add(file);
    if (file.endsWith('.woff2')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    open.push(...(file.endsWith('.js') ? found(text, inScript, '/_astro/') : found(text, inStyle)));
  }
  return files;
}

/** The files that the worker stores at the first visit. @param folder the built pages */
function shellOf(folder: string): ShellEntry[] {
  const [first, all] = [filesOf(folder, paths.offline), filesOf(folder, paths.cart)];
  const entry = (url: string, file: string, hashed: boolean, isFirst: boolean): ShellEntry => {
    const content = readFileSync(join(folder, file));
    const revision = hashed ? null : createHash('sha256').update(content).digest('hex').slice(0, 16);
    return { url, revision, first: isFirst, bytes: content.length };
  };
  return [
    entry(paths.offline, `${paths.offline}.html`, false, true),
    entry(paths.cart, `${paths.cart}.html`, false, false),
    entry(catalogueFile, catalogueFile, false, false),
    entry(icon, icon, false, false),
    ...[...new Set([...first, ...all])].sort().map((file) => entry(file, file, true, first.has(file))),
  ];
}

/** Names and prices, for products that were put into the cart without a connection. */
const shelf = (products: ReadonlyMap<string, ProductContent>): CartProduct[] =>
  [...products].slice(0, longestShelf).map(([_id, { name, price }]) => ({
    _id,
    name,
    price: toRupees(price),
    stock: 100,
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
        name: 'harita',
      },
    },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('the service worker was not built');
  return output.output[0].code;
}

/** Writes `sw.js` into the built pages. @returns the list of precached files */
export async function writeWorker(folder: string): Promise<string> {
  const shell = shellOf(folder);
  writeFileSync(join(folder, 'sw.js'), await bundle(shell));
  const kib = shell.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  return `the shell has ${shell.length} files, ${Math.round(kib)} KiB`;
}

/** Writes the offline catalogue and the service worker after Astro's build. */
export const offline = (products: ReadonlyMap<string, ProductContent>): AstroIntegration => ({
  name: 'offline',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const folder = fileURLToPath(dir);
      writeFileSync(join(folder, catalogueFile), JSON.stringify(shelf(products)));
      // How the worker is retired (docs/operations.md).
      const ours = existsSync(join(folder, 'sw.js'));
      logger.info(ours ? 'public/sw.js takes the place of the service worker' : await writeWorker(folder));
    },
  },
});
