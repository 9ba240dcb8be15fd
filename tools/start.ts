/**
 * npm start [-- --demo]: the whole shop at http://localhost:8787 until Ctrl-C.
 *
 * PORT (8787), HOST (127.0.0.1; 0.0.0.0 lets a phone in) and DATA_DIR (.data) change where;
 * settings of the Worker come from `.dev.vars`.
 */
import { networkInterfaces } from 'node:os';
import { writeAddress } from '#db/command.ts';
import { syncCatalogue } from '#db/sync.ts';
import { formatPrice } from '#lib/money.ts';
import { buildEditor, editedRepo, isEditOn } from '#tools/edit/build-editor.ts';
import { buildIfNeeded } from '#tools/lib/build.ts';
import { checkDataFolder, checkPort, readPlace, readSwitches } from '#tools/lib/checks.ts';
import { checkContent, readProducts } from '#tools/lib/content.ts';
import { databaseBinary } from '#tools/lib/database.ts';
import { giveUp, isEnding, live } from '#tools/lib/lifetime.ts';
import { complain, describe, Failure, say } from '#tools/lib/log.ts';
import { type Stack, type StackOptions, startStack } from '#tools/lib/stack.ts';
import { localVars } from '#tools/lib/vars.ts';
import { startStandIns } from '#tools/simulators/needed.ts';

const everyMinuteMs = 60_000;
/** How long the Worker may take to find its database. */
const healthyWithinMs = 20_000;

/** Everything that a start can be refused for, before anything slow begins. @throws Failure, ContentError */
export async function checkStart() {
  const place = readPlace();
  databaseBinary();
  const { store } = checkContent();
  const vars = localVars();
  await checkPort(place.port, place.host);
  await checkDataFolder(place.dataDir);
  return { ...place, store, vars, edit: isEditOn(process.env, place.host) };
}

/** The editor's files, where it is on. @returns nothing where it is off */
export const editorFor = async (edit: boolean, port: number): Promise<string | undefined> =>
  edit
    ? buildEditor({ log: say, repo: editedRepo(process.env), site: `http://localhost:${port}` })
    : undefined;

/** The stack as a person runs it: what the Worker writes is shown, and a part that ends is missed. */
export function startShop(options: StackOptions): Promise<Stack> {
  return startStack({
    ...options,
    onLog(line, part) {
      // On its way out the database server complains about being asked to go.
      if (!isEnding()) complain(part === 'database' ? `database: ${line}` : line);
    },
    onEnd(part, code) {
      if (part === 'worker') giveUp(`The Worker has ended (exit code ${code}).`);
      else if (!isEnding())
        complain(`The database server has ended (exit code ${code}). Pages stay open; stop and start again.`);
    },
  });
}

/** Fires the Worker's scheduled handler every minute, as Cloudflare does, one at a time. */
export function everyMinute(stack: Stack): void {
  let busy = false;
  setInterval(async () => {
    if (busy) return;
    busy = true;
    await stack.scheduled().catch((error) => complain(`The scheduled job failed: ${describe(error)}`));
    busy = false;
  }, everyMinuteMs).unref();
}

/** @returns what the shop says about its database. @throws Failure when it does not become healthy */
export async function untilHealthy(url: string): Promise<string> {
  const deadline = Date.now() + healthyWithinMs;
  let last = 'no answer';
  while (Date.now() < deadline && !isEnding()) {
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
  throw new Failure(`The shop has started and is not well: GET /api/health: ${last}.`);
}

/** Addresses of this machine that a phone in the same network can open. */
function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
}

/** Where the links of letters lead; a port that is not known yet leaves them to the request's own address. */
export const shopUrl = (port: number): Record<string, string> =>
  port ? { SHOP_URL: `http://localhost:${port}` } : {};

/** Under which names /dev answers besides those of the loopback, where the shop listens on `host`. */
export const devHosts = (host: string): Record<string, string> => ({
  DEV_HOSTS: (host === '0.0.0.0' ? networkAddresses() : [host]).join(','),
});

/** No real money and no real mail: said where nobody can miss it. @param url where they are looked at */
export function sayStandIns(names: readonly string[], url: string): void {
  if (!names.length) return;
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  say(`TEST MODE: this machine stands in for ${list}. No real money, no real mail: see ${url}`);
}

async function start(): Promise<void> {
  const { demo } = readSwitches('npm start', 'demo');
  const { port, host, dataDir, store, vars, edit } = await checkStart();
  await buildIfNeeded({ log: say });
  const editor = await editorFor(edit, port);
  say('Starting the database and the Worker…');
  const standIns = await startStandIns({ ...devHosts(host), ...vars });
  // Shown when the shop is open: a start that fails has nobody to sign in.
  const samples: string[] = [];
  const stack = await startShop({
    port,
    host,
    dataDir,
    vars: { ...shopUrl(port), ...standIns.vars },
    dev: standIns.dev,
    editor,
    async prepare(database) {
      const { added, changed, retired } = await syncCatalogue(database, readProducts());
      if (added + changed + retired)
        say(`Catalogue: ${added} products added, ${changed} changed, ${retired} no longer sold.`);
      if (!demo) return;
      const { fillDemo, sampleCoupon } = await import('#tools/demo.ts');
      samples.push('Sample orders, reviews and accounts are in. Sign in as:');
      for (const { role, email, password } of await fillDemo(database))
        samples.push(`  ${role}: ${email} / ${password}`);
      const { code, percent, minSubtotal } = sampleCoupon;
      samples.push(`A code for ${percent}% off orders from ${formatPrice(minSubtotal)}: ${code}`);
    },
  });
  standIns.connect(stack.url);
  // For commands such as `npm run operator`, which want the database of the shop that runs here.
  writeAddress(dataDir, stack.databaseUrl);
  everyMinute(stack);
  const database = await untilHealthy(stack.url);
  for (const line of samples) say(line);
  const { port: openPort } = new URL(stack.url);
  if (host === '0.0.0.0')
    for (const address of networkAddresses()) say(`In this network: http://${address}:${openPort}`);
  const name = ['0.0.0.0', '127.0.0.1'].includes(host) ? 'localhost' : host;
  sayStandIns(standIns.names, `http://${name}:${openPort}/dev`);
  if (edit) say(`Edit its content at http://${name}:${openPort}/edit`);
  say(`${store.name} is open at http://${name}:${openPort} (database: ${database})`);
}

if (import.meta.main) await live(start);
