/** How much memory processes hold, as Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs';

type Process = { id: number; parent: number; name: string; peak: number };

function readProcess(id: string): Process[] {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
    return [
      {
        id: Number(id),
        parent: Number(field('PPid')),
        name: field('Name'),
        peak: Number(field('VmHWM')) / 1024,
      },
    ];
  } catch {
    // It has ended in the meantime.
    return [];
  }
}

/** A process and all that descend from it, with the most MiB that each has held so far; none but on Linux. */
export function descendants(of: number): Process[] {
  if (process.platform !== 'linux') return [];
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const parents = new Map(all.map(({ id, parent }) => [id, parent]));
  const isTheirs = (id: number): boolean => id === of || (id > 1 && isTheirs(parents.get(id) ?? 0));
  return all.filter(({ id }) => isTheirs(id));
}

const lookEvery = 250;

/** @returns `stop`, which gives the most MiB that one process of the tree has held; 0 where that is unknown */
export function watchMemory(pid: number): { stop(): number } {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, ...descendants(pid).map((one) => one.peak));
  };
  const timer = setInterval(look, lookEvery);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}
