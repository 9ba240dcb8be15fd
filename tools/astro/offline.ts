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
import { shelfFile } from '#features/offline/routing.ts';
import type { Fact } from '#features/offline/snapshot.ts';
import { toRupees } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';

/** A file of the shell. @property revision null where the name changes with the content */
type ShellEntry = {
  url: string;
  revision: string | null;
  /** The offline page needs it: kept even where the phone is asked to save data. */
  first: boolean;
  bytes: number;
};

/** Devanagari is not needed to read a cart, and weighs more than all other fonts. */
const leftOut = /\/mukta-400\./;
const icon = '/favicon.svg';
/** The names of more products than this would weigh more than the rest of the shell. */
const longestShelf = 500;

const inPage = /(?:src|href|component-url|renderer-url)="(\/_astro\/[^"]+\.(?:js|css|woff2))"/g;
// Later ones too: the scripts that a cart needs once somebody is signed in.
const inScript = /["'`]\.\/([\w.-]+\.js)["'`]/g;
const inStyle = /url\(["']?(\/_astro\/[^"')]+\.woff2)/g;

const found = (text: string, pattern: RegExp, prefix = '') =>
  [...text.matchAll(pattern)].map(([, name = '']) => prefix + name);

/** Everything that a page asks for by itself, or will once it is used. @param folder the built pages */
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

/** What the worker keeps from the first visit on. @param folder the built pages */
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
    entry(shelfFile, shelfFile, false, false),
    entry(icon, icon, false, false),
    ...[...new Set([...first, ...all])].sort().map((file) => entry(file, file, true, first.has(file))),
  ];
}

/** Names and prices, for products that were put into the cart without a connection. */
const shelf = (products: ReadonlyMap<string, ProductContent>): Fact[] =>
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
        entry: fileURLToPath(new URL('../../src/features/offline/worker.ts', import.meta.url)),
        formats: ['iife'],
        name: 'harita',
      },
    },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('the service worker was not built');
  return output.output[0].code;
}

/** Writes `sw.js` beside built pages. @returns what it keeps */
export async function writeWorker(folder: string): Promise<string> {
  const shell = shellOf(folder);
  writeFileSync(join(folder, 'sw.js'), await bundle(shell));
  const kib = shell.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  return `the shell has ${shell.length} files, ${Math.round(kib)} KiB`;
}

/** Does so when Astro has built them. */
export const offline = (products: ReadonlyMap<string, ProductContent>): AstroIntegration => ({
  name: 'offline',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const folder = fileURLToPath(dir);
      writeFileSync(join(folder, shelfFile), JSON.stringify(shelf(products)));
      // How the worker is retired (docs/operations.md).
      const ours = existsSync(join(folder, 'sw.js'));
      logger.info(ours ? 'public/sw.js takes the place of the service worker' : await writeWorker(folder));
    },
  },
});
