/**
 * Builds the pages into `dist/` and the Worker into `.cache/worker/`. `npm start` and `npm test` build only the part
 * whose inputs changed.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hasBegun } from '#domain/catalogue/publication.ts';
import { astroCache, cacheFolder, contentFolder, isShopsOwn } from '#lib/content-folder.build.ts';
import { reportBuildProgress } from '#tools/lib/build-progress.ts';
import { nodeThatExits, runAndCapture } from '#tools/lib/child.ts';
import { checkContent, root } from '#tools/lib/content.ts';
import { Failure, type Log, logError } from '#tools/lib/log.ts';

const cache = join(root, cacheFolder);
const pages = isShopsOwn ? join(root, 'dist') : join(cache, 'dist');

/** Where the parts are built to, and what they are made from (files and folders of the project). */
export const parts = {
  pages: {
    folder: pages,
    proof: join(pages, 'index.html'),
    stamp: join(cache, 'pages.stamp'),
    inputs: [
      'src',
      'packages/gst/src',
      'packages/search/src',
      'packages/shop-import/src',
      'content/collections.ts',
      contentFolder,
      'public',
      'astro.config.mjs',
      '.browserslistrc',
      'tools/lib/check-content.ts',
      'tools/lib/brand-files.ts',
      'tools/lib/content-references.ts',
      'tools/lib/field-references.ts',
      'tools/lib/content.ts',
      'tools/lib/content-gaps.ts',
      'tools/lib/picture-gaps.ts',
      'tools/astro',
      'tools/lib/theme-styles.ts',
      'tools/edit/collections.ts',
      'tools/edit/fields.ts',
      'tools/shop-import/shop.ts',
      'package-lock.json',
      'tsconfig.json',
    ],
  },
  worker: {
    folder: join(cache, 'worker'),
    proof: join(cache, 'worker', 'options.json'),
    stamp: join(cache, 'worker.stamp'),
    inputs: [
      'functions',
      'db',
      'src/domain',
      'src/lib',
      'src/own',
      'packages/gst/src',
      'packages/search/src',
      'packages/shop-import/src',
      'content/collections.ts',
      ...['store', 'couriers', 'courier-exports', 'courier-statuses', 'delivery', 'tax'].map(
        (name) => `${contentFolder}/${name}.yaml`,
      ),
      `${contentFolder}/categories`,
      `${contentFolder}/brand`,
      'tools/lib/check-content.ts',
      'tools/lib/brand-files.ts',
      'tools/lib/settings.ts',
      'wrangler.toml',
      'package-lock.json',
    ],
  },
  // Built by tools/edit/build-editor.ts, where it is on.
  editor: {
    folder: join(cache, 'editor'),
    proof: join(cache, 'editor', 'edit.html'),
    stamp: join(cache, 'editor.stamp'),
    inputs: [
      'tools/edit',
      'tools/lib/theme-styles.ts',
      'tools/lib/check-content.ts',
      'tools/lib/brand-files.ts',
      'tools/lib/content-references.ts',
      'tools/lib/field-references.ts',
      'tools/lib/content-gaps.ts',
      'content/collections.ts',
      `${contentFolder}/store.yaml`,
      `${contentFolder}/categories`,
      `${contentFolder}/brand`,
      'src/domain',
      'src/lib',
      'packages/gst/src',
      'packages/search/src',
      'packages/shop-import/src',
      'src/styles',
      'src/assets',
      'package-lock.json',
    ],
  },
};
type Part = keyof typeof parts;

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** The day from which a product is sold, in the text of its file. */
const firstDay = /^publishFrom: *'?(\d{4}-\d\d-\d\d)'?[ \r]*$/m;

/** What is built of a file with a first day changes on that day, although the file does not. */
function addDay(hash: Hash, file: string): void {
  const [, day] = firstDay.exec(readFileSync(file, 'utf8')) ?? [];
  if (day && hasBegun(new Date(day), Date.now())) hash.update('begun');
}

const known = new Map<string, { state: string; hash: Buffer }>();

/** The hash of a file; it is read again only after a change, since a catalogue may have thousands of pictures. */
function hashOf(file: string, { mtimeMs, size }: Stats): Buffer {
  const state = `${mtimeMs} ${size}`;
  const before = known.get(file);
  if (before?.state === state) return before.hash;
  const hash = createHash('sha256').update(readFileSync(file)).digest();
  known.set(file, { state, hash });
  return hash;
}

function addTo(hash: Hash, path: string): void {
  const absolute = join(root, path);
  if (!existsSync(absolute) || isTest(path)) return;
  const stats = statSync(absolute);
  if (stats.isDirectory()) {
    for (const name of readdirSync(absolute).sort()) addTo(hash, join(path, name));
    return;
  }
  hash.update(`${path}\0`).update(hashOf(absolute, stats));
  if (path.endsWith('index.md')) addDay(hash, absolute);
}

