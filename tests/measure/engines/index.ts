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
import { type MeasuredShop, openShop } from '../shop.ts';
import type { Driver, Engine, Input, Window } from './driver.ts';
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
const engines = [chromium, firefox, webkit];
const windows: Window[] = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
].flatMap((size) => (['mouse', 'touch'] as const).map((input: Input) => ({ ...size, input })));
const steps = [...browsing, ...readingSteps, ...buying, ...writing, ...deskSteps, ...offlineSteps];

const chosen = <T>(all: readonly T[], variable: string, nameOf: (one: T) => string): T[] => {
  const names = process.env[variable]?.split(',');
  return all.filter((one) => !names || names.includes(nameOf(one)));
};

type Result = { name: string; pages: number; checks: Check[]; seconds: number };

/** The file with Chromium's boxes; it is kept so that another engine can be tested alone. */
const referenceFile = ({ width }: Window) => join(folder, `chromium-${width}.json`);

/** Adds the comparison with Chromium's layout, for the mouse only: touch has the same boxes. */
function compare(engine: Engine, window: Window, { layouts, checks }: Walk): void {
  if (window.input === 'touch') return;
  const file = referenceFile(window);
  if (engine.name === 'chromium') {
    writeFileSync(file, JSON.stringify(layouts));
    return;
  }
  if (!existsSync(file)) {
    logInfo('There is no layout of Chromium yet to compare with.');
    return;
  }
  const references = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Boxes>;
  for (const [name, own] of Object.entries(layouts)) {
    const reference = references[name];
    if (!reference) continue;
    const lines = differences(reference, own);
    const wrong = lines.length ? `${lines.length} boxes\n${lines.slice(0, 8).join('\n')}` : undefined;
    checks.push({ what: `${name}: boxes as in Chromium`, wrong });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs every step; a step that fails saves a picture of the page. */
async function runSteps(walk: Walk, pictures: string): Promise<void> {
  for (const { name, run } of chosen(steps, 'STEPS', (step) => step.name)) {
    try {
      await run(walk);
      walk.check(`${name}: walked to its end`, true);
    } catch (error) {
      walk.check(`${name}: walked to its end`, false, reasonOf(error));
      const picture = await walk.page.screenshot().catch(() => undefined);
      if (picture) writeFileSync(join(pictures, `failed-${name.replaceAll(' ', '-')}.png`), picture);
    }
  }
}

async function walkIn(engine: Engine, window: Window): Promise<Result> {
  const began = Date.now();
  const pictures = join(folder, `${engine.name}-${window.width}${window.input === 'touch' ? '-touch' : ''}`);
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  const result: Result = {
    name: `${engine.name} ${window.width} ${window.input}`,
    pages: 0,
    checks: [],
    seconds: 0,
  };
  let shop: MeasuredShop | undefined;
  let driver: Driver | undefined;
  try {
    shop = await openShop();
    await refillStock(shop.db);
    driver = await engine.open(window);
    const walk = newWalk(pageOf(driver, window), shop, pictures);
    result.checks = walk.checks;
    await runSteps(walk, pictures);
    compare(engine, window, walk);
    result.pages = Object.keys(walk.layouts).length;
  } catch (error) {
    result.checks.push({ what: 'the engine and the shop start', wrong: reasonOf(error) });
  } finally {
    await driver?.close();
    await shop?.stop();
  }
  result.seconds = Math.round((Date.now() - began) / 1000);
  return result;
}

function print({ name, pages, checks, seconds }: Result): void {
  const failed = checks.filter(({ wrong }) => wrong !== undefined);
  logInfo(`${name}: ${pages} pages, ${checks.length} checks, ${failed.length} failed, ${seconds} s`);
  for (const { what, wrong } of failed) logInfo(`  ✗ ${what}\n      ${wrong?.split('\n').join('\n      ')}`);
}

/** @returns whether no check failed and no required engine is missing */
async function run(): Promise<boolean> {
  const results: Result[] = [];
  const absent: string[] = [];
  for (const engine of chosen(engines, 'ENGINES', ({ name }) => name)) {
    const found = await engine.find();
    if ('missing' in found) {
      absent.push(engine.name);
      logError(`${engine.name} is missing: ${found.missing}`);
      continue;
    }
    logInfo(`${engine.name}: ${found.version}`);
    const sizes = chosen(windows, 'WIDTHS', ({ width }) => String(width));
    for (const window of sizes.filter(({ input }) =>
      (process.env.INPUTS ?? input).split(',').includes(input),
    )) {
      const result = await walkIn(engine, window);
      print(result);
      results.push(result);
    }
  }
  const failed = results.flatMap(({ checks }) => checks).filter(({ wrong }) => wrong !== undefined).length;
  const all = results.flatMap(({ checks }) => checks).length;
  logInfo(
    `${results.length} walks, ${all} checks, ${failed} failed; missing: ${absent.join(', ') || 'none'}`,
  );
  return results.length > 0 && failed === 0 && (process.env.REQUIRED !== 'all' || absent.length === 0);
}

await runToEnd(run);
