/**
 * Ends the processes of its parent once that has ended, also by `kill -9`: the system then closes our standard input. Its
 * lines are process ids: `+123` has been started, `-123` has ended. What still runs gets SIGTERM and, three seconds later,
 * SIGKILL, with its process group.
 */
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

const graceMs = 3000;
const pollMs = 50;

/** Sends a signal to the process group of this number, or, where there is none, to the process. @returns whether there is one */
function send(signal: NodeJS.Signals | 0, pid: number): boolean {
  for (const target of [-pid, pid])
    try {
      return process.kill(target, signal);
    } catch {
      // It has ended.
    }
  return false;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // We end after our parent.
  });
const running = new Set<number>();
for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1));
  if (line.startsWith('+')) running.add(pid);
  else running.delete(pid);
}
for (const pid of running) send('SIGTERM', pid);
const deadline = Date.now() + graceMs;
while ([...running].some((pid) => send(0, pid)) && Date.now() < deadline) await setTimeout(pollMs);
for (const pid of running) send('SIGKILL', pid);
