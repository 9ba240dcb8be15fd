/**
 * Taking turns at something that only a few may use at a time. Made of plain promises and nothing else,
 * since in a Worker the requests of an isolate share it, and none may touch another one's I/O.
 */

/** Nobody's turn came: too many wait, or the wait was too long. Nothing was begun. */
export class NoTurn extends Error {
  override name = 'NoTurn';
}

export type TurnRules = {
  /** Pieces of work at a time. */
  atOnce: number;
  /** How many more may wait for theirs, first come, first served. */
  mostWaiting: number;
  /**
   * ms after which a turn counts as over whether or not it was given back. The runtime ends a request that
   * takes too much CPU, or whose client has left, without running what its `finally` says; without this,
   * its place would be gone for as long as the isolate lives.
   */
  longest: number;
  /** Keeps the work from taking all of the time: after `burst` ms of it, no more than this `share` of the time. */
  pace?: { burst: number; share: number };
};

/** One use of a place. @property begins and ends: UTC ms */
type Turn = { begins: number; ends: number };

export class Turns {
  readonly #rules: TurnRules;
  #taken = new Set<Turn>();
  #waiting: ((turn: Turn) => void)[] = [];
  /** ms of work that the pace has not paid off yet, at the time `at` (UTC ms). */
  #debt = { ms: 0, at: 0 };

  constructor(rules: TurnRules) {
    this.#rules = rules;
  }

  /** Whether somebody who comes now would be refused at once. */
  get isFull(): boolean {
    this.#handOn();
    return this.#taken.size >= this.#rules.atOnce && this.#waiting.length >= this.#rules.mostWaiting;
  }

  /**
   * Runs `work` when its turn comes.
   * @param patience ms to wait for it at most
   * @throws NoTurn; and whatever `work` throws
   */
  async take<T>(work: () => Promise<T>, patience: number): Promise<T> {
    this.#handOn();
    const turn = this.#taken.size < this.#rules.atOnce ? this.#begin() : await this.#wait(patience);
    try {
      const pause = turn.begins - Date.now();
      // In the request whose turn it is: a timer of another request may never fire.
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      return await this.#timed(work);
    } finally {
      this.#taken.delete(turn);
      this.#handOn();
    }
  }

  /** ms of work that are not paid off now. */
  #owed(share: number): number {
    return Math.max(0, this.#debt.ms - (Date.now() - this.#debt.at) * share);
  }

  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const { pace } = this.#rules;
    if (!pace) return work();
    const began = Date.now();
    try {
      return await work();
    } finally {
      // A runtime's clock may stand still while it computes: it goes on with the next event.
      await new Promise((resolve) => setTimeout(resolve));
      const took = Date.now() - began;
      this.#debt = { ms: this.#owed(pace.share) + took, at: Date.now() };
    }
  }

  #begin(): Turn {
    const { longest, pace } = this.#rules;
    const now = Date.now();
    const begins = pace ? now + Math.max(0, (this.#owed(pace.share) - pace.burst) / pace.share) : now;
    const turn = { begins, ends: begins + longest };
    this.#taken.add(turn);
    return turn;
  }

  async #wait(patience: number): Promise<Turn> {
    if (this.#waiting.length >= this.#rules.mostWaiting) throw new NoTurn('too many wait already');
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    this.#waiting.push(resolve);
    const timer = setTimeout(() => {
      const place = this.#waiting.indexOf(resolve);
      // Not there any more: the turn has come, and is on its way to us.
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      reject(new NoTurn(`no turn within ${patience} ms`));
    }, patience);
    try {
      return await promise;
    } finally {
      // Here and not where the turn is handed on: a request may not clear another one's timer.
      clearTimeout(timer);
    }
  }

  /** Gives free places to those who wait. They count as taken at once, so that nobody slips in between. */
  #handOn(): void {
    const now = Date.now();
    for (const turn of this.#taken) if (turn.ends <= now) this.#taken.delete(turn);
    while (this.#taken.size < this.#rules.atOnce) {
      const next = this.#waiting.shift();
      if (!next) return;
      next(this.#begin());
    }
  }
}
