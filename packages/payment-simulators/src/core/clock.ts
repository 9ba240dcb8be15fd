/** The simulators' clock: the machine's clock plus an offset that can be set, and tasks that run by it. */

const tickMs = 200;

export class Clock {
  #offset = 0;
  readonly #tasks = new Map<string, { at: number; run: () => void }>();
  readonly #timer = setInterval(() => this.#runDue(), tickMs).unref();

  /** Now, in ms since 1970. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Now, in whole seconds since 1970, as both payment providers write it. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  /** What is due by then runs at once. @param offsetMs how far ahead of the machine's clock it is from now on */
  set(offsetMs: number): void {
    this.#offset = offsetMs;
    this.#runDue();
  }

  /** Runs a task after a while; it replaces an earlier task with this key. @param ms Infinity: never */
  schedule(key: string, ms: number, run: () => void): void {
    this.#tasks.set(key, { at: this.now() + ms, run });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #runDue(): void {
    for (const [key, { at, run }] of this.#tasks) {
      if (at > this.now()) continue;
      this.#tasks.delete(key);
      run();
    }
  }
}
