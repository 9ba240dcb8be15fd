/**
 * The reservations of one hot product, in the storage of its object: pieces that orders on their way have taken from the number
 * that the database had when it was last read. Without a clock and without the database.
 */

/** @property until UTC ms, when the pieces are free again if nobody says how the order has ended */
export type Reservation = { key: string; session: string; quantity: number; until: number };

/** A database of SQLite, as an object's storage has it. */
export type Sql = {
  exec(query: string, ...values: (string | number)[]): { toArray(): Record<string, unknown>[] };
};

/** `open`: its order is on its way. `over`: nobody has said how it ended; it may have been written. */
type State = 'open' | 'ordered' | 'lost' | 'released' | 'over';

export class Reservations {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
    sql.exec('CREATE TABLE IF NOT EXISTS stock (id INTEGER PRIMARY KEY, pieces INTEGER NOT NULL)');
    sql.exec(`CREATE TABLE IF NOT EXISTS reservations (key TEXT PRIMARY KEY, session TEXT NOT NULL, quantity INTEGER NOT NULL,
      until INTEGER NOT NULL, state TEXT NOT NULL, counted INTEGER NOT NULL DEFAULT 1)`);
  }

  #number(query: string, ...values: (string | number)[]): number | undefined {
    const [row] = this.#sql.exec(query, ...values).toArray();
    const [value] = Object.values(row ?? {});
    return value === undefined || value === null ? undefined : Number(value);
  }

  /** Sets the pieces that the database has. Call it only while no reservation is open: what was ordered is in this number. */
  setPieces(pieces: number): void {
    this.#sql.exec(
      'INSERT INTO stock VALUES (1, ?) ON CONFLICT DO UPDATE SET pieces = excluded.pieces',
      pieces,
    );
    this.#sql.exec('UPDATE reservations SET counted = 0');
  }

  /** Pieces that nobody has; undefined before the first {@link setPieces}. */
  get free(): number | undefined {
    return this.#number(`SELECT pieces - (SELECT coalesce(sum(quantity), 0) FROM reservations
      WHERE counted AND state IN ('open', 'ordered', 'lost')) FROM stock`);
  }

  /** Whether orders are on their way. */
  get hasOpen(): boolean {
    return this.nextEnd !== undefined;
  }

  /** When the first open reservation ends, UTC ms. */
  get nextEnd(): number | undefined {
    return this.#number("SELECT min(until) FROM reservations WHERE state = 'open'");
  }

  /** The state of a key that has asked before. */
  stateOf(key: string): State | undefined {
    const [row] = this.#sql.exec('SELECT state FROM reservations WHERE key = ?', key).toArray();
    return row?.state as State | undefined;
  }

  /** Whether an order of this session is on its way. */
  isBuying(session: string): boolean {
    return this.#number("SELECT 1 FROM reservations WHERE session = ? AND state = 'open'", session) === 1;
  }

  /** Reserves pieces. @returns false if there are too few */
  reserve({ key, session, quantity, until }: Reservation): boolean {
    if ((this.free ?? 0) < quantity) return false;
    this.#sql.exec(
      `INSERT INTO reservations (key, session, quantity, until, state) VALUES (?, ?, ?, ?, 'open')
       ON CONFLICT DO UPDATE SET quantity = excluded.quantity, until = excluded.until, state = 'open', counted = 1`,
      key,
      session,
      quantity,
      until,
    );
    return true;
  }

  /** Ends an open reservation. The pieces of `released` are free again. */
  settle(key: string, state: 'ordered' | 'lost' | 'released'): void {
    this.#sql.exec(
      "UPDATE reservations SET state = ? WHERE key = ? AND state IN ('open', 'over')",
      state,
      key,
    );
  }

  /** Gives back the pieces whose time is over. */
  expire(now: number): void {
    this.#sql.exec("UPDATE reservations SET state = 'over' WHERE state = 'open' AND until <= ?", now);
  }
}
