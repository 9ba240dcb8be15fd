/**
 * Rebuilds the Worker's bundle for `npm run dev`, in a tenth of the time of wrangler, which does the same with esbuild
 * but starts anew each time. `npm start`, the tests and deployments use wrangler's.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { type BuildFailure, context, formatMessages } from 'esbuild';
import { parts } from '#tools/lib/build.ts';
import { root } from '#tools/lib/content.ts';
import { Failure } from '#tools/lib/log.ts';
import { settingsFile, writeSettings } from '#tools/lib/settings.ts';

const folder = join(root, '.cache', 'dev-worker');

/**
 * Remembers the bundle as it is now.
 * @returns a function that bundles again: the new bundle's folder, or undefined when nothing has changed. It throws a
 * Failure that names file and line of each mistake.
 */
export async function startRebuilds(): Promise<() => Promise<string | undefined>> {
  const builds = await context({
    absWorkingDir: root,
    entryPoints: ['functions/worker/index.ts'],
    outfile: join(folder, 'index.js'),
    write: false,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*', ...builtinModules],
    alias: { '#settings': settingsFile },
    loader: { '.txt': 'text' },
    define: { 'process.env.NODE_ENV': '"production"', 'navigator.userAgent': '"Cloudflare-Workers"' },
    sourcemap: 'linked',
    logLevel: 'silent',
  });
  let last: string | undefined;
  const rebuild = async (): Promise<string | undefined> => {
    writeSettings();
    const { outputFiles } = await builds.rebuild().catch(async ({ errors }: BuildFailure) => {
      throw new Failure((await formatMessages(errors, { kind: 'error' })).join('').trim());
    });
    const made = outputFiles.map(({ hash }) => hash).join();
    if (made === last) return undefined;
    last = made;
    mkdirSync(folder, { recursive: true });
    for (const { path, contents } of outputFiles) writeFileSync(path, contents);
    copyFileSync(parts.worker.proof, join(folder, 'options.json'));
    return folder;
  };
  await rebuild();
  return rebuild;
}
