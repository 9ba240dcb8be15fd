/** The record of the commit that has the traffic. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';
import { Failure } from '#tools/lib/log.ts';

const tag = 'refs/tags/last-release';

const git = (...parameters: string[]): string =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

function hashOf(commit: string): string | undefined {
  try {
    return git('rev-parse', '--verify', `${commit}^{commit}`);
  } catch {
    return undefined;
  }
}

/** The checked-out commit; undefined without git. */
export const headCommit = (): string | undefined => hashOf('HEAD');

/**
 * The full hash of the last release's commit, from which the upgrade is tried: LAST_RELEASE, the tag `last-release`, or the
 * file db/last-release.
 * @throws Failure where this clone does not have it
 */
export function lastRelease(): string {
  const fromFile = () => readFileSync(join(root, 'db', 'last-release'), 'utf8').trim();
  const named = process.env.LAST_RELEASE ?? (hashOf(tag) ? tag : fromFile());
  const hash = hashOf(named);
  if (hash) return hash;
  throw new Failure(
    `This clone does not have the last release, commit ${named}: fetch the whole history (git fetch --unshallow --tags; in a pipeline, actions/checkout with fetch-depth: 0), or name another commit (LAST_RELEASE=…).`,
  );
}

/**
 * Why not to migrate: the Worker that runs is not the one with which the changes of the database were tried.
 * @param live commit of the running Worker; undefined where the shop does not say it
 * @param tried of {@link lastRelease}; undefined where this clone does not know it
 * @param changes names of the migrations that the database does not have, and `db/triggers` where those change
 */
export function untriedRefusal(
  live: string | undefined,
  tried: string | undefined,
  changes: readonly string[],
): string | undefined {
  if (!live || live === tried || !changes.length) return undefined;
  return `The live Worker is of commit ${live}, but the upgrade was tried from ${tried ?? 'no commit that is known here'}, so nobody knows whether that Worker runs on the new schema (${changes.join(', ')}). Run LAST_RELEASE=${live} npm run test:upgrade, and when it passes LAST_RELEASE=${live} npm run deploy. In the pipeline: git tag --force last-release ${live} && git push --force origin refs/tags/last-release`;
}

/**
 * Writes the checked-out commit into db/last-release after a deploy. The next deploy must not break its Worker, which
 * `npm run test:upgrade` tries. The pipeline moves the tag `last-release` to it. Without git, nothing is recorded.
 */
export function recordRelease(): void {
  const commit = headCommit();
  if (commit) writeFileSync(join(root, 'db', 'last-release'), `${commit}\n`);
}

/** Names of the migrations that the commit of db/last-release has; undefined where git does not know it. */
export function releasedMigrations(): ReadonlySet<string> | undefined {
  try {
    const commit = readFileSync(join(root, 'db', 'last-release'), 'utf8').trim();
    const files = git('ls-tree', '--name-only', commit, 'db/migrations/');
    return new Set([...files.matchAll(/^db\/migrations\/(\w+)\.sql$/gm)].map(([, name]) => name ?? ''));
  } catch {
    return undefined;
  }
}
