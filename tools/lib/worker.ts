/**
 * Runs the Worker's bundle in workerd, the runtime of production, on behalf of `tools/lib/stack.ts`, which
 * starts this file under a guard and talks to it by messages: `WorkerOrder` in, `WorkerReport` out.
 */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4MiniflareOptions } from 'miniflare';

/** What to run and where to listen. */
export interface WorkerSettings {
  /** Folder with `index.js`, its modules, and the `options.json` that `tools/lib/bundle.ts` wrote. */
  bundle: string;
  /** Folder of the static files. */
  pages: string;
  host: string;
  /** 0: any free port. */
  port: number;
  /** Text bindings, over those of wrangler.toml. */
  vars: Record<string, string>;
  /** `host:port` of the app below /dev; without it, /dev is not found. */
  dev?: string | undefined;
  /** Folder of the files below /edit; without it, /edit is not found. */
  editor?: string | undefined;
}

export type WorkerCommand =
  | { order: 'run'; id: number; settings: WorkerSettings }
  | { order: 'scheduled'; id: number }
  | { order: 'kill'; id: number };

export type WorkerReport =
  | { report: 'done'; id: number; port: number }
  | { report: 'failed'; id: number; reason: string; portInUse: number | undefined }
  | { report: 'log'; level: string; line: string };

type ModuleType = 'ESModule' | 'Text' | 'Data' | 'CompiledWasm';
const moduleTypes: [RegExp, ModuleType][] = [
  [/\.js$/, 'ESModule'],
  [/\.wasm$/, 'CompiledWasm'],
  [/\.(txt|html|sql|ya?ml)$/, 'Text'],
  [/\.bin$/, 'Data'],
];

const tell = (report: WorkerReport) => process.connected && process.send?.(report, undefined, {}, () => {});
let miniflare: Miniflare | undefined;
let port = 0;

/** workerd's process. Miniflare does not expose it, but Node reports every process that is started. */
let workerd: ChildProcess | undefined;
subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  child.once('spawn', () => {
    if (/workerd$/.test(child.spawnfile)) workerd = child;
  });
});

/** Every file of the bundle that is a module, the entry first. */
function modules(bundle: string): { type: ModuleType; path: string }[] {
  const found = readdirSync(bundle).flatMap((name) => {
    const type = moduleTypes.find(([pattern]) => pattern.test(name))?.[1];
    return type ? [{ type, path: join(bundle, name) }] : [];
  });
  const entry = join(bundle, 'index.js');
  return found.sort((a, b) => Number(b.path === entry) - Number(a.path === entry));
}

/** The editor, as it is deployed: a Worker of its own that is nothing but files. */
const editorWorker = (directory: string, compatibilityDate: string) => ({
  name: 'editor',
  modules: true,
  compatibilityDate,
  script: 'export default { fetch: () => new Response(null, { status: 404 }) };',
  assets: {
    directory,
    routerConfig: { has_user_worker: true },
    assetConfig: { html_handling: 'auto-trailing-slash' as const },
  },
});

/** Limits per minute, with counters of their own for each database: the process may run several shops in turn. */
const limitsOf = (limits: Record<string, { namespace_id: string }> = {}, database = '') =>
  Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [
      name,
      { ...limit, namespace_id: `${limit.namespace_id} ${database}` },
    ]),
  );

function options(settings: WorkerSettings): V4MiniflareOptions {
  const { bundle, pages, host, vars, dev, editor } = settings;
  const written = JSON.parse(readFileSync(join(bundle, 'options.json'), 'utf8'));
  return {
    host,
    port: settings.port,
    log: new Log(LogLevel.WARN),
    logRequests: false,
    // Otherwise it asks Cloudflare for our location.
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: ({ level, message }) => tell({ report: 'log', level, line: message }),
    workers: [
      {
        ...written,
        rootPath: bundle,
        modules: modules(bundle),
        modulesRoot: bundle,
        bindings: { ...written.bindings, ...vars },
        ratelimits: limitsOf(written.ratelimits, vars.DATABASE_URL),
        serviceBindings: {
          ...written.serviceBindings,
          ...(dev && { DEV: { external: { address: dev, http: {} } } }),
          ...(editor && { EDITOR: 'editor' }),
        },
        ...(written.assets ? { assets: { ...written.assets, directory: pages } } : {}),
      },
      ...(editor ? [editorWorker(editor, written.compatibilityDate)] : []),
    ],
  };
}

function leave(): void {
  const exit = () => process.exit(0);
  if (miniflare) miniflare.dispose().then(exit, exit);
  else exit();
}

async function run(settings: WorkerSettings): Promise<void> {
  const converted = convertV4MiniflareOptions(options(settings));
  if (miniflare) await miniflare.setOptions(converted);
  else {
    miniflare = new Miniflare(converted);
    // Its own handler exits at once and would leave workerd running.
    process.removeAllListeners('SIGTERM').on('SIGTERM', leave);
  }
  port = Number((await miniflare.ready).port);
}

async function scheduled(): Promise<void> {
  // Not through /cdn-cgi/handler/scheduled: everybody who reaches the port could call that.
  const worker = await miniflare?.getWorker();
  const result = await worker?.scheduled({ cron: '* * * * *', scheduledTime: new Date() });
  if (result?.outcome !== 'ok') throw new Error(`the scheduled handler ended with ${result?.outcome}`);
}

/** Ends workerd as a crash would; miniflare misses it and starts another one at the same port. */
async function kill(): Promise<void> {
  if (!workerd) throw new Error('workerd does not run');
  const ended = once(workerd, 'exit');
  workerd.kill('SIGKILL');
  await ended;
  await miniflare?.ready;
}

function obey(message: WorkerCommand): Promise<void> {
  switch (message.order) {
    case 'run':
      return run(message.settings);
    case 'scheduled':
      return scheduled();
    case 'kill':
      return kill();
  }
}

process.on('message', (message: WorkerCommand) => {
  const work = obey(message);
  work.then(
    () => tell({ report: 'done', id: message.id, port }),
    (error: Error & { code?: string }) => {
      const isTaken = error.code === 'ERR_ADDRESS_IN_USE' && message.order === 'run';
      const portInUse = isTaken ? message.settings.port : undefined;
      tell({ report: 'failed', id: message.id, reason: error.stack ?? error.message, portInUse });
    },
  );
});

process.on('SIGTERM', leave);
