/**
 * node tools/lib/bundle.ts FOLDER: writes what Cloudflare would be sent, and nothing is sent: the Worker's
 * bundle, made by wrangler itself, and beside it `options.json`, wrangler.toml in miniflare's terms.
 *
 * A process of its own, because wrangler takes a second and a hundred megabytes to load.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runAndCapture } from '#tools/lib/child.ts';
import { root } from '#tools/lib/content.ts';
import { describeError, logError } from '#tools/lib/log.ts';
import { settingsAlias } from '#tools/lib/settings.ts';
import { quietWrangler, wrangler } from '#tools/lib/wrangler.ts';

const config = join(root, 'wrangler.toml');

/** Writes wrangler.toml in miniflare's terms. */
async function writeOptions(file: string): Promise<void> {
  // Takes a second to load.
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import('wrangler');
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  const { modulesRules: _, ...options } = workerOptions;
  const { name, vars } = unstable_readConfig({ config });
  // `bindings` would hold .dev.vars too, which are only for `npm start`.
  writeFileSync(file, JSON.stringify({ ...options, name, bindings: vars }, undefined, 2));
}

async function bundle(folder: string): Promise<void> {
  const options = join(folder, 'options.json');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name !== 'options.json') rmSync(join(folder, name));
  const written = existsSync(options) ? statSync(options).mtimeMs : 0;
  if ([config, join(root, 'package-lock.json')].some((input) => statSync(input).mtimeMs > written))
    await writeOptions(options);
  // Wrangler insists on the folder of static files, which `npm run dev` does not build.
  mkdirSync(join(root, 'dist'), { recursive: true });
  await runAndCapture(
    wrangler(...['deploy', '--env=', '--dry-run', '--outdir', folder, '--config', config], ...settingsAlias),
    quietWrangler,
  );
}

try {
  await bundle(resolve(process.argv[2] ?? join(root, '.cache', 'worker')));
} catch (error) {
  logError(describeError(error));
  process.exitCode = 1;
}
