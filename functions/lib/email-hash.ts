/**
 * Keyed hash of an email address. A review keeps it when its writer's account is deleted, so that one person reviews a
 * product once. Without the key nobody can find the address by guessing.
 */
import { createHmac } from 'node:crypto';

/** HMAC-SHA256 of the trimmed, lower-cased address, base64url. @param key EMAIL_HASH_KEY */
export const emailHash = (key: string, email: string): string =>
  createHmac('sha256', key).update(email.trim().toLowerCase()).digest('base64url');
