/** Entities of one kind, and results by idempotency key. */
import type { Clock } from './clock.ts';

/** Oldest first. A change replaces the entity, so what was read or sent before stays as it was. */
export class Store<T extends { id: string }> {
  readonly #byId = new Map<string, T>();
  readonly #missing: (id: string) => Error;

  /** @param missing the provider's error for an unknown id */
  constructor(missing: (id: string) => Error) {
    this.#missing = missing;
  }

  get all(): T[] {
    return [...this.#byId.values()];
  }

  /** @throws the provider's error for an unknown id */
  get(id: string): T {
    const found = this.#byId.get(id);
    if (!found) throw this.#missing(id);
    return found;
  }

  find(id: string): T | undefined {
    return this.#byId.get(id);
  }

  add(entity: T): T {
    this.#byId.set(entity.id, entity);
    return entity;
  }

  /** @returns the changed entity @throws as {@link Store.get} */
  update(id: string, change: Partial<T>): T {
    return this.add({ ...this.get(id), ...change });
  }
}

const keptMs = 24 * 60 * 60 * 1000;

/** The results of requests with an idempotency key, for a day. */
export class SavedResults<T> {
  readonly #clock: Clock;
  readonly #saved = new Map<string, { request: string; result: T; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The request that had this key first, with its result. */
  get(key: string): { request: string; result: T } | undefined {
    const saved = this.#saved.get(key);
    return saved && this.#clock.now() - saved.at < keptMs ? saved : undefined;
  }

  set(key: string, request: string, result: T): T {
    this.#saved.set(key, { request, result, at: this.#clock.now() });
    return result;
  }
}
