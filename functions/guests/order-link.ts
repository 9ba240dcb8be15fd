/**
 * The signed link in the emails about a guest's order, which opens the order on any device (docs/behaviour.md 9.15). It
 * is made from the order's id alone, so that an email that is sent again has the same bytes.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { oneDay } from '#lib/dates.ts';

/** How long a link works after its order was placed, ms. */
export const orderLinkLife = 90 * oneDay;

/** @param key EMAIL_HASH_KEY. The label gives links a key of their own. */
const signatureOf = (key: string, orderId: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'order-link', 32)))
    .update(orderId)
    .digest();

/** `<order id>.<signature>`, the part of the link after `/order#`. @param key EMAIL_HASH_KEY */
export const orderLink = (key: string, orderId: string): string =>
  `${orderId}.${signatureOf(key, orderId).toString('base64url')}`;

const linkPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** The id of the order that a link opens, or `undefined` for a link that the shop has not signed. */
export function readOrderLink(key: string, link: string): string | undefined {
  const [, orderId, signature] = linkPattern.exec(link) ?? [];
  if (!orderId || !signature) return undefined;
  return timingSafeEqual(signatureOf(key, orderId), Buffer.from(signature, 'base64url'))
    ? orderId
    : undefined;
}
