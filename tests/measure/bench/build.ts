/** Measures a build at 16, 1,000 and 10,000 products: its time and memory, its files, and the size of a page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { execa } from 'execa';
import { hasIndex, isPaged } from '#domain/search/paging.ts';
import { type PicturePlan, picturePlan } from '#features/catalogue/picture-plan.ts';
import { paths } from '#lib/paths.ts';
import { assetsIn } from '#tools/lib/assets.ts';
import { astroBuild } from '#tools/lib/build.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { watchMemory } from '../memory.ts';
import { newProject } from './project.ts';

/** Pictures per product of a large catalogue. */
const pictures = 2;

export type BuildFigures = {
  products: number;
  pages: number;
  /** The first build, without a cache. */
  seconds: number;
  /** A second build without changes; not measured for large catalogues. */
  secondsAgain?: number;
  /** Peak memory of the build, MiB. */
  peak: number;
  files: number;
  /** MiB of all files, and of the largest one. */
  size: number;
  largest: { name: string; size: number };
  /** The number of files if no products shared a picture. */
  filesOfOwn: number;
  collection: CollectionFigures;
};

/** KiB, brotli, of the collection's first page. */
type CollectionFigures = {
  html: number;
  scripts: number;
  /** They are inline in the page. */
  styles: number;
  /** The island's scripts, loaded on the first interaction. */
  island: number;
  /** The download for searching; 0 if the Worker searches. */
  index: number;
};

const kib = 1024;
const brotli = (data: Buffer): number =>
  // Cloudflare compresses on the fly, at a medium level.
  brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length / kib;

/** Runs a build of the pages. @throws Failure with the end of its output */
async function build(project: string): Promise<{ seconds: number; peak: number }> {
  const [command, ...parameters] = astroBuild.command;
  const began = performance.now();
  const child = execa(command, parameters, {
    cwd: project,
    env: { ...astroBuild.env, CONTENT_DIR: undefined },
    stdin: 'ignore',
    all: true,
    killSignal: 'SIGKILL',
    reject: false,
  });
  const memory = watchMemory(child.pid ?? 0);
  const { failed, all } = await child;
  const peak = memory.stop();
  if (failed) throw new Failure(`The build in ${project} failed:\n${all.slice(-2000)}`);
  return { seconds: (performance.now() - began) / 1000, peak };
}

/** A script and its static imports. */
function withImports(dist: string, path: string, known = new Set<string>()): Set<string> {
  if (known.has(path)) return known;
  known.add(path);
  const code = readFileSync(join(dist, path), 'utf8');
  for (const [, name] of code.matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(dist, `/_astro/${name}`, known);
  return known;
}

function weighCollection(dist: string, products: number): CollectionFigures {
  const html = readFileSync(join(dist, 'collection.html'), 'utf8');
  const named = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, path = '']) => path);
  const weigh = (paths: Iterable<string>) =>
    [...paths].reduce((sum, path) => sum + brotli(readFileSync(join(dist, path))), 0);
  const all = (paths: string[]) => new Set(paths.flatMap((path) => [...withImports(dist, path)]));
  const scripts = all(named(/<script[^>]* src="(\/[^"]+)"/g));
  const islands = all(named(/(?:component|renderer)-url="(\/[^"]+)"/g));
  const index = [
    ...(hasIndex(products) || !isPaged(products) ? [paths.searchIndex] : []),
    ...(hasIndex(products) ? [paths.collectionIndex] : []),
  ];
  return {
    html: brotli(Buffer.from(html)),
    scripts: weigh(scripts),
    styles: brotli(Buffer.from(named(/<style[^>]*>(.*?)<\/style>/gs).join('\n'))),
    island: weigh([...islands].filter((path) => !scripts.has(path))),
    index: weigh(index),
  };
}

/** Number of files in the build for a product: its page, and the files of its pictures. */
export function filesOf(plan: PicturePlan, pictures: number): number {
  let files = 1 + Number(plan.share);
  for (let n = 1; n <= pictures; n++) {
    const widths = new Set([...plan.gallery(n), ...(n === 1 ? plan.card : [])]);
    files += 1 + plan.thumbnails(n).length + widths.size * plan.formats.length;
  }
  return files;
}

/** Catalogues up to this size are built twice. */
const againUpTo = 1000;

/** Builds a shop with this number of products. */
export async function measureBuild(products: number): Promise<BuildFigures> {
  logInfo(`  ${products} products: writing and building…`);
  const project = newProject(products);
  const { seconds, peak } = await build(project);
  logInfo(`  ${products} products: built in ${Math.round(seconds)} s`);
  const again = products <= againUpTo ? await build(project) : undefined;
  const dist = join(project, 'dist');
  const files = assetsIn(dist);
  const largest = files.reduce((one, other) => (other.bytes > one.bytes ? other : one));
  const ofProducts = files.filter(({ name }) =>
    /^(product|media\/(products|og\/[^/]+$))|^_astro\/\d\..*\.(avif|webp)$/.test(name),
  );
  return {
    products,
    pages: files.filter(({ name }) => name.endsWith('.html')).length,
    seconds,
    ...(again && { secondsAgain: again.seconds }),
    peak,
    files: files.length,
    size: files.reduce((sum, { bytes }) => sum + bytes, 0) / kib ** 2,
    largest: { name: largest.name, size: largest.bytes / kib ** 2 },
    filesOfOwn: files.length - ofProducts.length + products * filesOf(picturePlan(products), pictures),
    collection: weighCollection(dist, products),
  };
}
