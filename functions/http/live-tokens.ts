/**
 * Tokens that were found alive by a route's own query, as this isolate remembers them. Writes are counted
 * by token only for these: anybody can invent a token, and each invented one would have a count of its own.
 * A live token that an isolate has not met yet counts, once, for the address that it came from.
 */

/** Hashes at most, about 100 bytes each; the ones that were used longest ago are forgotten first. */
const most = 10_000;
const alive = new Set<string>();

export const isKnownAlive = (tokenHash: string): boolean => alive.has(tokenHash);

/** A query has just found its session. */
export function rememberAlive(tokenHash: string): void {
  alive.delete(tokenHash);
  alive.add(tokenHash);
  if (alive.size > most) for (const oldest of alive.keys()) return void alive.delete(oldest);
}

/** Its session has ended, or may have. */
export const forgetToken = (tokenHash: string): boolean => alive.delete(tokenHash);
