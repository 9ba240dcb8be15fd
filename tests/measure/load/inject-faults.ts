/** Causes faults during a run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { logInfo } from '#tools/lib/log.ts';
import type { Stack } from '#tools/lib/stack.ts';

/**
 * @property after the number of started orders after which the fault is due
 * @property delay a further pause, ms @property lasts ms until sqld is restarted or resumed
 */
export type Fault = {
  what: 'kill sqld' | 'kill workerd' | 'stop sqld';
  after: number;
  delay: number;
  lasts: number;
};

/** Counts started orders. */
export class Progress {
  begun = 0;

  async reached(count: number): Promise<void> {
    while (this.begun < count) await sleep(10);
  }
}

async function inject({ killWorker, database }: Stack, { what, lasts }: Fault): Promise<void> {
  if (what === 'kill workerd') return killWorker();
  if (what === 'stop sqld') {
    database.pause();
    await sleep(lasts);
    return database.resume();
  }
  await database.kill();
  await sleep(lasts);
  return database.start();
}

/** Causes the faults, one after the other. */
export async function injectFaults(
  stack: Stack,
  faults: readonly Fault[],
  progress: Progress,
): Promise<void> {
  for (const fault of faults) {
    await progress.reached(fault.after);
    await sleep(fault.delay);
    const began = Date.now();
    await inject(stack, fault);
    logInfo(
      `  ${fault.what.padEnd(12)} when ${progress.begun} orders were begun; back after ${Date.now() - began} ms`,
    );
  }
}
