/**
 * Measures how soon a shopper sees a price that was changed in the files of a shop which `npm start` runs: on the page, which
 * draws it in the place of its own, and in the pages as they are built.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { productPath } from '#lib/paths.ts';
import { astroBuild } from '#tools/lib/build.ts';
import { startBrowser } from '#tools/lib/chromium.ts';
import { contentRoot, root } from '#tools/lib/content.ts';
import { freePort } from '#tools/lib/database.ts';
import { describeMachine, table } from '#tools/lib/generated-docs.ts';
import { logInfo } from '#tools/lib/log.ts';
import { formatNumber, verdict } from '#tools/lib/numbers.ts';
import { addProducts } from './catalogue.ts';

/** Products, and the time after which a price has to be seen, s. */
const sizes = [
  [100, 5],
  [1_000, 10],
] as const;
/** Changes, each once the one before is seen; the last with a broken picture. */
const changes = 3;
/** How long a change is waited for, s. */
const patience = 300;

/** Asks again and again. @returns seconds until the answer was yes */
async function secondsUntil(isDone: () => Promise<boolean>): Promise<number> {
  const begin = performance.now();
  const seconds = () => (performance.now() - begin) / 1000;
  while (!(await isDone().catch(() => false))) {
    if (seconds() > patience) throw new Error('The change was not shown.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return seconds();
}

/** Whether a page that is loaded now shows the text within two seconds. */
async function shows(page: Page, url: string, text: string): Promise<boolean> {
  await page.goto(url);
  await page.getByText(text).first().waitFor({ state: 'visible', timeout: 2_000 });
  return true;
}

/** Of the n-th change, rupees. */
const priceOf = (n: number): number => 301 + n;

function setPrice(file: string, price: number): void {
  const text = readFileSync(file, 'utf8')
    .replace(/^price: .*$/m, `price: ${price}`)
    .replace(/^originalPrice: .*$/m, 'originalPrice: 999');
  writeFileSync(file, text);
}

/** @param product its folder */
function breakPicture(product: string): void {
  const picture = join(product, readdirSync(product).find((name) => name.endsWith('.jpg')) ?? '');
  // Its file is that of other products too.
  rmSync(picture);
  writeFileSync(picture, '<!doctype html>');
}

async function measure(products: number) {
  logInfo(`  ${products} products…`);
  // From the project's folder, as CONTENT_DIR has it.
  const content = join('.cache', 'bench', `content-${products}`);
  const folder = join(root, content);
  const data = join(root, '.cache', 'bench', 'data');
  for (const old of [folder, join(root, '.cache', content), data])
    rmSync(old, { recursive: true, force: true });
  cpSync(contentRoot, folder, { recursive: true });
  const own = new Set(readdirSync(join(folder, 'products')));
  addProducts(folder, products);
  const added = readdirSync(join(folder, 'products')).filter((id) => !own.has(id));

  const port = await freePort();
  const shop = `http://localhost:${port}`;
  const running = execa(process.execPath, ['tools/start.ts'], {
    cwd: root,
    env: { ...astroBuild.env, CONTENT_DIR: content, PORT: `${port}`, DATA_DIR: data, EDIT: 'off' },
    reject: false,
    all: true,
  });
  const browser = await startBrowser();
  try {
    await secondsUntil(async () => (await fetch(shop)).ok);
    const ids = added.slice(0, changes);
    const seen: number[] = [];
    for (const [n, id] of ids.entries()) {
      if (n === changes - 1) breakPicture(join(folder, 'products', added.at(-1) ?? ''));
      setPrice(join(folder, 'products', id, 'index.md'), priceOf(n));
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const page = await context.newPage();
      seen.push(await secondsUntil(() => shows(page, shop + productPath(id), `₹${priceOf(n)}`)));
      await context.close();
    }
    const htmlOf = async (id: string) => (await fetch(shop + productPath(id))).text();
    const built = await secondsUntil(async () => {
      const pages = await Promise.all(ids.map(htmlOf));
      return pages.every((html, n) => html.includes(`₹${priceOf(n)}`));
    });
    return { products, seen: Math.max(...seen), built };
  } finally {
    await browser.close();
    running.kill('SIGTERM');
    await running;
  }
}

/** The part of the page. */
export async function measureChanges(): Promise<string> {
  const rows: string[][] = [];
  for (const [size, most] of sizes) {
    const { products, seen, built } = await measure(size);
    const target = `≤ ${most} s: ${verdict(seen <= most)}`;
    rows.push([products.toLocaleString('en'), `${formatNumber(seen)} s`, target, `${formatNumber(built)} s`]);
  }
  return `Measured ${new Date().toISOString().slice(0, 10)} on ${describeMachine()}.

The slowest of ${changes} prices that were changed in the files of a shop which \`npm start\` runs, each while the pages of the one before were being built: until Chromium, on the same machine, shows it on the product's page. With the last one, a picture of another product was replaced by a file that is none; "In the pages" is how long after it all three pages were built.

${table(['Products', 'Seen', 'Target', 'In the pages'], rows)}`;
}
