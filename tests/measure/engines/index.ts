/**
 * npm run test:engines: the main path in each installed browser engine, at 390 and 1280 px, by mouse and by touch. The
 * layouts are compared with Chromium's (docs/engines.md). ENGINES=webkit,firefox, WIDTHS=390, INPUTS=touch and
 * STEPS=cart,desk select a part of it. With REQUIRED=all, a missing engine is a failure.
 */
import '#tools/lib/test-content.ts';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';
import { runToEnd } from '#tools/lib/lifetime.ts';
import { logError, logInfo } from '#tools/lib/log.ts';
import { refillStock } from '../../support/orders.ts';
import { openShop } from '../shop.ts';
import type { Engine, Input, Window } from './driver.ts';
import { type Boxes, differences } from './layout.ts';
import { pageOf } from './page.ts';
import { chromium, firefox } from './puppeteer.ts';
import { browsing } from './walk/browsing.ts';
import { buying } from './walk/buying.ts';
import { deskSteps } from './walk/desk.ts';
import { offlineSteps } from './walk/offline.ts';
import { readingSteps } from './walk/reading.ts';
import { type Check, newWalk, type Walk } from './walk/walk.ts';
import { writing } from './walk/writing.ts';
import { webkit } from './webkit.ts';

const folder = join(root, '.cache', 'engines');
const steps = [...browsing, ...readingSteps, ...buying, ...writing, ...deskSteps, ...offlineSteps];

/** Those that a variable names; without it, all. */
const chosen = <T>(all: readonly T[], variable: string, nameOf: (one: T) => string): T[] => {
  const names = process.env[variable]?.split(',');
  return all.filter((one) => !names || names.includes(nameOf(one)));
};

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const inputs: Input[] = ['mouse', 'touch'];
const windows = chosen(sizes, 'WIDTHS', ({ width }) => String(width)).flatMap((size) =>
  chosen(inputs, 'INPUTS', String).map((input): Window => ({ ...size, input })),
);

/** Adds the comparison with Chromium's layout, for the mouse only: touch has the same boxes. Chromium's own are kept. */
function compare(engine: Engine, { width, input }: Window, { layouts, check }: Walk): void {
  if (input === 'touch') return;
  const file = join(folder, `chromium-${width}.json`);
  if (engine.name === 'chromium') writeFileSync(file, JSON.stringify(layouts));
  if (!existsSync(file)) logInfo('There is no layout of Chromium yet to compare with.');
  if (engine.name === 'chromium' || !existsSync(file)) return;
  const references = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Boxes>;
  for (const [name, own] of Object.entries(layouts)) {
    const lines = differences(references[name] ?? own, own);
    const detail = `${lines.length} boxes\n${lines.slice(0, 8).join('\n')}`;
    check(`${name}: boxes as in Chromium`, !lines.length, detail);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs every step; a step that fails saves a picture of the page. */
async function runSteps(walk: Walk, pictures: string): Promise<void> {
  for (const { name, run } of chosen(steps, 'STEPS', (step) => step.name)) {
    const reason = await run(walk).then(() => undefined, reasonOf);
    walk.check(`${name}: walked to its end`, reason === undefined, reason);
    const picture = reason === undefined ? undefined : await walk.page.screenshot().catch(() => undefined);
    if (picture) writeFileSync(join(pictures, `failed-${name.replaceAll(' ', '-')}.png`), picture);
  }
}

/** Walks in one window, with a shop of its own. @returns the checks */
async function walkIn(engine: Engine, window: Window): Promise<Check[]> {
  const began = Date.now();
  const pictures = join(folder, `${engine.name}-${window.width}${window.input === 'touch' ? '-touch' : ''}`);
  rmSync(pictures, { recursive: true, force: true });
  const shop = await openShop();
  const driver = await engine.open(window);
  const walk = newWalk(pageOf(driver, window), shop, pictures);
  try {
    await refillStock(shop.db);
    await runSteps(walk, pictures);
    compare(engine, window, walk);
  } finally {
    await driver.close();
    await shop.stop();
  }
  const { checks, layouts } = walk;
  const failed = checks.filter(({ wrong }) => wrong !== undefined);
  logInfo(
    `${engine.name} ${window.width} ${window.input}: ${Object.keys(layouts).length} pages, ${checks.length} checks, ${failed.length} failed, ${Math.round((Date.now() - began) / 1000)} s`,
  );
  for (const { what, wrong } of failed) logInfo(`  ✗ ${what}\n      ${wrong?.split('\n').join('\n      ')}`);
  return checks;
}

/** @returns whether no check failed and no required engine is missing */
async function run(): Promise<boolean> {
  const checks: Check[] = [];
  const absent: string[] = [];
  mkdirSync(folder, { recursive: true });
  for (const engine of chosen([chromium, firefox, webkit], 'ENGINES', ({ name }) => name)) {
    const found = await engine.find();
    if ('missing' in found) {
      absent.push(engine.name);
      logError(`${engine.name} is missing: ${found.missing}`);
      continue;
    }
    logInfo(`${engine.name}: ${found.version}`);
    for (const window of windows)
      checks.push(
        ...(await walkIn(engine, window).catch((error) => {
          logError(`${engine.name} ${window.width} ${window.input}: ${reasonOf(error)}`);
          return [{ what: 'the engine and the shop start', wrong: reasonOf(error) }];
        })),
      );
  }
  const failed = checks.filter(({ wrong }) => wrong !== undefined).length;
  logInfo(`${checks.length} checks, ${failed} failed; missing: ${absent.join(', ') || 'none'}`);
  return checks.length > 0 && failed === 0 && (process.env.REQUIRED !== 'all' || absent.length === 0);
}

await runToEnd(run);
