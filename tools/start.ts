/**
 * npm start [-- --demo]: the whole shop at http://localhost:8787 until Ctrl-C.
 *
 * PORT (8787), HOST (127.0.0.1; 0.0.0.0 lets a phone in) and DATA_DIR (.data) change where;
 * settings of the Worker come from `.dev.vars`.
 */
import { networkInterfaces } from 'node:os';
import type { DatabaseAddress } from '#db/client.ts';
import { syncCatalogue } from '#db/sync.ts';
import { contentFolder } from '#lib/content-folder.build.ts';
import { formatPrice } from '#lib/money.ts';
import { buildEditor, isEditOn, writeContentSnapshot } from '#tools/edit/build-editor.ts';
import { buildIfNeeded, buildPartsIfNeeded, isCurrent } from '#tools/lib/build.ts';
import { writeAddress } from '#tools/lib/command.ts';
import { checkContent, contentRoot, readProducts, readSales } from '#tools/lib/content.ts';
import { ContentError } from '#tools/lib/content-references.ts';
import { databaseBinary } from '#tools/lib/database.ts';
import { isShuttingDown, runUntilStopped } from '#tools/lib/lifetime.ts';
import { writeLocalChanges } from '#tools/lib/local-content.ts';
import { describeError, Failure, logError, logInfo } from '#tools/lib/log.ts';
import { onChange } from '#tools/lib/on-change.ts';
import { checkDataFolder, checkPort, readServerOptions, readSwitches } from '#tools/lib/options.ts';
import { startMissingSimulators } from '#tools/lib/simulators.ts';
import { type Stack, type StackOptions, startStack } from '#tools/lib/stack.ts';
import { localVars } from '#tools/lib/vars.ts';
import type { Editor } from '#tools/lib/worker.ts';

const everyMinuteMs = 60_000;
/** How long the Worker may take to reach its database, ms. */
const healthyWithinMs = 20_000;

/** Checks everything that can make a start fail, before anything slow begins. @throws Failure, ContentError */
export async function checkBeforeStart() {
  const place = readServerOptions();
  databaseBinary();
  const { store } = checkContent();
  const vars = localVars();
  await checkPort(place.port, place.host);
  await checkDataFolder(place.dataDir);
  return { ...place, store, vars, edit: isEditOn(process.env, place.host) };
}

/** The editor of the content; undefined when it is off. */
export const buildEditorIfOn = async (edit: boolean, port: number): Promise<Editor | undefined> =>
  edit
    ? { files: await buildEditor({ log: logInfo, site: `http://localhost:${port}` }), content: contentRoot }
    : undefined;

/** Pauses before a database server is started again, ms: the first, and the longest. */
const restartPauses = [1_000, 30_000] as const;

/** Starts a database server that has ended again, at the same address, until it runs. */
async function restartDatabase({ database }: Stack): Promise<void> {
  const [first, longest] = restartPauses;
  for (let pause: number = first; !isShuttingDown(); pause = Math.min(2 * pause, longest)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (isShuttingDown()) return;
    try {
      await database.start();
      return logInfo('The database server runs again.');
    } catch (error) {
      logError(describeError(error));
    }
  }
}

/** The stack for a developer: prints the Worker's output, and starts a database server that has ended again, as miniflare does with workerd. */
export async function startShop(options: StackOptions): Promise<Stack> {
  const stack: Stack = await startStack({
    ...options,
    keepsPhotos: true,
    onLog(line, part) {
      // The database server logs errors while it is being stopped.
      if (!isShuttingDown()) logError(part === 'database' ? `database: ${line}` : line);
    },
    onEnd(how) {
      if (!isShuttingDown()) logError(`The database server has ended (${how}). It is started again.`);
      void restartDatabase(stack);
    },
  });
  return stack;
}

/** Fires the Worker's scheduled handler every minute, as Cloudflare does, one at a time. */
export function runScheduledJobs(stack: Stack): void {
  let busy = false;
  setInterval(async () => {
    if (busy) return;
    busy = true;
    await stack.scheduled().catch((error) => logError(`The scheduled job failed: ${describeError(error)}`));
    busy = false;
  }, everyMinuteMs).unref();
}

/** @returns the database's state as /api/health reports it. @throws Failure when it does not become healthy */
export async function waitUntilHealthy(url: string): Promise<string> {
  const deadline = Date.now() + healthyWithinMs;
  let last = 'no answer';
  while (Date.now() < deadline && !isShuttingDown()) {
    try {
      const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5000) });
      const { success, database } = (await response.json()) as { success: boolean; database: string };
      if (response.ok && success) return database;
      last = `database: ${database}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Failure(`The shop has started, but is not healthy: GET /api/health: ${last}.`);
}

/** Addresses of this machine that a phone in the same network can open. */
function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
}

/** The origin of links in emails; with a port that is not known yet, the request's own origin is used. */
export const shopUrl = (port: number): Record<string, string> =>
  port ? { SHOP_URL: `http://localhost:${port}` } : {};

