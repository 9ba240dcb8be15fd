/**
 * npm run dev [-- --demo]: the shop of `npm start` with Astro's development server in front, so that a change of a
 * page shows at once. A change of the Worker's code rebuilds and restarts the Worker; a change of a
 * product is synced into the database; after a change of the content's schemas all of it starts again. PORT, HOST and
 * DATA_DIR as for `npm start`.
 *
 * Astro's server passes /api on to the Worker: astro.config.mjs finds its address in HARITA_API.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { syncCatalogue } from '#db/sync.ts';
import { contentFolder } from '#lib/content-folder.build.ts';
import { buildWorker, isCurrent, removeOldEntries } from '#tools/lib/build.ts';
import { nodeThatExits, runAndCapture, startChild } from '#tools/lib/child.ts';
import { writeAddress } from '#tools/lib/command.ts';
import { readProducts, readSales, root } from '#tools/lib/content.ts';
import { fail, isShuttingDown, runUntilStopped, startAgain } from '#tools/lib/lifetime.ts';
import { writeLocalChanges } from '#tools/lib/local-content.ts';
import { describeError, Failure, logError, logInfo } from '#tools/lib/log.ts';
import { onChange } from '#tools/lib/on-change.ts';
import { readSwitches } from '#tools/lib/options.ts';
import { startRebuilds } from '#tools/lib/rebuild.ts';
import { watchSchemas } from '#tools/lib/schema-changes.ts';
import { startMissingSimulators } from '#tools/lib/simulators.ts';
import type { Stack } from '#tools/lib/stack.ts';
import {
  buildEditorIfOn,
  checkBeforeStart,
  devHosts,
  fillDatabase,
  logSimulators,
  runScheduledJobs,
  shopUrl,
  startShop,
  waitUntilHealthy,
} from '#tools/start.ts';

/** How long the first page may take, ms: it is compiled on its first request. */
const answersWithinMs = 60_000;

/**
 * Astro, the sync and the settings of the Worker keep the schemas that they have loaded, and Astro the entries that it has parsed by
 * them.
 * @throws Failure when the content does not fit the new ones
 */
async function takeNewSchemas(): Promise<void> {
  await runAndCapture([...nodeThatExits, join(root, 'tools', 'content.ts'), '--mistakes']);
  logInfo('The schemas of the content have changed: starting again…');
  await startAgain();
}

/** Updates Worker and database from the files; an error in them leaves the old state running. */
async function refresh(
  folders: ReadonlySet<string>,
  stack: Stack,
  { rebuild, haveSchemasChanged }: Awaited<ReturnType<typeof watchCode>>,
): Promise<void> {
  try {
    if (await haveSchemasChanged()) return await takeNewSchemas();
    if (folders.has('db')) await migrate({ url: stack.databaseUrl });
    if (folders.has(contentFolder)) {
      const { added, changed, retired } = await syncCatalogue(
        { url: stack.databaseUrl },
        readProducts(),
        readSales(),
      );
      if (added + changed + retired) logInfo('Catalogue synced.');
    }
    const bundle = await rebuild();
    if (!bundle) return;
    stack.settings.bundle = bundle;
    await stack.restartWorker();
    logInfo('Worker restarted.');
  } catch (error) {
    if (!isShuttingDown()) logError(describeError(error));
  }
}

/** Remembers the code as it is now. */
const watchCode = async () => ({ rebuild: await startRebuilds(), haveSchemasChanged: await watchSchemas() });

async function startPages(port: number, host: string, api: string): Promise<string> {
  const astro = join(
    dirname(createRequire(import.meta.url).resolve('astro/package.json')),
    'bin',
    'astro.mjs',
  );
  // --ignore-lock: without it Astro, when it believes that an agent runs it, goes to the background.
  const command = [astro, 'dev', '--ignore-lock', '--port', `${port}`, '--host', host];
  const child = await startChild([...nodeThatExits, ...command], {
    env: { HARITA_API: api, NODE_ENV: 'development', VITEST: undefined, ASTRO_TELEMETRY_DISABLED: '1' },
    onLine: logError,
  });
  child.exited.then((how) => fail(`Astro's development server has ended (${how}).`));
  const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
  const deadline = Date.now() + answersWithinMs;
  while (Date.now() < deadline && !isShuttingDown()) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return url;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Failure("Astro's development server does not answer.");
}

async function dev(): Promise<void> {
  const { demo } = readSwitches('npm run dev', 'demo');
  const { port, host, dataDir, store, vars, edit } = await checkBeforeStart();
  removeOldEntries();
  if (!isCurrent('worker')) await buildWorker(logInfo);
  const editor = await buildEditorIfOn(edit, port);
  logInfo('Starting the database, the Worker and the development server…');
  const simulators = await startMissingSimulators({ ...devHosts(host), ...vars });
  const { samples, prepare } = fillDatabase(demo);
  const stack = await startShop({
    dataDir,
    vars: { ...shopUrl(port), ...simulators.vars },
    dev: simulators.dev,
    editor,
    prepare,
  });
  simulators.connect(stack.url);
  writeAddress(dataDir, stack.databaseUrl);
  runScheduledJobs(stack);
  const database = await waitUntilHealthy(stack.url);
  await startPages(port, host, stack.url);
  const code = await watchCode();
  writeLocalChanges(stack.databaseUrl);
  onChange(['functions', 'db', 'src', 'packages', ...new Set(['content', contentFolder])], (folders) =>
    refresh(folders, stack, code),
  );
  for (const line of samples) logInfo(line);
  logSimulators(simulators.names, `http://localhost:${port}/dev`);
  if (edit) logInfo(`Edit the content at http://localhost:${port}/edit: changes are visible at once.`);
  logInfo(`${store.name} runs at http://localhost:${port} (database: ${database})`);
}

if (import.meta.main) await runUntilStopped(dev);
