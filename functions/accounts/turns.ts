/**
 * Turns of one client's checks of a password: each waits for the one before, so that right passwords which come together do
 * not count as several tries. Only the requests of an isolate take turns; the counters in the database are exact.
 */
import { Semaphore } from '#lib/semaphore.ts';

/** A check makes two calls to the database and one hash. */
const turn = { limit: 1, maxWaiting: 20, maxHold: 20_000 };
/** Longest wait for a turn, ms. */
const maxWait = 8_000;
/** Clients that are remembered, the latest. */
const maxClients = 1_000;

const clients = new Map<string, Semaphore>();

/**
 * @param client hash of the token of its session or device
 * @throws SemaphoreTimeout when too many checks of the client wait
 */
export function inTurn<T>(client: string, check: () => Promise<T>): Promise<T> {
  const turns = clients.get(client) ?? new Semaphore(turn);
  clients.delete(client);
  clients.set(client, turns);
  for (const oldest of clients.keys()) {
    if (clients.size <= maxClients) break;
    clients.delete(oldest);
  }
  return turns.run(check, maxWait);
}
