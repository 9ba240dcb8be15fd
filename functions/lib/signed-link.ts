/**
 * Signed links in emails: an id, and an HMAC that only the shop can make. Nothing is stored, and an email that is sent
 * again has the same bytes.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type KeyRing, keysIn } from './email-hash.ts';

const hashWith = (key: string, label: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', label, 32)))
    .update(text)
    .digest();

/** A hash with the present key. @param label gives each kind of link a key of its own */
export const keyedHash = (ring: KeyRing, label: string, text: string): Buffer =>
  hashWith(keysIn(ring)[0] ?? '', label, text);

/** `<id>.<signature>`. @param about what else the signature covers; the reader has to name the same */
export const signLink = (key: KeyRing, label: string, id: string, about = ''): string =>
  `${id}.${keyedHash(key, label, id + about).toString('base64url')}`;

/** The id of a link, or `undefined` for a link that none of the keys has signed for this. @param pattern of the id */
export function readSignedLink(
  ring: KeyRing,
  label: string,
  link: string,
  pattern: RegExp,
  about = '',
): string | undefined {
  const [, id, signature] = /^(.+)\.([\w-]{43})$/.exec(link) ?? [];
  if (!id || !signature || !pattern.test(id)) return undefined;
  const sent = Buffer.from(signature, 'base64url');
  const isSigned = keysIn(ring).some((key) => timingSafeEqual(hashWith(key, label, id + about), sent));
  return isSigned ? id : undefined;
}

/** The id of an order. */
export const orderIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
