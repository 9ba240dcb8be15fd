/** Shared by the tests of these tools: waiting for a condition, a server, and a tiny shop in a folder of its own. */
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { execa } from 'execa';
import type { Hono } from 'hono';
import { contentRoot, root } from '#tools/lib/content.ts';

const pollMs = 20;

/** Waits until `condition` gives something truthy, and gives it back. @throws after `withinMs` */
export async function pollUntil<T>(
  condition: () => T | Promise<T>,
  withinMs: number,
  what: string,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Whether a process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const status = `/proc/${pid}/status`;
    return !(existsSync(status) && /^State:\s*[ZX]/m.test(readFileSync(status, 'utf8')));
  } catch {
    return false;
  }
}

/** A folder that `remove` takes away again. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'harita-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Serves an app on a free port of the loopback. @property host `127.0.0.1:port` */
export async function listen(app: Hono): Promise<{ host: string; stop(): void }> {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}

/** A Worker that returns its bindings; `/api/health` really queries the database server. */
const tinyWorker = `
let scheduledRuns = 0;
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/health') {
      const asked = fetch(new URL('/health', env.DATABASE_URL), { signal: AbortSignal.timeout(500) });
      const ok = await asked.then((response) => response.ok, () => false);
      return Response.json({ success: ok, database: ok ? 'ok' : 'down' }, { status: ok ? 200 : 503 });
    }
    if (pathname === '/api/given') {
      console.log('asked what it was given');
      const address = request.headers.get('CF-Connecting-IP');
      return Response.json({ address, scheduledRuns, database: env.DATABASE_URL, word: env.WORD });
    }
    return new Response('from the Worker', { status: 404 });
  },
  async scheduled() {
    scheduledRuns += 1;
  },
};
`;

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const page = '<!doctype html><title>page</title>';
const headers = '/*\n  X-Frame-Options: DENY\n';

/** The build output of the tiny Worker and two pages. */
export function writeTinyBuild(folder: string): { worker: string; pages: string } {
  const options = {
    name: 'tiny',
    compatibilityDate: '2026-10-01',
    compatibilityFlags: ['nodejs_compat'],
    bindings: { WORD: 'from wrangler.toml' },
    assets: {
      binding: 'ASSETS',
      run_worker_first: ['/api/*'],
      routerConfig: { has_user_worker: true },
      assetConfig: { html_handling: 'auto-trailing-slash', not_found_handling: 'none' },
    },
  };
  const worker = join(folder, 'worker');
  const pages = join(folder, 'pages');
  write(worker, { 'index.js': tinyWorker, 'options.json': JSON.stringify(options) });
  write(pages, { 'index.html': page, 'checkout.html': page, _headers: headers });
  return { worker, pages };
}

/** Copies the content into the `content` of a project. */
export function writeContent(folder: string): void {
  cpSync(contentRoot, join(folder, 'content'), { recursive: true });
  cpSync(join(root, 'content', 'collections.ts'), join(folder, 'content', 'collections.ts'));
}

/** Writes a project with our tools, database and schemas, a tiny Worker and a single page, ready to start. */
export function writeTinyProject(folder: string): void {
  for (const name of [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'wrangler.toml',
    'tools',
    'db',
    'functions',
    'packages',
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['src/lib', 'src/domain'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  writeContent(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  write(folder, {
    'functions/index.ts': tinyWorker,
    'src/pages/index.astro': page,
    'public/_headers': headers,
    'astro.config.mjs': `const server = { proxy: { '/api': process.env.HARITA_API ?? 'http://127.0.0.1:1' } };
export default { build: { format: 'file' }, vite: { server } };
`,
  });
}

/** Runs a command in `folder`. @returns it, with its output so far */
export function runIn(
  folder: string,
  [file, ...parameters]: [string, ...string[]],
  env: Record<string, string> = {},
) {
  const child = execa(file, parameters, {
    cwd: folder,
    // Another project has its own content.
    env: { ...(folder !== root && { CONTENT_DIR: undefined }), ...env },
    stdin: 'ignore',
    all: true,
    reject: false,
    cleanup: false,
  });
  const output = { text: '' };
  child.all.on('data', (chunk) => {
    output.text += chunk;
  });
  const exited = child.then(({ exitCode, signal }) => ({ exitCode, signal }));
  return { process: child.nodeChildProcess, output, exited };
}

export type CommandResult = ReturnType<typeof runIn>;

/** Runs a file with our Node, in `folder`. */
export const runFile = (
  folder: string,
  file: string,
  parameters: string[],
  env?: Record<string, string>,
): CommandResult => runIn(folder, [process.execPath, join(folder, file), ...parameters], env);