/** Changes when a file that the part is made from is added, removed or changed; not when it is only touched. */
function fingerprint(inputs: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of inputs) addTo(hash, path);
  return hash.digest('hex');
}

export function isCurrent(part: Part): boolean {
  const { stamp, proof } = parts[part];
  return (
    existsSync(proof) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(parts[part].inputs)
  );
}

/** Where Astro keeps the entries of `content/` that it has parsed: for builds, and for its server. */
const parsedEntries = [astroCache, '.astro'].map((folder) => join(root, folder, 'data-store.json'));

/** Removes parsed entries when a schema has changed. Astro does not notice it: a new field would be undefined. */
export function removeOldEntries(): void {
  const stamp = join(cache, 'schemas.stamp');
  const made = fingerprint([
    'content/collections.ts',
    'src/domain',
    'src/lib',
    'packages/gst/src',
    'packages/search/src',
    'packages/shop-import/src',
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return;
  for (const file of parsedEntries) rmSync(file, { force: true });
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, made);
}

/** Builds a part and notes what it was made from. */
export async function buildPart(part: Part, build: () => Promise<unknown>): Promise<void> {
  const { stamp } = parts[part];
  // Taken before the build: a file that is edited during it makes the result out of date.
  const made = fingerprint(parts[part].inputs);
  rmSync(stamp, { force: true });
  await build();
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, made);
}

/** How Astro is run, in the project's folder. */
export const astroBuild: { command: [string, ...string[]]; env: Record<string, string | undefined> } = {
  command: [
    ...nodeThatExits,
    join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin', 'astro.mjs'),
    'build',
  ],
  env: {
    // Inherited from a test run they would make the pages those of a development server: with React's slow version, without
    // the service worker, and computing for each page what a build computes once.
    NODE_ENV: 'production',
    VITEST: undefined,
    PROD: undefined,
    DEV: undefined,
    MODE: undefined,
    ASTRO_TELEMETRY_DISABLED: '1',
    NO_COLOR: '1',
  },
};

/** What Astro notes of a build, so that the next one renders only pages whose key has changed. */
const renderedPages = join(root, astroCache, 'incremental-build.json');

/** What an editor can correct, out of the words of Astro around it. @throws Failure, or the error as it is */
function onlyMistake(error: Error): never {
  const [, mistake] = /^.*\[ERROR\] .*?\b(content\/[\w./-]+: .+)$/m.exec(error.message) ?? [];
  throw mistake ? new Failure(mistake) : error;
}

/** @throws Failure with a mistake of the content, or the end of the output */
async function buildPages({ log, onlyChanged = false }: BuildOptions): Promise<void> {
  log('Building the pages (about a minute the first time)…');
  removeOldEntries();
  // A build that is deployed or tested trusts no earlier page.
  if (!onlyChanged) rmSync(renderedPages, { force: true });
  const { folder } = parts.pages;
  // Beside the pages that are served, which stay complete until the new ones are.
  const next = join(cache, 'pages');
  const old = join(cache, 'old-pages');
  await buildPart('pages', async () => {
    const output = await runAndCapture(
      [...astroBuild.command, '--outDir', next],
      astroBuild.env,
      reportBuildProgress(log),
    ).catch(onlyMistake);
    // What editors have to know, such as a picture that cannot be read.
    for (const note of new Set(output.match(/^content\/\S+: .*$/gm))) logError(note);
    rmSync(old, { recursive: true, force: true });
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(next, folder);
    // Thousands of files: the new pages need not wait for it. The next build removes what is left.
    rm(old, { recursive: true, force: true }).catch(() => {});
  });
}

/** @throws Failure with the end of the output */
export async function buildWorker(log: Log): Promise<void> {
  log('Building the Worker…');
  const { folder } = parts.worker;
  await buildPart('worker', () =>
    runAndCapture([...nodeThatExits, join(root, 'tools', 'lib', 'bundle.ts'), folder], {
      NODE_ENV: 'production',
      VITEST: undefined,
    }),
  );
}

export interface BuildOptions {
  log: Log;
  /** Builds even what is up to date. */
  force?: boolean;
  /** Renders only pages whose key or code has changed since the last build (src/features/catalogue/page-key.build.ts). */
  onlyChanged?: boolean;
}

/** Builds those of these parts that are out of date. @throws Failure */
export async function buildPartsIfNeeded(
  wanted: readonly ('pages' | 'worker')[],
  options: BuildOptions,
): Promise<void> {
  const { log, force = false } = options;
  if (wanted.includes('pages') && (force || !isCurrent('pages'))) await buildPages(options);
  if (wanted.includes('worker') && (force || !isCurrent('worker'))) await buildWorker(log);
}

/**
 * Builds what is out of date; a mistake in `content/` is found before anything slow begins.
 * @throws ContentError, Failure
 */
export async function buildIfNeeded(options: BuildOptions): Promise<void> {
  checkContent();
  await buildPartsIfNeeded(['pages', 'worker'], options);
}
