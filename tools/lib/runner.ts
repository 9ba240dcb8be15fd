/** Starts `tools/lib/worker.ts`, which runs workerd, under a guard, and sends it commands. */
import { join } from 'node:path';
import { type Child, singleThreadedNode, startChild } from '#tools/lib/child.ts';
import { root } from '#tools/lib/content.ts';
import { Failure, type Log, portInUse } from '#tools/lib/log.ts';
import type { WorkerCommand, WorkerReport, WorkerSettings } from '#tools/lib/worker.ts';

/** The process around workerd, with one promise for each command. */
export class Runner {
  #child: Child | undefined;
  #waiting = new Map<number, { resolve(port: number): void; reject(error: Error): void }>();
  #orders = 0;
  /** Receives every line that the Worker writes. */
  log: Log = () => {};

  /** Starts the process, if it does not run. */
  async start(): Promise<Child> {
    if (this.#child) return this.#child;
    this.#child = await startChild([...singleThreadedNode, join(root, 'tools', 'lib', 'worker.ts')], {
      // Fixed, so that a test run's own setting does not change how the Worker is run.
      env: { NODE_ENV: 'production', VITEST: undefined },
      onLine: (line) => this.log(line),
      onMessage: (message) => this.#receive(message as WorkerReport),
    });
    this.#child.exited.then(() => {
      this.#child = undefined;
      for (const { reject } of this.#waiting.values()) reject(new Error('the Worker has stopped'));
      this.#waiting.clear();
    });
    return this.#child;
  }

  #receive(message: WorkerReport): void {
    if (message.report === 'log') {
      this.log(message.line);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.report === 'done') waiting?.resolve(message.port);
    else
      waiting?.reject(
        message.portInUse ? new Failure(portInUse(message.portInUse)) : new Error(message.reason),
      );
  }

  /** @returns the port that workerd listens on */
  send(order: WorkerCommand['order'], settings?: WorkerSettings): Promise<number> {
    this.#orders += 1;
    const id = this.#orders;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child?.send({ order, id, settings });
    });
  }
}
