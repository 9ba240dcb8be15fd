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
};

/** One use of a place. @property ends UTC ms */
type Turn = { ends: number };

export class Turns {
  readonly #rules: TurnRules;
  #taken = new Set<Turn>();
  #waiting: ((turn: Turn) => void)[] = [];

  constructor(rules: TurnRules) {
    this.#rules = rules;
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
      return await work();
    } finally {
      this.#taken.delete(turn);
      this.#handOn();
    }
  }

  #begin(): Turn {
    const turn = { ends: Date.now() + this.#rules.longest };
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
