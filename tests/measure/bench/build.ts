/** Measures builds of 16, 100, 1,000 and 10,000 products: their time, memory and files, and what a visitor of the collection loads. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { hasIndex } from '#domain/search/paging.ts';
import { type PicturePlan, picturePlan } from '#features/catalogue/picture-plan.ts';
import { collectionFile, searchFile } from '#lib/more-paths.ts';
import { assetLimits, assetsIn } from '#tools/lib/assets.ts';
import { buildPartsIfNeeded, parts } from '#tools/lib/build.ts';
import { isPicture } from '#tools/lib/content.ts';
import { describeMachine, table } from '#tools/lib/generated-docs.ts';
import { logInfo } from '#tools/lib/log.ts';
import { formatNumber, growthExponent, isAtMostLinear, verdict } from '#tools/lib/numbers.ts';
import { buildIn } from '../../support/shop-copy.ts';
import { newProject } from './catalogue.ts';

/** Products; the last ones are built once only. Up to `withPictures` each has pictures of its own. */
const sizes = [16, 100, 1000, 10_000];
const withPictures = 100;
const builtAgain = 1000;

const count = (n: number): string => Math.round(n).toLocaleString('en');

/** Number of files in the build for a product: its page, and the files of its pictures. */
export function filesOf(plan: PicturePlan, pictures: number): number {
  let files = 1 + Number(plan.share);
  for (let n = 1; n <= pictures; n++) {
    const widths = new Set([...plan.gallery(n), ...(n === 1 ? plan.card : [])]);
    files += 1 + plan.thumbnails(n).length + widths.size * plan.formats.length;
  }
  return files;
}

/** Files of products and their pictures. */
const ofProducts = /^(product|media\/(products|og\/[^/]+$))|^_astro\/\d\..*\.(avif|webp)$/;

/** KiB, as Cloudflare compresses on the fly, at a medium level; 0 for a file that was not built. */
const brotli = (file: string): number =>
  existsSync(file)
    ? brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length /
      1024
    : 0;

async function measure(products: number) {
  logInfo(`  ${products} products…`);
  const ownPictures = products <= withPictures;
  const project = newProject(products, ownPictures);
  const pictures = readdirSync(join(project, 'content'), { recursive: true, encoding: 'utf8' }).filter(
    isPicture,
  ).length;
  const first = await buildIn(project);
  const again = products <= builtAgain ? await buildIn(project) : undefined;
  const dist = join(project, 'dist');
  const files = assetsIn(dist);
  const shared = files.filter(({ name }) => ofProducts.test(name)).length;
  const bytes = files.map((file) => file.bytes);
  return {
    products,
    pictures: ownPictures ? pictures : undefined,
    first,
    again,
    files: files.length,
    pages: files.filter(({ name }) => name.endsWith('.html')).length,
    /** If each product had two pictures of its own. */
    ownFiles: files.length - shared + products * filesOf(picturePlan(products), 2),
    mib: bytes.reduce((sum, one) => sum + one, 0) / 1024 ** 2,
    largest: bytes.reduce((most, one) => Math.max(most, one), 0) / 1024 ** 2,
    html: brotli(join(dist, 'collection.html')),
    index: hasIndex(products) ? brotli(join(dist, searchFile)) + brotli(join(dist, collectionFile)) : 0,
  };
}

/** MiB of the Worker's modules, as Cloudflare counts them. */
async function workerSize(): Promise<number> {
  await buildPartsIfNeeded(['worker'], { log: logInfo });
  const modules = assetsIn(parts.worker.folder).filter(({ name }) => /\.(js|txt|ya?ml|wasm|bin)$/.test(name));
  return (
    modules.reduce(
      (sum, { name }) => sum + gzipSync(readFileSync(join(parts.worker.folder, name))).length,
      0,
    ) /
    1024 ** 2
  );
}

/** The part of the page. */
export async function measureBuilds(): Promise<string> {
  const builds: Awaited<ReturnType<typeof measure>>[] = [];
  for (const size of sizes) builds.push(await measure(size));
  const [, , smaller, larger] = builds.map(({ products, first }): [number, number] => [
    products,
    first.seconds,
  ]);
  const exponent = smaller && larger ? growthExponent(smaller, larger) : Number.NaN;
  const heads = [
    'Products',
    'Pages',
    'Pictures',
    'First build',
    'For a picture',
    'Next build',
    'Most memory',
  ];
  const worker = await workerSize();
  return `Measured ${new Date().toISOString().slice(0, 10)} on ${describeMachine()}.

${table(
  heads,
  builds.map(({ products, pages, pictures, first, again }) => [
    count(products),
    count(pages),
    pictures ? count(pictures) : '–',
    `${formatNumber(first.seconds)} s`,
    pictures ? `${formatNumber(first.seconds / pictures)} s` : '–',
    again ? `${formatNumber(again.seconds)} s` : '–',
    `${count(first.mib)} MiB`,
  ]),
)}

From 1,000 to 10,000 products the first build grows with the power ${formatNumber(exponent)} (1 is linear): ${verdict(isAtMostLinear(exponent))}. The Worker has ${worker.toFixed(2)} MiB as gzip (target < 3 MiB: ${verdict(worker < 3)}).

Files against what Cloudflare takes in a version on the paid plan: ${count(assetLimits.files)} files, ${assetLimits.mib} MiB each. From 1,000 products on, generated products share the pictures of the sixteen real ones; the third column counts what they would need with two pictures of their own each. The last two columns are KiB of brotli: the first page of the collection, and what a browser loads with the first search, up to 2,000 products.

${table(
  ['Products', 'Files', 'With own pictures', 'Size', 'Largest file', 'Target', 'Collection', 'Index'],
  builds.map(({ products, files, ownFiles, mib, largest, html, index }) => [
    count(products),
    count(files),
    count(ownFiles),
    `${count(mib)} MiB`,
    `${formatNumber(largest)} MiB`,
    verdict(ownFiles <= assetLimits.files && largest <= assetLimits.mib),
    html.toFixed(1),
    index ? index.toFixed(1) : '–',
  ]),
)}`;
}
