/**
 * How many calls to a server may run at the same time, from how long they take (as TCP Vegas and Netflix's
 * concurrency-limits do): calls that take hardly longer than the shortest one did not wait at the server, so more may run;
 * longer ones waited for each other, so fewer should. A distant server gets more calls, a near one as few as keep it busy.
 */

/** Calls that should wait at the server: fewer than the first, and the limit rises; more than the second, and it falls. */
const queue = { short: 0.5, long: 1.5 };

/** The shortest time is that of this window or the one before it, ms: the way to the server may become longer. */
const window = 30_000;

export class ConcurrencyLimit {
  readonly #least: number;
  #most: number;
  #limit: number;
  /** Shortest durations of the present window and of the one before, ms. @property since UTC ms */
  #shortest = { now: Number.POSITIVE_INFINITY, before: Number.POSITIVE_INFINITY, since: 0 };

  /** @param least calls that may always run @param most calls that may ever run @param first calls that may run at first */
  constructor({ least, most, first = least }: { least: number; most: number; first?: number }) {
    this.#least = least;
    this.#most = most;
    this.#limit = first;
  }

  /** Changes how many calls may ever run. */
  set most(most: number) {
    this.#most = Math.max(this.#least, most);
    this.#limit = Math.min(this.#limit, this.#most);
  }

  /** Calls that may run now. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /**
   * Takes a call into account that the server has answered.
   * @param duration ms @param isFull calls wait for the limit: otherwise it need not rise @param now UTC ms
   */
  answered(duration: number, isFull: boolean, now: number): void {
    const shortest = this.#shortest;
    if (now - shortest.since >= window) this.#shortest = { now: duration, before: shortest.now, since: now };
    else shortest.now = Math.min(shortest.now, duration);
    const least = Math.max(1, Math.min(this.#shortest.now, this.#shortest.before));
    const waiting = this.#limit * (1 - least / Math.max(least, duration));
    if (waiting > queue.long) this.#limit = Math.max(this.#least, this.#limit - 1 / this.#limit);
    else if (waiting < queue.short && isFull) this.#limit = Math.min(this.#most, this.#limit + 1);
  }

  /** The server has answered a call whose duration says nothing. @param isFull calls wait for the limit */
  passed(isFull: boolean): void {
    if (isFull) this.#limit = Math.min(this.#most, this.#limit + 1 / this.#limit);
  }

  /** The server had too much to do, or did not answer. */
  refused(): void {
    this.#limit = Math.max(this.#least, this.#limit / 2);
  }
}
