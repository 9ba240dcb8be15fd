/** Watches folders of the project. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { contentFolder } from '#lib/content-folder.build.ts';
import { endOfDay } from '#lib/dates.ts';
import { root } from '#tools/lib/content.ts';

/** An editor may write several files for one change: wait this long, ms. */
const settledAfterMs = 150;

/** Calls back at each midnight in India. A computer that slept calls late. */
function atMidnight(call: () => void): void {
  const next = (): void => {
    const now = Date.now();
    setTimeout(() => {
      call();
      next();
    }, endOfDay(now) - now).unref();
  };
  next();
}

/**
 * Calls `change` with the folders whose files have changed, when nothing more has come for a moment, and with `content` when
 * a day begins in India, since products may be sold from then on; never twice at a time.
 * @param first it is called with these at once, for what has changed before
 */
export function onChange(
  folders: string[],
  change: (changed: ReadonlySet<string>) => Promise<void>,
  first: readonly string[] = [],
): void {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const settled = () => {
    const now = changed;
    changed = new Set();
    work = work.then(() => change(now));
  };
  const note = (folder: string) => {
    changed.add(folder);
    clearTimeout(timer);
    timer = setTimeout(settled, settledAfterMs);
  };
  for (const folder of folders)
    watch(join(root, folder), { recursive: true, persistent: false }, () => note(folder));
  for (const folder of first) note(folder);
  atMidnight(() => note(contentFolder));
}
