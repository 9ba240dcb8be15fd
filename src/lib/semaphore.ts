/**
 * A counting semaphore: limits how many pieces of work run at the same time. It uses plain promises only: in a Worker
 * all requests of an isolate share it, and a request must not touch the I/O of another one.
 */

/** The work did not start: the queue is full, or the wait took too long. */
export class SemaphoreTimeout extends Error {
  override name = 'SemaphoreTimeout';
}

export type SemaphoreOptions = {
  /** Pieces of work that may run at the same time; a function for a number that changes. */
  limit: number | (() => number);
  /** Pieces of work that may wait, first in, first out. */
  maxWaiting: number;
  /**
   * ms after which a permit expires even if it was not released. The runtime ends a request that takes too much CPU,
   * or whose client has left, without running its `finally`; its permit would be lost for the life of the isolate.
   */
  maxHold: number;
  /** Limits the share of time that the work takes: after `burst` ms of work, at most this `share` of the time. */
  pace?: { burst: number; share: number };
};

/** @property begins and ends: UTC ms */
type Permit = { begins: number; ends: number };

export class Semaphore {
  readonly #options: SemaphoreOptions;
  #held = new Set<Permit>();
  #waiting: ((permit: Permit) => void)[] = [];
  /** ms of work that the pace has not paid off yet, at the time `at` (UTC ms). */
  #debt = { ms: 0, at: 0 };

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  get #limit(): number {
    const { limit } = this.#options;
    return typeof limit === 'number' ? limit : limit();
  }

  /** Whether work waits for a permit. */
  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether `run` would throw at once. */
  get isFull(): boolean {
    this.#grantNext();
    return this.#held.size >= this.#limit && this.#waiting.length >= this.#options.maxWaiting;
  }

  /**
   * Runs `work` as soon as a permit is free.
   * @param maxWait ms
   * @throws SemaphoreTimeout; and any error of `work`
   */
  async run<T>(work: () => Promise<T>, maxWait: number): Promise<T> {
    this.#grantNext();
    const permit = this.#held.size < this.#limit ? this.#grant() : await this.#wait(maxWait);
    try {
      const pause = permit.begins - Date.now();
      // In the request that holds the permit: a timer of another request may never fire.
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      return await this.#timed(work);
    } finally {
      this.#held.delete(permit);
      this.#grantNext();
    }
  }

  /** ms of work that are not paid off now. */
  #owed(share: number): number {
    return Math.max(0, this.#debt.ms - (Date.now() - this.#debt.at) * share);
  }

  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const { pace } = this.#options;
    if (!pace) return work();
    const startedAt = Date.now();
    try {
      return await work();
    } finally {
      // A runtime's clock may stand still during a computation; it advances with the next event.
      await new Promise((resolve) => setTimeout(resolve));
      const duration = Date.now() - startedAt;
      this.#debt = { ms: this.#owed(pace.share) + duration, at: Date.now() };
    }
  }

  #grant(): Permit {
    const { maxHold, pace } = this.#options;
    const now = Date.now();
    const begins = pace ? now + Math.max(0, (this.#owed(pace.share) - pace.burst) / pace.share) : now;
    const permit = { begins, ends: begins + maxHold };
    this.#held.add(permit);
    return permit;
  }

  async #wait(maxWait: number): Promise<Permit> {
    if (this.#waiting.length >= this.#options.maxWaiting) throw new SemaphoreTimeout('the queue is full');
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    this.#waiting.push(resolve);
    const timer = setTimeout(() => {
      const position = this.#waiting.indexOf(resolve);
      // Not in the queue any more: the permit has been granted already.
      if (position < 0) return;
      this.#waiting.splice(position, 1);
      reject(new SemaphoreTimeout(`no permit within ${maxWait} ms`));
    }, maxWait);
    try {
      return await promise;
    } finally {
      // Here and not in #grantNext: a request must not clear the timer of another one.
      clearTimeout(timer);
    }
  }

  /** Gives free permits to those who wait. They count as held at once, so that nobody overtakes. */
  #grantNext(): void {
    const now = Date.now();
    for (const permit of this.#held) if (permit.ends <= now) this.#held.delete(permit);
    while (this.#held.size < this.#limit) {
      const next = this.#waiting.shift();
      if (!next) return;
      next(this.#grant());
    }
  }
}
