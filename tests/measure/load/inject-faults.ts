/** Causes the planned faults during a run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { logInfo } from '#tools/lib/log.ts';
import type { Stack } from '#tools/lib/stack.ts';
import type { PlannedFault } from './plan.ts';

/** Counts started orders, and resolves waiting promises. */
export class Progress {
  begun = 0;
  #waiting: { count: number; go(): void }[] = [];

  step(): void {
    this.begun += 1;
    for (const { count, go } of this.#waiting) if (this.begun >= count) go();
  }

  reached(count: number): Promise<void> {
    return new Promise((go) => {
      if (this.begun >= count) go();
      else this.#waiting.push({ count, go });
    });
  }
}

async function inject(stack: Stack, { what, lasts }: PlannedFault): Promise<void> {
  if (what === 'kill workerd') return stack.killWorker();
  if (what === 'stop sqld') {
    stack.database.pause();
    await sleep(lasts);
    return stack.database.resume();
  }
  await stack.database.kill();
  await sleep(lasts);
  return stack.database.start();
}

/** Causes the planned faults, one after the other. */
export async function injectFaults(
  stack: Stack,
  faults: readonly PlannedFault[],
  progress: Progress,
): Promise<void> {
  for (const fault of faults) {
    await progress.reached(fault.after);
    await sleep(fault.delay);
    const began = Date.now();
    await inject(stack, fault);
    const ms = Date.now() - began;
    logInfo(`  ${fault.what.padEnd(12)} when ${progress.begun} orders were begun; back after ${ms} ms`);
  }
}
