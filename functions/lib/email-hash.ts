/**
 * Keyed hash of an email address. A review keeps it when its writer's account is deleted, so that one person reviews a
 * product once. Without the key nobody can find the address by guessing.
 */
import { createHmac } from 'node:crypto';

/**
 * EMAIL_HASH_KEY, alone or, while it is being replaced, followed by EMAIL_HASH_KEY_PREVIOUS. New links and hashes are made with
 * the first key; those of the other one are still accepted.
 */
export type KeyRing = string | readonly string[];

/** All keys, the present one first. */
export const keysIn = (ring: KeyRing): readonly string[] => (typeof ring === 'string' ? [ring] : ring);

/** The keys of the Worker's settings; undefined without a present one. */
export function keyRing({
  EMAIL_HASH_KEY: key,
  EMAIL_HASH_KEY_PREVIOUS: previous,
}: {
  EMAIL_HASH_KEY?: string | undefined;
  EMAIL_HASH_KEY_PREVIOUS?: string | undefined;
}): KeyRing | undefined {
  return key && previous ? [key, previous] : key;
}

const hashWith = (key: string, email: string): string =>
  createHmac('sha256', key).update(email.trim().toLowerCase()).digest('base64url');

/** HMAC-SHA256 of the trimmed, lower-cased address with the present key, base64url. */
export const emailHash = (ring: KeyRing, email: string): string => hashWith(keysIn(ring)[0] ?? '', email);

/** The hashes with all keys: one of them may be stored. */
export const emailHashes = (ring: KeyRing, email: string): string[] =>
  keysIn(ring).map((key) => hashWith(key, email));
