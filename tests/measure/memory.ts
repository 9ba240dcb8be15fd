/** The memory and CPU time of processes, as Linux reports them. */
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

/** A process and its descendants, with the peak memory of each, MiB; an empty list on other systems than Linux. */
function descendants(of: number): Process[] {
  if (process.platform !== 'linux') return [];
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const parents = new Map(all.map(({ id, parent }) => [id, parent]));
  const isTheirs = (id: number): boolean => id === of || (id > 1 && isTheirs(parents.get(id) ?? 0));
  return all.filter(({ id }) => isTheirs(id));
}

/** Our processes of the shop, workerd and sqld, by peak memory. */
export const shopProcesses = (): Process[] =>
  descendants(process.pid)
    .filter(({ name }) => /^(workerd|sqld)$/.test(name))
    .sort((a, b) => a.peak - b.peak);

/** ms in a tick of /proc. */
const tick = 10;

/** The CPU time that our processes of this name have taken, ms; 0 on other systems than Linux. */
export const cpuTime = (name: string): number =>
  descendants(process.pid)
    .filter((one) => one.name === name)
    .reduce((sum, { id }) => {
      // After the name, which may contain spaces: fields 3 and on. User and system time are 14 and 15.
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + (Number(fields[11]) + Number(fields[12])) * tick;
    }, 0);

const lookEvery = 250;

/** @returns `stop`, which returns the peak memory of the largest process of the tree, MiB; 0 when unknown */
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
