/** Where the money of a cash order goes, encrypted with a key of the shop: a copy of the database does not show it. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type Payout, payoutForm } from '#domain/returns/payout.ts';
import { type KeyRing, keysIn } from '../lib/email-hash.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'return payout', 32));

/** Base64url: nonce, tag and text. @param about covered by the tag, so that a row's text is worthless in another row */
export function encryptPayout(ring: KeyRing, about: string, payout: Payout): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(keysIn(ring)[0] ?? ''), nonce).setAAD(Buffer.from(about));
  const text = Buffer.concat([cipher.update(JSON.stringify(payout), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** @returns undefined if none of the keys has encrypted it for this */
export function decryptPayout(ring: KeyRing, about: string, stored: string): Payout | undefined {
  const bytes = Buffer.from(stored, 'base64url');
  for (const key of keysIn(ring))
    try {
      const decipher = createDecipheriv(algorithm, keyOf(key), bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
      return payoutForm.safeParse(JSON.parse(text.toString('utf8'))).data;
    } catch {
      // Another key.
    }
  return undefined;
}
