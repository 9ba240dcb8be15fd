/** The record of the commit that has the traffic. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';

/**
 * Writes the checked-out commit into db/last-release after a deploy. The next deploy must not break its Worker, which
 * `npm run test:upgrade` tries. The pipeline moves the tag `last-release` to it. Without git, nothing is recorded.
 */
export function recordRelease(): void {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    writeFileSync(join(root, 'db', 'last-release'), commit);
  } catch {
    // A copy without a history.
  }
}

/** Names of the migrations that the commit of db/last-release has; undefined where git does not know it. */
export function releasedMigrations(): ReadonlySet<string> | undefined {
  try {
    const commit = readFileSync(join(root, 'db', 'last-release'), 'utf8').trim();
    const list = ['ls-tree', '--name-only', commit, 'db/migrations/'];
    const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return new Set([...files.matchAll(/^db\/migrations\/(\w+)\.sql$/gm)].map(([, name]) => name ?? ''));
  } catch {
    return undefined;
  }
}
