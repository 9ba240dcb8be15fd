/** What a long build has done, out of the lines that Astro prints: pages first, then their pictures, each with its number of all. */
import type { Log } from '#tools/lib/log.ts';

/** Steps in which the pictures are reported, and from how many pictures on: fewer take a few seconds. */
const steps = 5;
const worthSaying = 20;

/** @returns takes Astro's lines in their order, without colours */
export function reportBuildProgress(log: Log): (line: string) => void {
  let pages = 0;
  let said = 0;
  return (line) => {
    if (/[├└]─ \/\S*\.html /.test(line)) pages += 1;
    const [, done = 0, all = 0] = /▶ .*\((\d+)\/(\d+)\)\s*$/.exec(line)?.map(Number) ?? [];
    if (all < worthSaying) return;
    if (!said) log(`${pages} pages are written. Now their ${all} pictures…`);
    const step = Math.floor((done / all) * steps) + 1;
    if (said && step > said && step <= steps) log(`${done} of ${all} pictures…`);
    said = Math.max(said, step);
  };
}
