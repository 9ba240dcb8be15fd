/**
 * Work whose result many requests of an isolate want at the same moment: it is done once for all who wait for it. It uses
 * plain promises and a timer of each request's own: in a Worker a request must not touch the I/O of another one.
 */

/** A run of the work. @property number how many runs have begun with it */
type Run<T> = { number: number; result: Promise<T> };

/** How long a request waits for the work of another one before it does the work itself, ms. */
const patience = 6_000;

/** @returns undefined when the result has not come in time, since the runtime has ended the request that made it */
async function inTime<T>(result: Promise<T>, time: number): Promise<{ value: T } | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), time);
  try {
    return await Promise.race([result.then((value) => ({ value })), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export class SharedWork<T> {
  readonly #patience: number;
  #begun = 0;
  #running: Run<T> | undefined;

  /** @param time how long a request waits for the work of another one, ms */
  constructor(time = patience) {
    this.#patience = time;
  }

  /** Whether somebody does the work now. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * The result of a run that has begun after this call: so it is as new as if the caller had done the work. A run that was
   * on its way before is only waited for.
   * @param work is done by the first of those who wait
   * @param fits whether the result of an earlier run is new enough for the caller too
   * @throws the error of such a run
   */
  async run(work: () => Promise<T>, fits: (value: T) => boolean = () => false): Promise<T> {
    const wanted = this.#begun + 1;
    for (;;) {
      const running = this.#running;
      if (!running) return this.#begin(work);
      const isNew = running.number >= wanted;
      const done = await inTime(running.result, this.#patience).catch((error: unknown) => {
        if (isNew) throw error;
        return undefined;
      });
      if (done && (isNew || fits(done.value))) return done.value;
      if (!done && this.#running === running) this.#running = undefined;
    }
  }

  #begin(work: () => Promise<T>): Promise<T> {
    this.#begun += 1;
    const run: Run<T> = { number: this.#begun, result: work() };
    this.#running = run;
    const end = () => {
      if (this.#running === run) this.#running = undefined;
    };
    run.result.then(end, end);
    return run.result;
  }
}
