/** Runs the Worker's bundle in workerd, the runtime of production. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Miniflare, V4MiniflareOptions } from 'miniflare';
import { localFiles } from '#tools/edit/local-files.ts';
import { endWithUs, refuseWhenEnding, stopWithUs } from '#tools/lib/child.ts';
import { Failure, type Log, portInUse } from '#tools/lib/log.ts';
import { sourceMapper } from '#tools/lib/source-map.ts';

/** The editor at /edit. @property files folder of its files @property content folder of the files that it changes */
export type Editor = { files: string; content: string };

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
  /** Without it, /edit is not found. */
  editor?: Editor | undefined;
  /** Folder of the photos that shoppers upload; without it, they end with the process. */
  photos?: string | undefined;
  /** Whether the state of its memory can be asked for ({@link Runner.inspector}). */
  isInspected?: boolean;
}

type ModuleType = 'ESModule' | 'Text' | 'Data' | 'CompiledWasm';
const moduleTypes: [RegExp, ModuleType][] = [
  [/\.js$/, 'ESModule'],
  [/\.wasm$/, 'CompiledWasm'],
  [/\.(txt|html|sql|ya?ml)$/, 'Text'],
  [/\.bin$/, 'Data'],
];

/** Every file of the bundle that is a module, the entry first. */
function modules(bundle: string): { type: ModuleType; path: string }[] {
  const found = readdirSync(bundle).flatMap((name) => {
    const type = moduleTypes.find(([pattern]) => pattern.test(name))?.[1];
    return type ? [{ type, path: join(bundle, name) }] : [];
  });
  const entry = join(bundle, 'index.js');
  return found.sort((a, b) => Number(b.path === entry) - Number(a.path === entry));
}

/** The editor, as it is deployed: a Worker of its own that is nothing but files. Here it also has those of the content. */
const editorWorker = ({ files, content }: Editor, compatibilityDate: string) => ({
  name: 'editor',
  modules: true,
  compatibilityDate,
  script: `export default {
    fetch: (request, { CONTENT }) =>
      new URL(request.url).pathname.startsWith('/edit/files') ? CONTENT.fetch(request) : new Response(null, { status: 404 })
  };`,
  serviceBindings: { CONTENT: localFiles(content) },
  assets: {
    directory: files,
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

/** Classes of objects, with storage of its own for each database. */
const objectsOf = (classes: { className: string }[] = [], database = '') =>
  // The key is the name of a folder. A Worker without a database calls no object.
  classes.map((one) => ({ ...one, unsafeUniqueKey: `${one.className}-${URL.parse(database)?.port ?? ''}` }));

function options(settings: WorkerSettings) {
  const { bundle, pages, host, vars, dev, editor, photos } = settings;
  const written = JSON.parse(readFileSync(join(bundle, 'options.json'), 'utf8'));
  return {
    host,
    port: settings.port,
    logRequests: false,
    // Otherwise it asks Cloudflare for our location.
    cf: false,
    telemetry: { enabled: false },
    ...(photos && { resourcePersistencePath: photos }),
    ...(settings.isInspected && { inspectorPort: 0 }),
    workers: [
      {
        ...written,
        rootPath: bundle,
        modules: modules(bundle),
        modulesRoot: bundle,
        bindings: { ...written.bindings, ...vars },
        ratelimits: limitsOf(written.ratelimits, vars.DATABASE_URL),
        additionalUnboundDurableObjects: objectsOf(
          written.additionalUnboundDurableObjects,
          vars.DATABASE_URL,
        ),
        serviceBindings: {
          ...written.serviceBindings,
          ...(dev && { DEV: { external: { address: dev, http: {} } } }),
          ...(editor && { EDITOR: 'editor' }),
        },
        ...(written.assets ? { assets: { ...written.assets, directory: pages } } : {}),
      },
      ...(editor ? [editorWorker(editor, written.compatibilityDate)] : []),
    ],
  } satisfies V4MiniflareOptions;
}

/** The runner on whose behalf something is done. */
const current = new AsyncLocalStorage<Runner>();

/** Miniflare does not expose the processes of workerd that it starts, but Node reports them. */
subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  const runner = current.getStore();
  child.once('spawn', () => {
    if (!runner || !/workerd$/.test(child.spawnfile)) return;
    endWithUs(child);
    runner.workerd = child;
  });
});

/** Takes away miniflare's handlers of signals, which end this process at once, where others stop everything in order. */
function removeHandlers(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    if (process.listenerCount(signal) > 1)
      for (const listener of process.listeners(signal))
        if (listener.name.startsWith('onSignal')) process.off(signal, listener);
}

/** One workerd, with one bundle after the other. */
export class Runner {
  /** Receives every line that the Worker writes. */
  log: Log = () => {};
  workerd: ChildProcess | undefined;
  #miniflare: Miniflare | undefined;
  #forget = () => {};

  /**
   * Runs this bundle instead of the one before. @returns the port that it listens on
   * @throws Failure when the port is in use; Error when workerd does not take the bundle
   */
  async run(settings: WorkerSettings): Promise<number> {
    refuseWhenEnding();
    // It takes a while to load.
    const { convertV4MiniflareOptions, Log: MiniflareLog, LogLevel, Miniflare } = await import('miniflare');
    const toSources = sourceMapper(settings.bundle);
    const log = (line: string) => this.log(toSources(stripVTControlCharacters(line)));
    const converted = convertV4MiniflareOptions({
      ...options(settings),
      log: Object.assign(new MiniflareLog(LogLevel.WARN), { log }),
      handleStructuredLogs: ({ message }) => log(message),
    });
    return current.run(this, async () => {
      try {
        if (this.#miniflare) await this.#miniflare.setOptions(converted);
        else {
          this.#miniflare = new Miniflare(converted);
          removeHandlers();
          this.#forget = stopWithUs(() => this.stop());
        }
        return Number((await this.#miniflare.ready).port);
      } catch (error) {
        if ((error as { code?: string }).code === 'ERR_ADDRESS_IN_USE')
          throw new Failure(portInUse(settings.port));
        throw error;
      }
    });
  }

  /** Fires the scheduled handler and waits for it. */
  async scheduled(): Promise<void> {
    // Not through /cdn-cgi/handler/scheduled: everybody who reaches the port could call that.
    const worker = await this.#miniflare?.getWorker();
    const result = await worker?.scheduled({ cron: '* * * * *', scheduledTime: new Date() });
    if (result?.outcome !== 'ok') throw new Error(`the scheduled handler ended with ${result?.outcome}`);
  }

  /** Where V8's inspector listens. */
  async inspector(): Promise<URL> {
    if (!this.#miniflare) throw new Error('workerd does not run');
    return this.#miniflare.getInspectorURL();
  }

  /** Ends workerd as a crash would (`kill -9`); resolves when miniflare has started another one at the same port. */
  async kill(): Promise<void> {
    if (!this.workerd) throw new Error('workerd does not run');
    const ended = once(this.workerd, 'exit');
    this.workerd.kill('SIGKILL');
    await ended;
    await this.#miniflare?.ready;
  }

  async stop(): Promise<void> {
    const miniflare = this.#miniflare;
    this.#miniflare = undefined;
    this.#forget();
    await miniflare?.dispose().catch(() => {
      // The error with which it did not start.
    });
  }
}
