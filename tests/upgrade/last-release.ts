/** The last release: its commit, and its build in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { root } from '#tools/lib/content.ts';
import type { Log } from '#tools/lib/log.ts';
import { lastRelease } from '#tools/lib/record-release.ts';

/** @property folder its files, with node_modules @property worker its Worker's bundle @property pages its built pages */
export type Release = { commit: string; folder: string; worker: string; pages: string };

/** Runs a file of the release with Node. @returns its output @throws with its output */
export async function runInRelease(
  { folder }: Pick<Release, 'folder'>,
  file: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await execa(process.execPath, [file], {
    cwd: folder,
    env: { NODE_ENV: 'production', VITEST: undefined, CONTENT_DIR: undefined, ...env },
  });
  return stdout;
}

/** Replaces its shop's own content by that of its tests; a release before it had any has the same samples. */
function useTestContent(folder: string): void {
  const [own, ofTests] = [join(folder, 'content'), join(folder, 'tests', 'content')];
  if (!existsSync(ofTests)) return;
  const types = readFileSync(join(own, 'collections.ts'));
  rmSync(own, { recursive: true });
  cpSync(ofTests, own, { recursive: true });
  writeFileSync(join(own, 'collections.ts'), types);
}

/** Builds the last release below .cache/upgrade, unless it is there. */
export async function buildLastRelease(log: Log): Promise<Release> {
  const commit = lastRelease();
  const all = join(root, '.cache', 'upgrade');
  const folder = join(all, commit);
  const release = { commit, folder, worker: join(folder, '.cache', 'worker'), pages: join(folder, 'dist') };
  if (existsSync(join(folder, 'built'))) return release;
  log(`Building the last release, ${commit.slice(0, 8)}, in .cache/upgrade…`);
  rmSync(all, { recursive: true, force: true });
  const part = `${folder}.part`;
  mkdirSync(part, { recursive: true });
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "${part}"`], { cwd: root });
  renameSync(part, folder);
  useTestContent(folder);
  // A lock file of its own means packages of its own.
  const isSame = (name: string) =>
    readFileSync(join(folder, name), 'utf8') === readFileSync(join(root, name), 'utf8');
  if (isSame('package-lock.json'))
    execFileSync('cp', [
      '-R',
      process.platform === 'linux' ? '-l' : '-c',
      join(root, 'node_modules'),
      folder,
    ]);
  else await execa('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder });
  await runInRelease(release, 'tools/build.ts');
  mkdirSync(join(folder, 'built'));
  return release;
}
