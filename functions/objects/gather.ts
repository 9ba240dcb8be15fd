/** Gathers pieces of work that arrive one by one, and does many of them at once. */

/**
 * @property most pieces that are done together
 * @property mostWeight of these pieces together; one alone may weigh more
 * @property wait how long the first piece waits for others while nothing is being done, ms
 * @property atOnce how many times `work` may run at the same time
 * @property mostWaiting pieces that may wait
 * @property work does pieces and returns the result of each, in their order
 */
export type GatherOptions<Piece, Result> = {
  most: number;
  mostWeight: number;
  wait: number;
  atOnce: number;
  mostWaiting: number;
  work: (pieces: readonly Piece[]) => Promise<readonly Result[]>;
};

type Waiting<Piece, Result> = {
  piece: Piece;
  weight: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** While some are being done, those that arrive wait for the end of that, and are then done at once. */
export class Gather<Piece, Result> {
  readonly #options: GatherOptions<Piece, Result>;
  #waiting: Waiting<Piece, Result>[] = [];
  #running = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: GatherOptions<Piece, Result>) {
    this.#options = options;
  }

  /**
   * Adds a piece. @returns the promise of its result, which rejects with the error of `work`; undefined when too many wait
   * @param weight in the unit of `mostWeight`
   */
  add(piece: Piece, weight: number): Promise<Result> | undefined {
    const { mostWaiting, most, wait } = this.#options;
    if (this.#waiting.length >= mostWaiting) return undefined;
    const result = new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ piece, weight, resolve, reject });
    });
    if (this.#waiting.length >= most || !wait) this.#begin();
    else if (!this.#running) this.#timer ??= setTimeout(() => this.#begin(), wait);
    return result;
  }

  /** Takes the oldest pieces that may be done together. */
  #take(): Waiting<Piece, Result>[] {
    const { most, mostWeight } = this.#options;
    let [count, weight] = [0, 0];
    for (const one of this.#waiting.slice(0, most)) {
      weight += one.weight;
      if (count && weight > mostWeight) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { atOnce } = this.#options;
    while (this.#running < atOnce && this.#waiting.length) void this.#run(this.#take());
  }

  async #run(taken: readonly Waiting<Piece, Result>[]): Promise<void> {
    this.#running += 1;
    try {
      const results = await this.#options.work(taken.map(({ piece }) => piece));
      for (const [index, { resolve }] of taken.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      this.#running -= 1;
      this.#begin();
    }
  }
}
