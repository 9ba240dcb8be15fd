/** Watches folders of the project. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';

/** An editor may write several files for one change: wait this long, ms. */
const settledAfterMs = 150;

/**
 * Calls `change` with the folders whose files have changed, when nothing more has come for a moment; never twice at a
 * time.
 */
export function onChange(folders: string[], change: (changed: ReadonlySet<string>) => Promise<void>): void {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const settled = () => {
    const now = changed;
    changed = new Set();
    work = work.then(() => change(now));
  };
  for (const folder of folders)
    watch(join(root, folder), { recursive: true, persistent: false }, () => {
      changed.add(folder);
      clearTimeout(timer);
      timer = setTimeout(settled, settledAfterMs);
    });
}
