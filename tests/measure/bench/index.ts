/**
 * npm run bench [-- build | search | api | documents | orders …]: measures large catalogues and old shops. Generates
 * catalogues of 1,000 and 10,000 products, 100,000 documents and a million orders, measures, stores the figures in
 * `.cache/bench`, and writes docs/performance.md from all stored figures, so that one part can be measured again alone.
 */
import '#tools/lib/test-content.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWorker, isCurrent } from '#tools/lib/build.ts';
import { writePart } from '#tools/lib/generated-docs.ts';
import { runToEnd } from '#tools/lib/lifetime.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { measureApi } from './api.ts';
import { measureBuild } from './build.ts';
import { measureDocuments } from './documents.ts';
import { measureOrders } from './orders.ts';
import { benchFolder } from './project.ts';
import { ordersReport, report, type SavedFigures } from './report.ts';
import { measureSearch } from './search.ts';

async function each<From, To>(list: readonly From[], measure: (one: From) => Promise<To>): Promise<To[]> {
  const measured: To[] = [];
  for (const one of list) measured.push(await measure(one));
  return measured;
}

/** The numbers of orders and reviews for a number of products. */
const shopOf = (products: number) => ({ products, orders: products * 10, reviews: products * 20 });

const parts = {
  build: () => each([16, 1000, 10_000], measureBuild),
  search: measureSearch,
  api: () => each([shopOf(1000), shopOf(10_000)], measureApi),
  documents: measureDocuments,
  orders: measureOrders,
} satisfies { [Part in keyof SavedFigures]: () => Promise<SavedFigures[Part]> };
type Part = keyof typeof parts;
const all = Object.keys(parts) as Part[];

const fileOf = (part: Part) => join(benchFolder, `${part}.json`);

/** @throws Failure for an unknown part */
function selectParts(names: readonly string[]): Part[] {
  const isPart = (name: string): name is Part => all.some((part) => part === name);
  const unknown = names.find((name) => !isPart(name));
  if (unknown) throw new Failure(`There is no part "${unknown}": npm run bench -- [${all.join(' | ')}]`);
  return names.length ? names.filter(isPart) : all;
}

function readKept(): SavedFigures {
  const files = all.filter((part) => existsSync(fileOf(part)));
  return Object.fromEntries(files.map((part) => [part, JSON.parse(readFileSync(fileOf(part), 'utf8'))]));
}

async function bench(): Promise<void> {
  const chosen = selectParts(process.argv.slice(2));
  mkdirSync(benchFolder, { recursive: true });
  if (!isCurrent('worker')) await buildWorker(logInfo);
  for (const part of chosen) {
    const began = Date.now();
    logInfo(`${part}:`);
    writeFileSync(fileOf(part), JSON.stringify(await parts[part](), undefined, 2));
    logInfo(`${part}: ${Math.round((Date.now() - began) / 1000)} s`);
  }
  const { orders, ...kept } = readKept();
  if (orders) writePart('performance.md', 'orders', ordersReport(orders));
  if (Object.keys(kept).length) writePart('performance.md', 'bench', report(kept));
  logInfo('Written: docs/performance.md');
}

await runToEnd(bench);
