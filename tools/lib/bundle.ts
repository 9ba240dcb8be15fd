/**
 * node tools/lib/bundle.ts FOLDER: writes what Cloudflare would be sent, and nothing is sent: the Worker's
 * bundle, made by wrangler itself, and beside it `options.json`, wrangler.toml in miniflare's terms.
 *
 * A process of its own, because wrangler takes a second and a hundred megabytes to load.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import { runAndCapture } from '#tools/lib/child.ts';
import { root } from '#tools/lib/content.ts';
import { describeError, logError } from '#tools/lib/log.ts';
import { quietWrangler, wrangler } from '#tools/lib/wrangler.ts';

async function bundle(folder: string): Promise<void> {
  const config = join(root, 'wrangler.toml');
  rmSync(folder, { recursive: true, force: true });
  // Wrangler insists on the folder of static files, which `npm run dev` does not build.
  mkdirSync(join(root, 'dist'), { recursive: true });
  await runAndCapture(
    wrangler('deploy', '--env=', '--dry-run', '--outdir', folder, '--config', config),
    quietWrangler,
  );
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  const { modulesRules: _, ...options } = workerOptions;
  const { name, vars } = unstable_readConfig({ config });
  // `bindings` would hold .dev.vars too, which are only for `npm start`.
  writeFileSync(
    join(folder, 'options.json'),
    JSON.stringify({ ...options, name, bindings: vars }, undefined, 2),
  );
}

try {
  await bundle(resolve(process.argv[2] ?? join(root, '.cache', 'worker')));
} catch (error) {
  logError(describeError(error));
  process.exitCode = 1;
}
