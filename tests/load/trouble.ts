/** What breaks during a run, and when. */
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '#tools/lib/log.ts';
import type { Stack } from '#tools/lib/stack.ts';
import type { PlannedFault } from './plan.ts';

/** Counts the orders that were begun, and tells who waits for one. */
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

async function bring(stack: Stack, { what, lasts }: PlannedFault): Promise<void> {
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

/** Lets everything go wrong that is planned, one after the other. */
export async function breakThings(
  stack: Stack,
  faults: readonly PlannedFault[],
  progress: Progress,
): Promise<void> {
  for (const fault of faults) {
    await progress.reached(fault.after);
    await sleep(fault.delay);
    const began = Date.now();
    await bring(stack, fault);
    const ms = Date.now() - began;
    say(`  ${fault.what.padEnd(12)} when ${progress.begun} orders were begun; back after ${ms} ms`);
  }
}
