/**
 * The idempotency key of an order (docs/behaviour.md 6.2): one for each attempt, kept in this tab until the
 * server has answered, renewed when the body changes. So a lost connection, a reload or a second tap
 * can never order twice.
 */
import { asRecord, dropTab, readTab, writeTab } from '#lib/tab.ts';

export type Attempt = { key: string; body: string };

const slot = 'orderAttempt';

/** The stored attempt if it was for this very body; else a new one. */
export const attemptFor = (stored: Attempt | undefined, body: string, newKey: () => string): Attempt =>
  stored?.body === body ? stored : { key: newKey(), body };

export function parseAttempt(value: unknown): Attempt | undefined {
  const { key, body } = asRecord(value);
  return typeof key === 'string' && key && typeof body === 'string' ? { key, body } : undefined;
}

/** 128 random bits. `crypto.randomUUID` is missing where the shop is opened without TLS (a phone in the Wi-Fi). */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The key to send with a body. It stays until {@link endAttempt}. */
export function beginAttempt(body: unknown): Attempt {
  const attempt = attemptFor(parseAttempt(readTab(slot)), JSON.stringify(body), randomKey);
  writeTab(slot, attempt);
  return attempt;
}

/** The server has answered: the next order gets a key of its own. */
export const endAttempt = (): void => dropTab(slot);
