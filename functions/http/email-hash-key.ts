/** The key of functions/lib/email-hash.ts and functions/lib/signed-link.ts, from the Worker's settings. */

import { type KeyRing, keyRing, keysIn } from '../lib/email-hash.ts';
import { refusal } from '../lib/refusal.ts';
import type { Bindings } from './env.ts';

/** Shorter keys could be guessed: `openssl rand -base64 32` prints 44 characters. */
const shortest = 32;

/** A setting is missing. */
export const notConfigured = refusal(
  503,
  'not_configured',
  'This is not possible at the moment. Please try again later, or write to us.',
  3600,
);

/** @throws Refusal 503 without a key; the log names the setting */
export function emailHashKey(env: Pick<Bindings, 'EMAIL_HASH_KEY' | 'EMAIL_HASH_KEY_PREVIOUS'>): KeyRing {
  const ring = keyRing(env);
  if (ring && keysIn(ring).every(({ length }) => length >= shortest)) return ring;
  const refused = notConfigured();
  refused.cause = new Error(`EMAIL_HASH_KEY is not set, or has fewer than ${shortest} characters`);
  throw refused;
}
