/**
 * The idempotency key of an order (docs/behaviour.md, "Idempotency"): one key per attempt, stored in this tab until the
 * server has answered, and replaced when the body changes. A lost connection, a reload or a second tap can never order
 * twice.
 */

import { asRecord } from './record.ts';
import { readSessionStorage, removeSessionStorage, writeSessionStorage } from './session-storage.dom.ts';

export type Attempt = { key: string; body: string };

const storageKey = 'orderAttempt';

/** The stored attempt if its body is the same; else a new one. */
export const attemptFor = (stored: Attempt | undefined, body: string, newKey: () => string): Attempt =>
  stored?.body === body ? stored : { key: newKey(), body };

export function parseAttempt(value: unknown): Attempt | undefined {
  const { key, body } = asRecord(value);
  return typeof key === 'string' && key && typeof body === 'string' ? { key, body } : undefined;
}

/** 128 random bits. `crypto.randomUUID` is missing where the shop is opened without TLS (a phone in the Wi-Fi). */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The key for a body. It stays the same until {@link endAttempt}. */
export function startAttempt(body: unknown): Attempt {
  const attempt = attemptFor(parseAttempt(readSessionStorage(storageKey)), JSON.stringify(body), randomKey);
  writeSessionStorage(storageKey, attempt);
  return attempt;
}

/** Ends the attempt after the server has answered: the next order gets a new key. */
export const endAttempt = (): void => removeSessionStorage(storageKey);