/** Host names under which /dev can be opened besides those of the loopback, when the shop listens on `host`. */
export const devHosts = (host: string): Record<string, string> => ({
  DEV_HOSTS: (host === '0.0.0.0' ? networkAddresses() : [host]).join(','),
});

/** Reports which providers are simulated. @param url of the page that lists them */
export function logSimulators(names: readonly string[], url: string): void {
  if (!names.length) return;
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  logInfo(`TEST MODE: this machine simulates ${list}. No real money and no real emails: see ${url}`);
}

/**
 * Fills the database before the Worker starts: the catalogue and, for a demo, samples. `samples` says how to sign in to
 * them; it is to be printed when the shop is open, since nobody can sign in after a failed start.
 */
export function fillDatabase(demo: boolean) {
  const samples: string[] = [];
  async function prepare(database: DatabaseAddress): Promise<void> {
    const { added, changed, retired } = await syncCatalogue(database, readProducts(), readSales());
    if (added + changed + retired)
      logInfo(`Catalogue: ${added} products added, ${changed} changed, ${retired} no longer sold.`);
    if (!demo) return;
    const { fillDemo, sampleCoupon } = await import('#tools/demo.ts');
    samples.push('Sample orders, reviews and accounts were added. Sign in as:');
    for (const { role, email, password } of await fillDemo(database))
      samples.push(`  ${role}: ${email} / ${password}`);
    const { code, percent, minSubtotal } = sampleCoupon;
    samples.push(`A code for ${percent}% off orders from ${formatPrice(minSubtotal)}: ${code}`);
  }
  return { samples, prepare };
}

/**
 * Shows what is saved in `content/`. Prices and what is sold are in the database in a moment, also while pages are built, and
 * pages draw them in the place of their own; the rest is shown as soon as it is built. A mistake leaves the shop as it is.
 */
function serveChanges(stack: Stack, edit: boolean): void {
  const isBuilt = () => isCurrent('pages') && isCurrent('worker');
  const report = (error: unknown) => {
    if (!isShuttingDown()) logError(describeError(error));
  };
  const build = async () => {
    try {
      for (let isFirst = true; !isBuilt(); isFirst = false) {
        // A file was saved during the build.
        if (!isFirst) checkContent();
        await buildPartsIfNeeded(['pages', 'worker'], { log: () => {}, onlyChanged: true });
        await stack.restartWorker();
        logInfo('The shop shows your changes.');
      }
    } catch (error) {
      // `show` reports mistakes of the content.
      if (!(error instanceof ContentError)) report(error);
    }
  };
  /** The builds, one after the other: each saved change is built, also when the build before failed. */
  let builds = Promise.resolve();
  const show = async () => {
    try {
      if (edit) writeContentSnapshot();
      if (isBuilt()) return;
      const { products } = checkContent();
      await syncCatalogue({ url: stack.databaseUrl }, products, readSales());
      builds = builds.then(build);
    } catch (error) {
      report(error);
    }
  };
  // A file may have been saved since the pages were built.
  onChange([contentFolder], show, [contentFolder]);
}

async function start(): Promise<void> {
  const { demo } = readSwitches('npm start', 'demo');
  const { port, host, dataDir, store, vars, edit } = await checkBeforeStart();
  await buildIfNeeded({ log: logInfo });
  const editor = await buildEditorIfOn(edit, port);
  logInfo('Starting the database and the Worker…');
  const simulators = await startMissingSimulators({ ...devHosts(host), ...vars });
  const { samples, prepare } = fillDatabase(demo);
  const stack = await startShop({
    port,
    host,
    dataDir,
    vars: { ...shopUrl(port), ...simulators.vars },
    dev: simulators.dev,
    editor,
    prepare,
  });
  simulators.connect(stack.url);
  // For commands such as `npm run operator`, which use the database of the running shop.
  writeAddress(dataDir, stack.databaseUrl);
  runScheduledJobs(stack);
  const database = await waitUntilHealthy(stack.url);
  serveChanges(stack, edit);
  writeLocalChanges(stack.databaseUrl);
  for (const line of samples) logInfo(line);
  const { port: openPort } = new URL(stack.url);
  if (host === '0.0.0.0')
    for (const address of networkAddresses()) logInfo(`In this network: http://${address}:${openPort}`);
  const name = ['0.0.0.0', '127.0.0.1'].includes(host) ? 'localhost' : host;
  logSimulators(simulators.names, `http://${name}:${openPort}/dev`);
  if (edit) logInfo(`Edit the content at http://${name}:${openPort}/edit`);
  logInfo(`${store.name} is open at http://${name}:${openPort} (database: ${database})`);
}

if (import.meta.main) await runUntilStopped(start);
