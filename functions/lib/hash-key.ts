import { type KeyRing, keysIn } from './email-hash.ts';
import { refusal } from './refusal.ts';

/** Shorter keys could be guessed: `openssl rand -base64 32` prints 44 characters. */
const shortest = 32;

/** A setting is missing. */
export const notConfigured = refusal(
  503,
  'not_configured',
  'This is not possible at the moment. Please try again later, or write to us.',
  3600,
);

/** The key of functions/lib/email-hash.ts and functions/lib/signed-link.ts. @throws Refusal 503 without one; the log names the setting */
export function hashKey({ keys }: { keys: KeyRing | undefined }): KeyRing {
  if (keys && keysIn(keys).every(({ length }) => length >= shortest)) return keys;
  const refused = notConfigured();
  refused.cause = new Error(`EMAIL_HASH_KEY is not set, or has fewer than ${shortest} characters`);
  throw refused;
}
